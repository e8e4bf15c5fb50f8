#include "solver/check_pair.h"

#include <string.h>

/* Barriers that threads reach which they do not cover: undefined by the programming guide. */

static bool found_before(const struct results *results, const char *rule, struct loc loc)
{
	vec_each(finding, &results->findings) {
		if (finding->loc.line == loc.line && !strcmp(finding->rule, rule))
			return true;
	}
	return false;
}

static void ask_mask(struct check *check, const struct sync *sync, struct results *results)
{
	struct kernel *kernel = check->kernel;
	struct pair_terms terms = { 0 };
	struct loc loc = sync_loc(kernel, sync);
	if (found_before(results, "barrier-mask", loc))
		return;
	uncovered_terms(kernel, sync, check->launch->map, &terms);
	struct query query = { .ets = kernel->ets, .facts = &check->launch->facts,
		.label = "barrier mask" };
	vec_each(condition, &terms.conditions) {
		if (et_is_false(*condition))
			return;
		vec_push(kernel->arena, &query.conditions, *condition);
	}
	if (shared_decides(check, &query) || solve(check->solver, &query).kind != ANSWER_SAT)
		return;
	struct finding finding = { "barrier-mask", SEVERITY_ERROR, loc,
		"a thread can reach this warp barrier whose lane the mask does not name" };
	vec_push(check->run, &results->findings, finding);
}

void ask_coverage(struct check *check, struct results *results)
{
	vec_each(sync, &check->kernel->syncs) {
		if ((*sync)->mask_value && (*sync)->lanes)
			ask_mask(check, *sync, results);
	}
}
