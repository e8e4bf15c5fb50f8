#include "solver/launches/bounds.h"

#include <stdlib.h>

struct reader {
	struct arena *arena;
	bound_list *bounds;
	size_t fact;
};

static struct bound *bound_of(struct reader *r, const struct et *term)
{
	int128 half = (int128)1 << (term->width - 1);
	struct bound fresh = { .term = term, .lo = -half, .hi = half - 1 };
	vec_each(it, r->bounds)
		if (it->term == term)
			return it;
	vec_push(r->arena, r->bounds, fresh);
	return &r->bounds->at[r->bounds->n - 1];
}

static void note(struct reader *r, struct bound *bound)
{
	if (!bound->facts.n || bound->facts.at[bound->facts.n - 1] != r->fact)
		vec_push(r->arena, &bound->facts, r->fact);
}

static void at_least(struct reader *r, const struct et *term, int128 lo)
{
	struct bound *bound = bound_of(r, term);
	if (lo <= bound->lo)
		return;
	bound->lo = lo;
	note(r, bound);
}

static void at_most(struct reader *r, const struct et *term, int128 hi)
{
	struct bound *bound = bound_of(r, term);
	if (hi >= bound->hi)
		return;
	bound->hi = hi;
	note(r, bound);
}

/* term <= hi unsigned, hi below the sign bit: not negative either. */
static void at_most_unsigned(struct reader *r, const struct et *term, int128 hi)
{
	int128 half = (int128)1 << (term->width - 1);
	if (hi >= half)
		return;
	if (bound_of(r, term)->lo < 0)
		at_least(r, term, 0);
	at_most(r, term, hi);
}

static void read_signed(struct reader *r, const struct et *a, const struct et *b, int strict)
{
	if (et_is_const(b))
		at_most(r, a, (int128)et_signed(b) - strict);
	else if (et_is_const(a))
		at_least(r, b, (int128)et_signed(a) + strict);
}

/* An unsigned lower bound is one when the term is known not to be negative. */
static void read_unsigned(struct reader *r, const struct et *a, const struct et *b, int strict)
{
	if (et_is_const(b))
		at_most_unsigned(r, a, (int128)b->value - strict);
	else if (et_is_const(a) && bound_of(r, b)->lo >= 0)
		at_least(r, b, (int128)a->value + strict);
}

static void read_fact(struct reader *r, const struct et *cond)
{
	const struct et *a = cond->nargs == 2 ? cond->arg[0] : NULL;
	const struct et *b = a ? cond->arg[1] : NULL;
	if (!a || (cond->op != ET_AND && a->width == 1))
		return;
	if (cond->op == ET_AND && cond->width == 1) {
		read_fact(r, a);
		read_fact(r, b);
	} else if (cond->op == ET_SLT || cond->op == ET_SLE) {
		read_signed(r, a, b, cond->op == ET_SLT);
	} else if (cond->op == ET_ULT || cond->op == ET_ULE) {
		read_unsigned(r, a, b, cond->op == ET_ULT);
	} else if (cond->op == ET_EQ && et_is_const(b)) {
		at_least(r, a, et_signed(b));
		at_most(r, a, et_signed(b));
	}
}

static int by_term(const void *a, const void *b)
{
	const struct bound *x = a, *y = b;
	return x->term->id < y->term->id ? -1 : x->term->id > y->term->id;
}

void bounds_fill(struct arena *arena, const fact_list *facts, bound_list *bounds)
{
	struct reader r = { .arena = arena, .bounds = bounds };
	size_t kept = 0;
	*bounds = (bound_list){ 0 };
	/* Twice: an unsigned lower bound may come before the upper one. */
	for (unsigned pass = 0; facts && pass < 2; pass++)
		for (r.fact = 0; r.fact < facts->n; r.fact++)
			read_fact(&r, facts->at[r.fact].cond);
	for (size_t i = 0; i < bounds->n; i++)
		if (bounds->at[i].lo <= bounds->at[i].hi && bounds->at[i].facts.n)
			bounds->at[kept++] = bounds->at[i];
	bounds->n = kept;
	if (kept)
		qsort(bounds->at, kept, sizeof(*bounds->at), by_term);
}

const struct bound *bounds_find(const bound_list *bounds, const struct et *term)
{
	size_t low = 0, high = bounds->n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (bounds->at[middle].term->id < term->id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < bounds->n && bounds->at[low].term == term ? &bounds->at[low] : NULL;
}

bool bounds_equal(const bound_list *a, const bound_list *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->at[i].term != b->at[i].term || a->at[i].lo != b->at[i].lo ||
			a->at[i].hi != b->at[i].hi)
			return false;
	return true;
}
