#include "solver/witnesses/any_number.h"

#include <string.h>

/*
 * A witness rests on numbers that the host makes in ways that are not followed only where it is one of few: where it is one with other such
 * numbers as well, all else being as it was, what they are does not matter.
 */

static bool holds(struct arena *scratch, const struct answer *answer, const struct et *condition)
{
	uint64_t value;
	return model_eval(scratch, answer, condition, &value) && value;
}

static bool overlap(struct arena *scratch, const struct answer *answer, const struct query *query)
{
	uint64_t at[2];
	for (unsigned t = 0; t < 2; t++)
		if (!query->offset[t] || !model_eval(scratch, answer, query->offset[t], &at[t]))
			return false;
	return at[0] < at[1] + query->size[1] && at[1] < at[0] + query->size[0];
}

static bool is_witness(struct arena *scratch, const struct answer *answer, const struct query *query)
{
	vec_each(condition, &query->conditions)
		if (!holds(scratch, answer, *condition))
			return false;
	vec_each(fact, query->facts)
		if (!holds(scratch, answer, fact->cond))
			return false;
	return overlap(scratch, answer, query);
}

struct sought {
	const struct symbol *sym;
	bool found;
};

static void sought_visit(void *data, const struct et *et)
{
	struct sought *sought = data;
	sought->found |= (et->op == ET_SYM || et->op == ET_APP) && et->sym == sought->sym;
}

/* Is it a number of that kind that says where the two threads access. */
static bool is_varied(struct arena *scratch, const struct query *query, const struct symbol *sym)
{
	struct sought sought = { sym, false };
	for (unsigned t = 0; t < 2 && sym->computed && query->offset[t]; t++)
		et_once(scratch, query->offset[t], sought_visit, &sought);
	return sought.found;
}

/* The model with other numbers of that kind: each multiplied, and more by steps of its own; false: there is none. */
static bool with_others(struct arena *scratch, const struct query *query, const struct answer *answer, const uint64_t by[2],
	struct answer *other)
{
	uint64_t number = 0;
	*other = *answer;
	memset(&other->model, 0, sizeof(other->model));
	vec_each(value, &answer->model) {
		struct model_value one = *value;
		if (is_varied(scratch, query, one.leaf->sym))
			one.value = (one.value * by[0] + by[1] * ++number) & mask_bits(one.leaf->width);
		vec_push(scratch, &other->model, one);
	}
	return number;
}

bool any_number_meets(struct arena *scratch, const struct query *query, const struct answer *answer)
{
	static const uint64_t tries[][2] = { { 1, 1 }, { 1, 2 }, { 1, 7 }, { 2, 1 }, { 1, (uint64_t)-1 }, { 1, (uint64_t)-2 },
		{ 1, (uint64_t)-3 } };
	unsigned meet = 0;
	for (unsigned i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		struct answer other;
		meet += with_others(scratch, query, answer, tries[i], &other) && is_witness(scratch, &other, query);
	}
	return meet >= 3;
}
