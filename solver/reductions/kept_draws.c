#include "solver/check_pair.h"

/*
 * What an addition has found is left in shared memory for the block, by writes that are not followed. Two blocks do not find one number: a race that
 * needs both to have the same one is none that is known.
 */

struct kept {
	struct check *check;
	VEC(const struct et *) leaves;
};

static void kept_visit(void *data, const struct et *et)
{
	struct kept *kept = data;
	if ((et->op == ET_SYM || et->op == ET_APP) && symbol_keeps_draw(kept->check->kernel, et->sym))
		vec_push(kept->check->run, &kept->leaves, et);
}

static bool of_one_load(const struct et *a, const struct et *b)
{
	const struct symbol *first = a->sym->original ? a->sym->original : a->sym;
	const struct symbol *second = b->sym->original ? b->sym->original : b->sym;
	return a != b && a->width == b->width && first->origin == second->origin;
}

/* Adds that no two of them are the same number; false: there are no two. */
static bool keep_apart(const struct kept *kept, struct query *query)
{
	struct ets *ets = kept->check->kernel->ets;
	size_t before = query->conditions.n;
	for (size_t i = 0; i < kept->leaves.n; i++)
		for (size_t j = i + 1; j < kept->leaves.n; j++)
			if (of_one_load(kept->leaves.at[i], kept->leaves.at[j]))
				vec_push(kept->check->kernel->arena, &query->conditions,
					et_not(ets, et_binary(ets, ET_EQ, 0, kept->leaves.at[i], kept->leaves.at[j])));
	return query->conditions.n > before;
}

bool kept_draws_meet(struct check *check, const struct question *question)
{
	struct kept kept = { .check = check };
	struct et_set *seen = et_set_new(check->kernel->arena);
	if (question->pair->interval->kind != RACE_INTER_BLOCK)
		return false;
	vec_each(condition, &question->query.conditions)
		et_each(seen, *condition, kept_visit, &kept);
	if (kept.leaves.n < 2)
		return false;
	struct query query = question->query;
	query.conditions = (__typeof__(query.conditions)){ 0 };
	vec_each(condition, &question->query.conditions)
		vec_push(check->kernel->arena, &query.conditions, *condition);
	if (!keep_apart(&kept, &query))
		return false;
	solver_query_limit(check->solver, budget_short(check));
	return solve(check->solver, &query).kind == ANSWER_UNSAT;
}
