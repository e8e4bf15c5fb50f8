#include "solver/attempt.h"

/*
 * Counterexample-guided search (CEGIS): exists inputs, for all values of the
 * over-approximating leaves for which there is a launch. A model whose residual is not true is refuted by
 * values of those leaves; the next model has to hold for these values as well.
 * A residual that nothing refutes is true after all, as that of a switch whose
 * cases cover every value.
 */
#define ROUNDS 4

struct refutation {
	const struct answer *values;
};

static const struct et *refuting_value(void *data, struct ets *ets, const struct et *leaf)
{
	const struct refutation *refutation = data;
	if (!is_approximation(leaf))
		return NULL;
	for (size_t i = 0; i < refutation->values->model.n; i++) {
		const struct model_value *value = &refutation->values->model.at[i];
		if (value->leaf->sym == leaf->sym)
			return et_const(ets, leaf->width, value->value);
	}
	return et_const(ets, leaf->width, 0);
}

/* Adds the query with those values in place of the leaves to the conditions of `more`. */
static void require(struct query *more, const struct query *query, struct arena *arena,
	const struct answer *values)
{
	struct ets *ets = query->ets;
	struct refutation refutation = { values };
	struct et_map *map = et_map_new(ets, refuting_value, &refutation);
	vec_push(arena, &more->conditions, et_map_apply(map, overlap_term(ets, query)));
	for (size_t i = 0; i < query->conditions.n; i++)
		vec_push(arena, &more->conditions, et_map_apply(map, query->conditions.at[i]));
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		vec_push(arena, &more->conditions, et_map_apply(map, query->facts->at[i].cond));
}

static struct query copy_of(const struct query *query, struct arena *arena)
{
	struct query copy = *query;
	copy.conditions.at = NULL;
	copy.conditions.n = copy.conditions.room = 0;
	for (size_t i = 0; i < query->conditions.n; i++)
		vec_push(arena, &copy.conditions, query->conditions.at[i]);
	return copy;
}

static void take(struct attempt *attempt, const struct answer *answer)
{
	attempt->answer = *answer;
	attempt->decided = true;
}

/*
 * Values of the leaves for which the residual does not hold. UNSAT without assumptions: there are
 * none, so that the model it was left by is a witness whatever the values are.
 */
static void refute(struct attempt *attempt, const struct et *residual, const struct et *premise, struct answer *values)
{
	struct solver *solver = attempt->solver;
	struct query query = { .ets = solver->ets, .label = "refute" };
	struct attempt inner = { .end = attempt->end - 0.8 * attempt_left(attempt),
		.any_model = true };
	vec_push(attempt->scratch, &query.conditions, et_not(solver->ets, residual));
	vec_push(attempt->scratch, &query.conditions, premise);
	attempt_run(&inner, solver, attempt->scratch, &query);
	*values = inner.answer;
	if (!inner.decided)
		values->kind = ANSWER_UNKNOWN;
}

void attempt_robust(struct attempt *attempt, const struct query *query)
{
	struct query more = copy_of(query, attempt->scratch);
	const struct et *residual = attempt->residual, *premise = attempt->premise;
	struct answer model = attempt->dropped;
	for (unsigned round = 0; round < ROUNDS && attempt_left(attempt) > 0; round++) {
		struct answer values;
		struct attempt next = { .end = attempt->end - 0.5 * attempt_left(attempt) };
		refute(attempt, residual, premise, &values);
		if (values.kind == ANSWER_UNSAT && !values.assumptions)
			take(attempt, &model);
		if (values.kind != ANSWER_SAT)
			return;
		require(&more, query, attempt->scratch, &values);
		attempt_run(&next, attempt->solver, attempt->scratch, &more);
		if (next.decided && next.answer.kind == ANSWER_SAT)
			take(attempt, &next.answer);
		if (next.decided || !next.culprit)
			return;
		residual = next.residual;
		premise = next.premise;
		model = next.dropped;
	}
}
