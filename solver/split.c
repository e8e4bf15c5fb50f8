#include "solver/check_pair.h"

/*
 * Case split on shift amounts. Halving and doubling loops bring powers of two
 * with a loop counter as exponent (1 << k, n >> k). For each value of the
 * counter the terms are constant or linear; above the width nothing is shifted
 * any more. All cases without a model make a proof, one model makes a race.
 */

#define MOST_CASES 32
#define MOST_DEPTH 2
#define CASE_SECONDS 0.1

struct find_amount {
	const struct et *counter; /* the first leaf that shift amounts depend on */
};

static void leaf_visit(void *data, const struct et *et)
{
	struct find_amount *find = data;
	if (!find->counter && et->op == ET_SYM && et->sym->kind == SYM_LOOP)
		find->counter = et;
}

struct shift_search {
	struct arena *arena;
	struct find_amount find;
};

static void shift_visit(void *data, const struct et *et)
{
	struct shift_search *search = data;
	if (et_op_class((enum et_op)et->op) == ET_SHIFT && !et_is_const(et->arg[1]))
		et_each(et_set_new(search->arena), et->arg[1], leaf_visit, &search->find);
}

static const struct et *shift_counter(struct arena *arena, const struct query *query)
{
	struct shift_search search = { .arena = arena };
	struct et_set *seen = et_set_new(arena);
	for (unsigned i = 0; i < 2 && query->offset[0]; i++)
		et_each(seen, query->offset[i], shift_visit, &search);
	vec_each(condition, &query->conditions) et_each(seen, *condition, shift_visit, &search);
	return search.find.counter;
}

struct fixed {
	const struct et *counter, *value;
};

static const struct et *fixed_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct fixed *fixed = data;
	(void)ets;
	return leaf == fixed->counter ? fixed->value : NULL;
}

/* The query with the counter fixed; false when a condition became false. */
static bool fix(struct arena *arena, const struct query *query, const struct et *counter,
	uint64_t value, struct query *out, fact_list *facts)
{
	struct fixed fixed = { counter, et_const(query->ets, counter->width, value) };
	struct et_map *map = et_map_new(query->ets, fixed_leaf, &fixed);
	*out = *query;
	out->conditions = (__typeof__(out->conditions)){ 0 };
	vec_each(condition, &query->conditions) {
		const struct et *term = et_map_apply(map, *condition);
		if (et_is_false(term))
			return false;
		vec_push(arena, &out->conditions, term);
	}
	for (unsigned i = 0; i < 2 && query->offset[0]; i++)
		out->offset[i] = et_map_apply(map, query->offset[i]);
	vec_each(fact, query->facts) {
		struct fact copy = *fact;
		copy.cond = et_map_apply(map, fact->cond);
		vec_push(arena, facts, copy);
	}
	out->facts = facts;
	return true;
}

static void merge_core(struct arena *arena, struct answer *all, const struct answer *one)
{
	all->assumptions |= one->assumptions;
	vec_each(index, &one->core) {
		bool known = false;
		vec_each(other, &all->core) known |= *other == *index;
		if (!known)
			vec_push(arena, &all->core, *index);
	}
}

static struct answer split(struct check *check, const struct query *query,
	const struct et *counter, unsigned depth);

/* One case: solved briefly, split further when that does not do and another counter is left. */
static struct answer solve_case(struct check *check, const struct query *query, unsigned depth)
{
	struct answer answer = solve(check->solver, query);
	const struct et *counter = shift_counter(check->kernel->arena, query);
	if (answer.kind != ANSWER_UNKNOWN || !counter || depth == MOST_DEPTH)
		return answer;
	return split(check, query, counter, depth);
}

static struct answer split(struct check *check, const struct query *query,
	const struct et *counter, unsigned depth)
{
	struct arena *arena = check->kernel->arena;
	struct answer all = { .kind = ANSWER_UNSAT };
	for (uint64_t value = 0; value < MOST_CASES; value++) {
		struct query one;
		fact_list facts = { 0 };
		if (!fix(arena, query, counter, value, &one, &facts))
			continue;
		struct answer part = solve_case(check, &one, depth + 1);
		if (part.kind == ANSWER_SAT) {
			struct model_value entry = { counter, NULL, value };
			vec_push(arena, &part.model, entry);
		}
		if (part.kind != ANSWER_UNSAT)
			return part;
		merge_core(arena, &all, &part);
	}
	struct query rest = *query;
	rest.conditions = (__typeof__(rest.conditions)){ 0 };
	vec_each(condition, &query->conditions) vec_push(arena, &rest.conditions, *condition);
	vec_push(arena, &rest.conditions,
		et_binary(query->ets, ET_ULE, 0, et_const(query->ets, counter->width, MOST_CASES),
			counter));
	struct answer part = solve(check->solver, &rest);
	if (part.kind != ANSWER_UNSAT)
		return part;
	merge_core(arena, &all, &part);
	return all;
}

struct answer solve_by_cases(struct check *check, const struct query *query, double seconds)
{
	const struct et *counter = shift_counter(check->kernel->arena, query);
	if (counter) {
		solver_query_limit(check->solver, CASE_SECONDS);
		struct answer answer = split(check, query, counter, 0);
		if (answer.kind != ANSWER_UNKNOWN)
			return answer;
	}
	solver_query_limit(check->solver, seconds);
	return solve(check->solver, query);
}
