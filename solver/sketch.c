#include "solver/check_pair.h"

#include "solver/model.h"

/*
 * Large conditions, as paths through many branches and signals make them, hide small ones, which tell already which
 * threads meet in which rounds. With such threads and rounds put in, most of a large condition is decided.
 */
#define SMALL_CONDITION 100 /* nodes */
#define LARGE_QUERY 10000   /* terms */

/* Has the term, as a tree, at most that many nodes? Counts them off. */
static bool fits(const struct et *et, unsigned *nodes)
{
	bool all = *nodes > 0;
	*nodes -= all;
	for (unsigned i = 0; all && i < et->nargs; i++)
		all = fits(et->arg[i], nodes);
	return all;
}

static void count_visit(void *data, const struct et *et)
{
	unsigned *count = data;
	(void)et;
	++*count;
}

bool query_is_large(struct arena *arena, const struct query *query)
{
	struct et_set *seen = et_set_new(arena);
	unsigned count = 0;
	vec_each(each, &query->conditions)
		et_each(seen, *each, count_visit, &count);
	return count > LARGE_QUERY;
}

bool query_sketch(struct arena *arena, const struct query *query, struct query *small)
{
	*small = *query;
	small->conditions = (__typeof__(small->conditions)){ 0 };
	vec_each(each, &query->conditions) {
		unsigned nodes = SMALL_CONDITION;
		if (fits(*each, &nodes))
			vec_push(arena, &small->conditions, *each);
	}
	return small->conditions.n < query->conditions.n;
}

static bool tells_who_or_when(const struct et *leaf)
{
	return leaf->op == ET_SYM &&
	       (leaf->sym->builtin != BUILTIN_NONE || leaf->sym->kind == SYM_LOOP);
}

bool race_sketched(struct check *check, const struct question *question, double seconds)
{
	struct arena *arena = check->kernel->arena;
	struct ets *ets = check->kernel->ets;
	struct question drawn = *question;
	struct query small;
	if (!query_sketch(arena, &question->query, &small))
		return false;
	solver_query_limit(check->solver, seconds);
	struct answer answer = solve(check->solver, &small);
	if (answer.kind != ANSWER_SAT)
		return false;
	drawn.query.conditions = (__typeof__(drawn.query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(arena, &drawn.query.conditions, *each);
	vec_each(each, &answer.model)
		if (tells_who_or_when(each->leaf))
			vec_push(arena, &drawn.query.conditions,
				et_binary(ets, ET_EQ, 0, each->leaf,
					et_const(ets, each->leaf->width, each->value)));
	return race_found(check, &drawn, seconds);
}
