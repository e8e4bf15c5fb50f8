#include "solver/attempt.h"

#include "base/effort.h"
#include "expr/known.h"
#include "solver/verdict.h"

/* Proofs and witnesses from what Z3 answers. */
#define MINIMIZE_CHECKS 24

double attempt_left(const struct attempt *attempt)
{
	return attempt->end - effort_now();
}

void attempt_dump(struct attempt *attempt, const char *stage)
{
	struct solver *solver = attempt->solver;
	const char *label = attempt->problem.query->label;
	if (!solver->options.dump_dir)
		return;
	char *path = arena_printf(solver->arena, "%s/%03u-%s-%s.smt2", solver->options.dump_dir,
		solver->dumps, label ? label : "query", stage);
	for (char *at = path + strlen(solver->options.dump_dir) + 1; *at; at++)
		if (*at == '/' || *at == ' ')
			*at = '_';
	smt_dump(solver->smt, &attempt->lits, path);
}

void attempt_open(struct attempt *attempt, enum smt_mode mode)
{
	smt_open(attempt->solver->smt, mode);
	attempt_assert(attempt, 0);
}

void attempt_assert(struct attempt *attempt, size_t first)
{
	for (size_t i = first;
		i < attempt->problem.asserted.n && !problem_overdue(&attempt->problem); i++)
		smt_assert(attempt->solver->smt, attempt->problem.asserted.at[i]);
}

/* The literals of the last core, in the order of attempt->lits. */
static void core_lits(const struct attempt *attempt, lit_list *core)
{
	vec_each(lit, &attempt->lits)
		if (smt_in_core(attempt->solver->smt, *lit))
			vec_push(attempt->problem.arena, core, *lit);
}

/* Will the result name what stands behind the literal whatever this proof needs? */
static bool is_named(const struct attempt *attempt, const struct form *lit)
{
	const struct named *named = &attempt->solver->named;
	if (!named->facts || attempt->problem.query->facts != named->facts)
		return false;
	if (lit == attempt->problem.no_wrap)
		return *named->assumptions & ASSUME_NO_WRAP;
	for (size_t i = 0; i < attempt->problem.fact_lits.n; i++)
		if (lit == attempt->problem.fact_lits.at[i])
			return named->by_index[i];
	return false;
}

/* Deletes literals from a core one by one while it stays unsatisfiable; no-wrap first. */
static void minimize(struct attempt *attempt, lit_list *core)
{
	struct smt *smt = attempt->solver->smt;
	double until = effort_now() + 0.2 * (attempt_left(attempt) > 0 ? attempt_left(attempt) : 0);
	unsigned checks = MINIMIZE_CHECKS;
	for (size_t i = core->n; i-- > 0 && checks && effort_now() < until;) {
		lit_list less = { 0 };
		if (is_named(attempt, core->at[i]))
			continue;
		checks--;
		for (size_t k = 0; k < core->n; k++)
			if (k != i)
				vec_push(attempt->problem.arena, &less, core->at[k]);
		double seconds = until - effort_now() < 0.1 ? until - effort_now() : 0.1;
		if (smt_check(smt, &less, seconds) != SMT_UNSAT)
			continue;
		core->n = 0;
		vec_each(lit, &less)
			if (smt_in_core(smt, *lit))
				vec_push(attempt->problem.arena, core, *lit);
		i = i < core->n ? i : core->n;
	}
}

static void check_core(struct attempt *attempt, const lit_list *core, enum smt_mode mode)
{
	attempt_open(attempt, mode);
	if (smt_check(attempt->solver->smt, core, attempt_left(attempt)) == SMT_SAT)
		bug("solver: a core is satisfiable alone");
}

/* Facts that gave bounds to terms of the problem. */
static void use_bounds(const struct attempt *attempt, bool *used)
{
	vec_each(term, &attempt->problem.terms) {
		const struct bound *bound = bounds_find(&attempt->solver->bounds, *term);
		for (size_t i = 0; bound && i < bound->facts.n; i++)
			if (bound->facts.at[i] < attempt->problem.fact_lits.n)
				used[bound->facts.at[i]] = true;
	}
}

void attempt_answer_core(struct attempt *attempt, const lit_list *core)
{
	struct problem *problem = &attempt->problem;
	bool *used = arena_alloc(attempt->scratch, problem->fact_lits.n + 1);
	use_bounds(attempt, used);
	attempt->answer.kind = ANSWER_UNSAT;
	attempt->decided = true;
	vec_each(lit, core) {
		if (*lit == problem->no_wrap)
			attempt->answer.assumptions |= ASSUME_NO_WRAP;
		for (size_t i = 0; i < problem->fact_lits.n; i++)
			if (*lit == problem->fact_lits.at[i])
				used[i] = true;
	}
	for (size_t i = 0; i < problem->fact_lits.n; i++)
		if (used[i])
			vec_push(attempt->solver->arena, &attempt->answer.core, i);
}

/* Proves that nothing wraps where the query holds: facts then stand for the assumption. */
static void discharge_no_wrap(struct attempt *attempt, lit_list *core)
{
	struct problem *problem = &attempt->problem;
	lit_list lits = { 0 };
	if (!problem->escape || core->n == 0 || core->at[core->n - 1] != problem->no_wrap ||
		is_named(attempt, problem->no_wrap))
		return;
	vec_each(lit, &problem->fact_lits)
		vec_push(problem->arena, &lits, *lit);
	vec_push(problem->arena, &lits, problem->escape);
	size_t first = problem->asserted.n;
	problem_assert_held(problem);
	problem_add_bound_lemmas(problem);
	attempt_assert(attempt, first);
	if (smt_check(attempt->solver->smt, &lits, 0.1 * attempt_left(attempt)) != SMT_UNSAT)
		return;
	core->n--;
	size_t n = core->n;
	vec_each(lit, &problem->fact_lits) {
		bool there = !smt_in_core(attempt->solver->smt, *lit);
		for (size_t i = 0; i < n; i++)
			there |= core->at[i] == *lit;
		if (!there)
			vec_push(problem->arena, core, *lit);
	}
}

void attempt_prove(struct attempt *attempt, enum smt_mode mode)
{
	lit_list core = { 0 }, alone = { 0 };
	core_lits(attempt, &core);
	minimize(attempt, &core);
	vec_each(lit, &core)
		vec_push(attempt->problem.arena, &alone, *lit);
	discharge_no_wrap(attempt, &core);
	if (attempt->solver->options.check)
		check_core(attempt, &alone, mode);
	attempt_answer_core(attempt, &core);
}

void attempt_take_core(struct attempt *attempt)
{
	lit_list core = { 0 };
	core_lits(attempt, &core);
	attempt_answer_core(attempt, &core);
}

uint64_t attempt_integer_leaf(void *data, const struct et *leaf, const uint64_t *args)
{
	(void)args;
	struct attempt *attempt = data;
	const struct node *node = ints_node(attempt->solver->ints, leaf);
	if (leaf->width == 1)
		return smt_truth(attempt->solver->smt, node->form);
	if (poly_is_const(node->value.poly))
		return (uint64_t)poly_constant(node->value.poly);
	assert(node->value.poly->n == 1);
	uint32_t var = node->value.poly->at[0].mono->var[0];
	return (uint64_t)smt_value(attempt->solver->smt, var);
}

/* What is left of a condition where another one holds. */
static const struct et *where(struct attempt *attempt, const struct et *premise, const struct et *condition)
{
	struct known *known = known_new(attempt->scratch, attempt->solver->ets);
	size_t n;
	if (et_is_true(condition) || et_is_true(premise) || !known_conjuncts(attempt->scratch, known, 1, &premise, &n))
		return condition;
	return known_apply(known, condition);
}

bool attempt_take_model(struct attempt *attempt, leaf_value_fn *value, void *data)
{
	struct answer candidate = { .kind = ANSWER_SAT };
	model_fill(&candidate, attempt->solver->arena, &attempt->problem, value, data);
	if (!model_check(&candidate, &attempt->problem)) {
		attempt->rejected = true;
		attempt->solver->stats.rejected++;
		return false;
	}
	if (!attempt->any_model) {
		attempt->premise = model_premise(&candidate, &attempt->problem);
		attempt->residual = where(attempt, attempt->premise, model_residual(&candidate, &attempt->problem));
		attempt->culprit = model_culprit(attempt->scratch, attempt->residual);
		attempt->dropped = candidate;
		if (attempt->culprit)
			return false;
	}
	attempt->answer = candidate;
	attempt->decided = true;
	return true;
}
