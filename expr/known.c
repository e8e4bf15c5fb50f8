#include "expr/known.h"

#include <stdlib.h>
#include <string.h>

#include "base/ptrmap.h"
#include "base/vec.h"

typedef VEC(const struct et *) et_list;

/* A term read in the light of the first `count` facts. */
struct reading {
	const struct et *term;
	size_t count;
};

struct known {
	struct arena *arena;
	struct ets *ets;
	struct ptrmap *facts;	 /* term -> what it is known to be */
	struct ptrmap *readings; /* term -> struct reading */
	size_t count;		 /* of conditions added */
};

struct known *known_new(struct arena *arena, struct ets *ets)
{
	struct known *known = arena_alloc(arena, sizeof(*known));
	known->arena = arena;
	known->ets = ets;
	known->facts = ptrmap_new(arena);
	known->readings = ptrmap_new(arena);
	return known;
}

const struct et *known_apply(struct known *known, const struct et *et)
{
	if (et->op == ET_CONST)
		return et;
	const struct et *fact = ptrmap_get(known->facts, et);
	if (fact)
		return fact;
	struct reading *reading = ptrmap_get(known->readings, et);
	if (reading && reading->count == known->count)
		return reading->term;
	const struct et *args[256];
	bool changed = false;
	for (unsigned i = 0; i < et->nargs; i++) {
		args[i] = known_apply(known, et->arg[i]);
		changed |= args[i] != et->arg[i];
	}
	const struct et *result = changed ? et_rebuild(known->ets, et, args) : et;
	fact = ptrmap_get(known->facts, result);
	if (!reading) {
		reading = arena_alloc(known->arena, sizeof(*reading));
		ptrmap_set(known->readings, et, reading);
	}
	reading->term = fact ? fact : result;
	reading->count = known->count;
	return reading->term;
}

static void learn(struct known *known, const struct et *et, const struct et *value)
{
	if (et->op != ET_CONST)
		ptrmap_set(known->facts, et, (void *)(uintptr_t)value);
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

static void learn_truth(struct known *known, const struct et *condition)
{
	learn(known, condition, et_bool(known->ets, true));
	learn(known, et_not(known->ets, condition), et_bool(known->ets, false));
}

/* What is above something that is not negative is above 0. */
static void learn_above(struct known *known, const struct et *part)
{
	bool compares = part->op == ET_SLT || part->op == ET_SLE;
	if (!compares || !et_is_natural(part->arg[0]))
		return;
	const struct et *zero = et_const(known->ets, part->arg[1]->width, 0);
	const struct et *above = et_binary(known->ets, (enum et_op)part->op, 0, zero, part->arg[1]);
	learn_truth(known, above);
}

/* x < 1 is also known as x <= 0, and so with other constants. */
static void learn_spelling(struct known *known, const struct et *part)
{
	struct ets *ets = known->ets;
	bool strict = part->op == ET_SLT || part->op == ET_ULT;
	bool with_sign = part->op == ET_SLT || part->op == ET_SLE;
	if (!strict && part->op != ET_SLE && part->op != ET_ULE)
		return;
	unsigned at = part->arg[0]->op == ET_CONST ? 0 : 1, width = part->arg[0]->width;
	if (part->arg[at]->op != ET_CONST)
		return;
	bool greater = strict == (at == 0);
	uint64_t mask = mask_bits(width), value = part->arg[at]->value;
	uint64_t least = with_sign ? (mask >> 1) + 1 : 0, most = with_sign ? mask >> 1 : mask;
	if (value == (greater ? most : least))
		return;
	enum et_op op = with_sign ? (strict ? ET_SLE : ET_SLT) : (strict ? ET_ULE : ET_ULT);
	const struct et *constant = et_const(ets, width, (greater ? value + 1 : value - 1) & mask);
	learn_truth(known, at ? et_binary(ets, op, 0, part->arg[0], constant)
			      : et_binary(ets, op, 0, constant, part->arg[1]));
}

/* Of two equal ids, that of the second thread is read as the other. */
static void learn_same(struct known *known, const struct et *part)
{
	const struct et *a = part->arg[0], *b = part->arg[1];
	if (a->op != ET_SYM || b->op != ET_SYM || a->sym->kind != SYM_ID || b->sym->kind != SYM_ID)
		return;
	bool first = a->sym->copy > b->sym->copy;
	learn(known, first ? a : b, first ? b : a);
}

void known_add(struct known *known, const struct et *condition)
{
	et_list parts = { 0 };
	split(known, &parts, condition);
	vec_each(part, &parts) {
		learn_truth(known, *part);
		if ((*part)->op == ET_EQ && (*part)->arg[1]->op == ET_CONST)
			learn(known, (*part)->arg[0], (*part)->arg[1]);
		if ((*part)->op == ET_EQ)
			learn_same(known, *part);
		learn_above(known, *part);
		learn_spelling(known, *part);
	}
	known->count++;
}

struct sized {
	const struct et *et;
	unsigned size;
};

#define SIZE_MOST 1000

/* Nodes of the tree, as far as that is worth counting. */
static unsigned tree_size(const struct et *et, unsigned most)
{
	unsigned size = 1;
	for (unsigned i = 0; i < et->nargs && size < most; i++)
		size += tree_size(et->arg[i], most - size);
	return size;
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
		all[i].size = tree_size(parts->at[i], SIZE_MOST);
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
