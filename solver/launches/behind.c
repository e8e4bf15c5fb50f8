#include "solver/check_pair.h"

/*
 * Accesses behind loops whose values are not followed, such as binary searches. How such a loop comes to its end is
 * among the conditions, and a model has to guess values for it. Where nothing else speaks of the
 * loop's rounds these conditions are no more than that it ends, which is assumed (progress): a race without them is one.
 */

/* Is either thread's number of rounds in what is left of the query. */
static bool speaks_of(struct arena *arena, const struct query *query, const struct loop_before *loop)
{
	for (unsigned t = 0; t < 2; t++) {
		const struct et *counter = loop->counter[t];
		for (unsigned i = 0; counter && i < 2; i++)
			if (et_mentions(arena, query->offset[i], counter))
				return true;
		vec_each(each, &query->conditions) {
			if (counter && et_mentions(arena, *each, counter))
				return true;
		}
	}
	return false;
}

static bool says(const struct loop_before *loop, const struct et *condition)
{
	vec_each(each, &loop->conditions) {
		if (*each == condition)
			return true;
	}
	return false;
}

/* The query without what it says of the loop; false: it says more than that it ends. */
static bool drop_end(struct arena *arena, struct query *query, const struct loop_before *loop)
{
	struct query less = *query;
	less.conditions = (__typeof__(less.conditions)){ 0 };
	vec_each(each, &query->conditions)
		if (!says(loop, *each))
			vec_push(arena, &less.conditions, *each);
	if (less.conditions.n == query->conditions.n || speaks_of(arena, &less, loop))
		return false;
	*query = less;
	return true;
}

bool query_drop_ends(struct arena *arena, struct query *query, const loop_before_list *before)
{
	bool dropped = false;
	vec_each(loop, before)
		dropped |= drop_end(arena, query, loop);
	return dropped;
}

bool race_behind_loops(struct check *check, const struct question *question, double seconds)
{
	struct question behind = *question;
	loop_before_list before = { 0 };
	behind.query = question->whole;
	pair_loops_before(check->kernel, question->pair, check->launch->map, &before);
	return query_drop_ends(check->kernel->arena, &behind.query, &before) && race_found(check, &behind, seconds);
}
