#include "expr/known.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

typedef VEC(const struct et *) et_list;

struct known {
	struct arena *arena;
	struct ets *ets;
	const struct et **facts; /* by term id: what it is known to be */
	size_t fact_room;
	const struct et **memo; /* by term id: read in the light of the facts */
	size_t memo_room;
	uint32_t *made; /* by term id: number of facts when the memo was made, and 1 */
	size_t made_room;
	uint32_t count;
};

struct known *known_new(struct arena *arena, struct ets *ets)
{
	struct known *known = arena_alloc(arena, sizeof(*known));
	known->arena = arena;
	known->ets = ets;
	return known;
}

/* A table of `room` entries grown to hold `id`, zeros added. */
static void *grown(struct arena *arena, void *table, size_t *room, uint32_t id, size_t size)
{
	if (id < *room)
		return table;
	size_t larger = 2 * (size_t)id + 64;
	void *at = arena_alloc(arena, larger * size);
	if (*room)
		memcpy(at, table, *room * size);
	*room = larger;
	return at;
}

static const struct et *fact_of(const struct known *known, const struct et *et)
{
	return et->id < known->fact_room ? known->facts[et->id] : NULL;
}

static const struct et *apply(struct known *known, const struct et *et)
{
	if (et->op == ET_CONST)
		return et;
	const struct et *fact = fact_of(known, et);
	if (fact)
		return fact;
	if (et->id < known->made_room && known->made[et->id] == known->count + 1)
		return known->memo[et->id];
	const struct et *args[256];
	bool changed = false;
	for (unsigned i = 0; i < et->nargs; i++) {
		args[i] = apply(known, et->arg[i]);
		changed |= args[i] != et->arg[i];
	}
	const struct et *result = changed ? et_rebuild(known->ets, et, args) : et;
	fact = fact_of(known, result);
	result = fact ? fact : result;
	known->memo = grown(known->arena, known->memo, &known->memo_room, et->id,
		sizeof(*known->memo));
	known->made = grown(known->arena, known->made, &known->made_room, et->id,
		sizeof(*known->made));
	known->memo[et->id] = result;
	known->made[et->id] = known->count + 1;
	return result;
}

const struct et *known_apply(struct known *known, const struct et *et)
{
	return apply(known, et);
}

static void learn(struct known *known, const struct et *et, const struct et *value)
{
	if (et->op == ET_CONST)
		return;
	known->facts = grown(known->arena, known->facts, &known->fact_room, et->id,
		sizeof(*known->facts));
	known->facts[et->id] = value;
}

static void split(struct known *known, et_list *parts, const struct et *condition)
{
	struct ets *ets = known->ets;
	const struct et *inner = condition->nargs ? condition->arg[0] : NULL;
	assert(condition->width == 1);
	if (condition->op == ET_AND) {
		split(known, parts, condition->arg[0]);
		split(known, parts, condition->arg[1]);
	} else if (condition->op == ET_XOR && et_is_true(condition->arg[1]) && inner->op == ET_OR) {
		split(known, parts, et_not(ets, inner->arg[0]));
		split(known, parts, et_not(ets, inner->arg[1]));
	} else {
		vec_push(known->arena, parts, condition);
	}
}

void known_add(struct known *known, const struct et *condition)
{
	et_list parts = { 0 };
	split(known, &parts, condition);
	vec_each(part, &parts) {
		learn(known, *part, et_bool(known->ets, true));
		learn(known, et_not(known->ets, *part), et_bool(known->ets, false));
		if ((*part)->op == ET_EQ && (*part)->arg[1]->op == ET_CONST)
			learn(known, (*part)->arg[0], (*part)->arg[1]);
	}
	known->count++;
}

struct sized {
	const struct et *et;
	unsigned size;
};

static void count(void *data, const struct et *et)
{
	(void)et;
	++*(unsigned *)data;
}

static int by_size(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return x->et->id < y->et->id ? -1 : x->et->id > y->et->id;
}

/* The parts of all conditions, small ones first. */
static struct sized *sorted(struct arena *arena, const et_list *parts)
{
	struct sized *all = arena_alloc(arena, (parts->n + 1) * sizeof(*all));
	for (size_t i = 0; i < parts->n; i++) {
		all[i].et = parts->at[i];
		et_each(et_set_new(arena), parts->at[i], count, &all[i].size);
	}
	if (parts->n)
		qsort(all, parts->n, sizeof(*all), by_size);
	return all;
}

const struct et **known_conjuncts(struct arena *arena, struct known *known, size_t count,
	const struct et *const *conditions, size_t *n)
{
	et_list parts = { 0 }, kept = { 0 };
	for (size_t i = 0; i < count; i++)
		split(known, &parts, conditions[i]);
	struct sized *all = sorted(arena, &parts);
	for (size_t i = 0; i < parts.n; i++) {
		et_list left = { 0 };
		split(known, &left, known_apply(known, all[i].et));
		vec_each(part, &left) {
			if (et_is_false(*part))
				return NULL;
			if (et_is_true(*part))
				continue;
			vec_push(arena, &kept, *part);
			known_add(known, *part);
		}
	}
	*n = kept.n;
	return kept.at ? kept.at : arena_alloc(arena, sizeof(*kept.at));
}
