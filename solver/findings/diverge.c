#include "solver/check_pair.h"

/* Barriers that some threads of a block skip (SEMANTICS, barrier divergence). */

/* May threads that skip the barrier wait at another one of the block, or there in another round, while the others wait here. */
static bool may_meet_elsewhere(const struct kernel *kernel, const struct divergence *divergence)
{
	const struct sync *barrier = divergence->barrier;
	if (barrier->block->loop)
		return true;
	vec_each(each, &kernel->syncs) {
		const struct block *block = (*each)->block;
		bool whole = (*each)->kind == SYNC_BLOCK_BARRIER || (*each)->kind == SYNC_GRID_BARRIER ||
			     (*each)->kind == SYNC_CLUSTER_BARRIER;
		if (whole && *each != barrier &&
			(block->loop || !block_dominates(block, divergence->branch)))
			return true;
	}
	return false;
}

void ask_divergence(
	struct check *check, const struct divergence *divergence, struct results *results)
{
	struct kernel *kernel = check->kernel;
	struct pair_terms terms = { 0 };
	struct loc loc = sync_loc(kernel, divergence->barrier);
	const char *rule = divergence->held ? "barrier-mask" : "barrier-divergence";
	vec_each(finding, &results->findings) {
		if (finding->loc.line == loc.line && !strcmp(finding->rule, rule))
			return;
	}
	divergence_terms(kernel, divergence, check->launch->map, &terms);
	struct query query = {
		.ets = kernel->ets, .facts = &check->launch->facts, .label = "barrier divergence"
	};
	vec_each(condition, &terms.conditions)
		vec_push(kernel->arena, &query.conditions, *condition);
	enum answer_kind answer = ANSWER_UNKNOWN;
	if (divergence->elsewhere || !shared_decides(check, &query))
		answer = solve(check->solver, &query).kind;
	if (divergence->elsewhere && answer != ANSWER_UNSAT)
		undecided_add(
			check, "lanes of a warp may meet at barriers in different places", loc);
	if (divergence->elsewhere || answer != ANSWER_SAT)
		return;
	struct finding finding = { rule, SEVERITY_ERROR, loc,
		"some threads of a block can skip this barrier that others wait at" };
	if (divergence->held)
		finding.message = arena_printf(check->run,
			"the mask of this warp barrier names a lane that can skip it, "
			"and that waits for the others at line %u",
			sync_loc(kernel, divergence->held).line);
	vec_push(check->run, &results->findings, finding);
	if (!divergence->held && may_meet_elsewhere(kernel, divergence))
		undecided_add(check, "threads of a block may meet at barriers in different places", loc);
}

struct decided {
	struct check *check;
	bool found;
};

static void decided_visit(void *data, const struct et *et)
{
	struct decided *decided = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		decided->found |= symbol_computed(decided->check->kernel, et->sym) != NULL;
}

/* Do conditions rest on values the threads computed together, which may well be the same. */
bool shared_decides(struct check *check, const struct query *query)
{
	struct decided decided = { check, false };
	struct et_set *seen = et_set_new(check->kernel->arena);
	vec_each(condition, &query->conditions)
		et_each(seen, *condition, decided_visit, &decided);
	return decided.found;
}
