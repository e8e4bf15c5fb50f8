#include "driver/between.h"

#include <string.h>

#include "base/effort.h"
#include "ir/module.h"
#include "solver/findings/between.h"

static struct kernel *model_of(struct arena *arena, const struct host *host,
	const function_list *kernels, const struct host_launch *launch, bool lockstep)
{
	const char *name = launch->kernel;
	if (!name)
		return NULL;
	vec_each(kernel, kernels)
		if (!strcmp(device_host_name(arena, value_name(*kernel)), name)) {
			unsigned cluster[3];
			host_cluster(host, name, cluster);
			return kernel_new(arena, host->ets, *kernel, lockstep, cluster);
		}
	return NULL;
}

static bool is_reported(const struct results *results, struct loc loc)
{
	vec_each(finding, &results->findings)
		if (finding->loc.line == loc.line && !strcmp(finding->rule, "inter-kernel"))
			return true;
	return false;
}

/* A note where the order of what is launched is not looked at. */
static void untold_note(struct arena *arena, const struct host_untold *untold, struct results *out)
{
	struct finding finding = { untold->rule, SEVERITY_NOTE, untold->loc, untold->text };
	vec_each(known, &out->findings)
		if (!strcmp(known->rule, finding.rule) && same_loc(&known->loc, &finding.loc))
			return;
	vec_push(arena, &out->findings, finding);
}

void check_overlaps(struct arena *arena, const struct host *host, const function_list *kernels,
	bool lockstep, const struct check_options *options, struct results *out)
{
	struct check_options limited = *options;
	effort_start();
	double deadline = effort_now() + options->seconds;
	vec_each(untold, &host->untold) untold_note(arena, untold, out);
	vec_each(overlap, &host->overlaps) {
		limited.seconds = deadline - effort_now();
		if (limited.seconds <= 0)
			return;
		if (is_reported(out, overlap->second.loc))
			continue;
		struct kernel *models[] = {
			model_of(arena, host, kernels, &overlap->first, lockstep),
			model_of(arena, host, kernels, &overlap->second, lockstep) };
		if ((models[0] || overlap->first.transfer) && (models[1] || overlap->second.transfer))
			check_between(arena, host->ets, models, overlap, &limited, out);
	}
}
