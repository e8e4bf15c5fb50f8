#include "driver/assume.h"

#include <string.h>

#include "driver/check.h"
#include "hostanalysis/host.h"

struct names {
	struct ets *ets;
	const struct kernel_result *kernel; /* NULL: all names are fine */
	const char *missing;                /* the first name that the kernel lacks */
};

static bool is_dimension(const char *name)
{
	static const char *const builtins[] = { "blockDim.x", "blockDim.y", "blockDim.z",
		"gridDim.x", "gridDim.y", "gridDim.z", "warpSize" };
	for (size_t i = 0; i < sizeof(builtins) / sizeof(*builtins); i++)
		if (!strcmp(name, builtins[i]))
			return true;
	return false;
}

static const struct et *find_name(void *data, const char *name, bool *is_unsigned)
{
	struct names *names = data;
	bool found = !names->kernel || is_dimension(name);
	if (names->kernel)
		vec_each(param, &names->kernel->params) found |= !strcmp(*param, name);
	*is_unsigned = false;
	if (found)
		return et_sym(names->ets,
			symbol_new(names->ets, SYM_PARAM, LEVEL_GRID, 32, name));
	names->missing = name;
	return NULL;
}

static const char *parse(struct arena *arena, const char *text, struct names *names)
{
	fact_list facts = { 0 };
	names->ets = ets_new(arena);
	return assume_parse(arena, names->ets, text, find_name, names, &facts);
}

const char *assumptions_check(struct arena *arena, const struct options *options)
{
	vec_each(text, &options->assumptions) {
		struct names names = { 0 };
		const char *error = parse(arena, *text, &names);
		if (error)
			return arena_printf(arena, "--assume: %s", error);
	}
	return NULL;
}

/* "fill(n, width), step(n)" */
static const char *parameters(struct arena *arena, const struct results *results)
{
	enum { MOST_KERNELS = 8 };
	const char *text = "";
	for (size_t i = 0; i < results->kernels.n && i < MOST_KERNELS; i++) {
		const struct kernel_result *kernel = &results->kernels.at[i];
		text = arena_printf(arena, "%s%s%s(", text, i ? ", " : "", kernel->name);
		for (size_t k = 0; k < kernel->params.n; k++)
			text = arena_printf(
				arena, "%s%s%s", text, k ? ", " : "", kernel->params.at[k]);
		text = arena_printf(arena, "%s)", text);
	}
	return results->kernels.n > MOST_KERNELS ? arena_printf(arena, "%s, ...", text) : text;
}

void require_parameters(struct arena *arena, const struct options *options,
	struct results *results)
{
	if (results->errors.n || !results->kernels.n)
		return;
	vec_each(text, &options->assumptions) {
		const char *missing = NULL;
		bool known = false;
		vec_each(kernel, &results->kernels) {
			struct names names = { .kernel = kernel };
			known |= !parse(arena, *text, &names);
			if (!missing)
				missing = names.missing;
		}
		if (known)
			continue;
		const char *message = arena_printf(arena,
			"--assume='%s': no kernel has a parameter '%s'; the parameters are %s",
			*text, missing, parameters(arena, results));
		file_failed(arena, results,
			options->files.n ? options->files.at[0] : "project", message);
		complain("%s", message);
	}
}
