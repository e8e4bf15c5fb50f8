#include "solver/attempt.h"

/*
 * The query in machine arithmetic. Undefined behaviour is excluded only of
 * operators that are evaluated in any case, which leaves more models than there
 * are; a model counts after the usual check.
 */
static bool guards_arguments(const struct et *et)
{
	return et->width == 1 && (et->op == ET_AND || et->op == ET_OR);
}

/* Operators below the conditions and offsets outside of choices. */
static void assert_defined(struct attempt *attempt)
{
	const struct problem *problem = &attempt->problem;
	const struct query *query = problem->query;
	bool *always = arena_alloc(attempt->scratch, problem->terms.n + 1);
	for (size_t i = 0; i < query->conditions.n; i++)
		always[problem_index(problem, query->conditions.at[i])] = true;
	for (unsigned i = 0; i < 2 && query->offset[0]; i++)
		always[problem_index(problem, query->offset[i])] = true;
	for (size_t i = problem->terms.n; i-- > 0;) {
		const struct et *et = problem->terms.at[i];
		if (!always[i])
			continue;
		smt_assert_defined(attempt->solver->smt, et);
		if (guards_arguments(et))
			continue;
		for (unsigned k = 0; k < (et->op == ET_ITE ? 1u : et->nargs); k++)
			always[problem_index(problem, et->arg[k])] = true;
	}
}

static bool has_applications(const struct problem *problem)
{
	for (size_t i = 0; i < problem->terms.n; i++)
		if (problem->terms.at[i]->op == ET_APP)
			return true;
	return false;
}

static void assert_query(struct attempt *attempt)
{
	const struct problem *problem = &attempt->problem;
	const struct query *query = problem->query;
	struct smt *smt = attempt->solver->smt;
	for (size_t i = 0; i < query->conditions.n; i++)
		smt_assert_bits(smt, NULL, query->conditions.at[i]);
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		smt_assert_bits(smt, problem->fact_lits.at[i], query->facts->at[i].cond);
	smt_assert_bits(smt, NULL, overlap_term(query->ets, query));
	assert_defined(attempt);
}

static uint64_t bits_leaf(void *data, const struct et *leaf, const uint64_t *args)
{
	(void)args;
	const struct attempt *attempt = data;
	return smt_bits_value(attempt->solver->smt, leaf);
}

void attempt_bits(struct attempt *attempt, double seconds)
{
	struct solver *solver = attempt->solver;
	if (attempt_left(attempt) <= 0)
		return;
	solver->stats.bitvector++;
	smt_open_bits(solver->smt, has_applications(&attempt->problem));
	assert_query(attempt);
	attempt_dump(attempt, "bits");
	enum smt_result result = smt_check(solver->smt, &attempt->lits, seconds);
	if (result == SMT_UNSAT)
		attempt_take_core(attempt);
	else if (result == SMT_SAT)
		attempt_take_model(attempt, bits_leaf, attempt);
}
