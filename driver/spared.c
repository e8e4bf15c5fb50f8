#include "driver/spared.h"

#include <string.h>

#include "expr/et.h"

bool spared_has(const struct options *options, const char *mangled)
{
	vec_each(name, &options->spared)
		if (!strcmp(*name, mangled))
			return true;
	return false;
}

static const char *show(struct arena *arena, const struct et *term)
{
	return term ? et_show(arena, term, false) : "?";
}

static void add_launch(struct arena *arena, const struct host_launch *launch, struct loc loc,
	struct kernel_result *result)
{
	struct undecided undecided = { UNDECIDED_MEMORY, loc };
	struct launch_result found = { .verdict = VERDICT_UNDECIDED };
	vec_push(arena, &found.undecided, undecided);
	if (launch)
		found.loc = launch->loc;
	for (unsigned i = 0; i < 3; i++) {
		found.grid[i] = show(arena, launch ? launch->grid[i] : NULL);
		found.block[i] = show(arena, launch ? launch->block[i] : NULL);
	}
	vec_push(arena, &result->launches, found);
}

bool spared_check(struct arena *arena, const struct options *options, const struct host *host,
	const char *mangled, struct loc loc, struct kernel_result *result)
{
	if (!spared_has(options, mangled))
		return false;
	result->mangled = arena_strdup(arena, mangled);
	result->loc = loc;
	vec_each(launch, &host->launches)
		if (launch->kernel && !launch->unreached && !strcmp(launch->kernel, mangled))
			add_launch(arena, launch, loc, result);
	if (!result->launches.n)
		add_launch(arena, NULL, loc, result);
	return true;
}
