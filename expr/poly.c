#include "expr/poly_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint64_t poly_hash(const struct poly_term *at, uint32_t n)
{
	uint64_t hash = n;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t low = (uint64_t)at[i].coef;
		uint64_t high = (uint64_t)((unsigned __int128)at[i].coef >> 64);
		hash = hash_mix(hash, ((uint64_t)at[i].mono->id << 32) + low + (high << 17));
	}
	return hash;
}

void poly_table_grow(struct arena *arena, struct poly_table *table)
{
	if (2 * (table->n + 1) <= table->room)
		return;
	struct poly_slot *old = table->slots;
	size_t size = table->room;
	table->room = size ? 2 * size : 64;
	table->slots = arena_alloc(arena, table->room * sizeof(*table->slots));
	for (size_t i = 0; i < size; i++) {
		size_t k = old[i].hash & (table->room - 1);
		if (!old[i].index)
			continue;
		while (table->slots[k].index)
			k = (k + 1) & (table->room - 1);
		table->slots[k] = old[i];
	}
}

static bool same_terms(const struct poly *poly, const struct poly_term *at, uint32_t n)
{
	if (poly->n != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (poly->at[i].mono != at[i].mono || poly->at[i].coef != at[i].coef)
			return false;
	return true;
}

static bool terms_fit(const struct poly_term *at, uint32_t n)
{
	if (n > POLY_TERMS_MAX)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		assert(at[i].coef);
		if (at[i].coef > POLY_COEF_MAX || at[i].coef < -POLY_COEF_MAX)
			return false;
	}
	return true;
}

/* `at` is sorted and free of zeros and duplicates. */
static const struct poly *poly_intern(struct polys *ps, const struct poly_term *at, uint32_t n)
{
	if (!terms_fit(at, n))
		return NULL;
	struct poly_table *table = &ps->poly_table;
	ps->made++;
	poly_table_grow(ps->arena, table);
	uint64_t hash = poly_hash(at, n);
	uint32_t part = (uint32_t)(hash >> 32);
	size_t i = part & (table->room - 1);
	for (; table->slots[i].index; i = (i + 1) & (table->room - 1)) {
		const struct poly *old = ps->all.at[table->slots[i].index - 1];
		if (table->slots[i].hash == part && same_terms(old, at, n))
			return old;
	}
	struct poly *poly = arena_alloc(ps->arena, sizeof(*poly) + n * sizeof(*at));
	poly->id = (uint32_t)ps->all.n;
	poly->n = n;
	for (uint32_t k = 0; k < n; k++)
		poly->at[k] = at[k];
	vec_push(ps->arena, &ps->all, poly);
	poly_table_put(table, &table->slots[i], hash, poly->id);
	return poly;
}

struct polys *polys_new(struct arena *arena)
{
	struct polys *ps = arena_alloc(arena, sizeof(*ps));
	ps->arena = arena;
	ps->one = mono_intern(ps, NULL, 0);
	assert(ps->one->id == 0);
	return ps;
}

uint64_t polys_made(const struct polys *ps)
{
	return ps->made;
}

const struct poly *poly_mono(struct polys *ps, const struct mono *mono, int128 coef)
{
	struct poly_term term = { mono, coef };
	return poly_intern(ps, &term, coef ? 1 : 0);
}

const struct poly *poly_const(struct polys *ps, int128 value)
{
	return poly_mono(ps, ps->one, value);
}

const struct poly *poly_var(struct polys *ps, uint32_t var)
{
	return poly_mono(ps, mono_var(ps, var), 1);
}

bool poly_merge(const struct poly *a, const struct poly *b, int128 factor, struct poly_sum *sum)
{
	uint32_t n = 0, i = 0, j = 0;
	if (!a || !b)
		return false;
	while (i < a->n || j < b->n) {
		bool left = i < a->n && (j == b->n || a->at[i].mono->id <= b->at[j].mono->id);
		bool right = j < b->n && (i == a->n || b->at[j].mono->id <= a->at[i].mono->id);
		int128 coef = 0;
		sum->at[n].mono = left ? a->at[i].mono : b->at[j].mono;
		if (right && __builtin_mul_overflow(b->at[j].coef, factor, &coef))
			return false;
		if (left && __builtin_add_overflow(coef, a->at[i].coef, &coef))
			return false;
		i += left;
		j += right;
		sum->at[n].coef = coef;
		n += coef != 0;
	}
	sum->n = n;
	return terms_fit(sum->at, n);
}

/* a + factor * b */
static const struct poly *combine(
	struct polys *ps, const struct poly *a, const struct poly *b, int128 factor)
{
	struct poly_sum sum;
	return poly_merge(a, b, factor, &sum) ? poly_intern(ps, sum.at, sum.n) : NULL;
}

const struct poly *poly_add(struct polys *ps, const struct poly *a, const struct poly *b)
{
	return combine(ps, a, b, 1);
}

const struct poly *poly_sub(struct polys *ps, const struct poly *a, const struct poly *b)
{
	return combine(ps, a, b, -1);
}

const struct poly *poly_add_multiple(
	struct polys *ps, const struct poly *a, const struct poly *b, int128 factor)
{
	return combine(ps, a, b, factor);
}

const struct poly *poly_scale(struct polys *ps, const struct poly *a, int128 factor)
{
	return factor == 1 ? a : combine(ps, poly_const(ps, 0), a, factor);
}

const struct poly *poly_add_var(struct polys *ps, const struct poly *a, int128 factor, uint32_t var)
{
	return combine(ps, a, poly_var(ps, var), factor);
}

const struct poly *poly_add_const(struct polys *ps, const struct poly *a, int128 value)
{
	return combine(ps, a, poly_const(ps, 1), value);
}

/* Sorts by monomial; most lists are short and almost sorted. */
static void terms_sort(struct poly_term *at, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		struct poly_term term = at[i];
		uint32_t k = i;
		for (; k && at[k - 1].mono->id > term.mono->id; k--)
			at[k] = at[k - 1];
		at[k] = term;
	}
}

/* Products of different monomials with one are different. */
static const struct poly *mul_term(struct polys *ps, const struct poly *a, struct poly_term by)
{
	struct poly_term at[POLY_TERMS_MAX];
	for (uint32_t i = 0; i < a->n; i++) {
		at[i].mono = mono_mul(ps, a->at[i].mono, by.mono);
		if (!at[i].mono || __builtin_mul_overflow(a->at[i].coef, by.coef, &at[i].coef))
			return NULL;
	}
	terms_sort(at, a->n);
	return poly_intern(ps, at, a->n);
}

const struct poly *poly_mul(struct polys *ps, const struct poly *a, const struct poly *b)
{
	if (!a || !b)
		return NULL;
	const struct poly *sum = b->n ? mul_term(ps, a, b->at[0]) : poly_const(ps, 0);
	for (uint32_t i = 1; sum && i < b->n; i++)
		sum = poly_add(ps, sum, mul_term(ps, a, b->at[i]));
	return sum;
}

bool poly_is_const(const struct poly *a)
{
	return a->n == 0 || (a->n == 1 && a->at[0].mono->degree == 0);
}

int128 poly_constant(const struct poly *a)
{
	return a->n && a->at[0].mono->degree == 0 ? a->at[0].coef : 0;
}

uint32_t poly_degree(const struct poly *a)
{
	uint32_t degree = 0;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->at[i].mono->degree > degree)
			degree = a->at[i].mono->degree;
	return degree;
}

static int128 gcd(int128 a, int128 b)
{
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	while (b) {
		int128 rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

int128 poly_content(const struct poly *a)
{
	int128 content = 0;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->at[i].mono->degree)
			content = gcd(content, a->at[i].coef);
	return content;
}

const struct poly *poly_reduce(struct polys *ps, const struct poly *a, int128 by)
{
	struct poly_term at[POLY_TERMS_MAX];
	uint32_t n = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		if (!a->at[i].mono->degree)
			continue;
		assert(a->at[i].coef % by == 0);
		at[n].mono = a->at[i].mono;
		at[n++].coef = a->at[i].coef / by;
	}
	return poly_intern(ps, at, n);
}

void poly_split(struct polys *ps, const struct poly *a, const struct mono *s,
	const struct poly **quotient, const struct poly **rest)
{
	const struct poly *q = poly_const(ps, 0), *r = q;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct mono *part = mono_div(ps, a->at[i].mono, s);
		if (part)
			q = combine(ps, q, poly_mono(ps, part, 1), a->at[i].coef);
		else
			r = combine(ps, r, poly_mono(ps, a->at[i].mono, 1), a->at[i].coef);
	}
	assert(q && r);
	*quotient = q;
	*rest = r;
}

void poly_split_const(struct polys *ps, const struct poly *a, int128 by,
	const struct poly **quotient, const struct poly **rest)
{
	const struct poly *q = poly_const(ps, 0), *r = q;
	assert(by > 0);
	for (uint32_t i = 0; i < a->n; i++) {
		const struct poly *mono = poly_mono(ps, a->at[i].mono, 1);
		if (a->at[i].coef % by == 0)
			q = combine(ps, q, mono, a->at[i].coef / by);
		else
			r = combine(ps, r, mono, a->at[i].coef);
	}
	assert(q && r);
	*quotient = q;
	*rest = r;
}

int128 floor_div(int128 a, int128 b)
{
	assert(b > 0);
	return a / b - (a % b < 0);
}

int128 ceil_div(int128 a, int128 b)
{
	assert(b > 0);
	return a / b + (a % b > 0);
}

static const char *term_show(struct arena *arena, const struct poly_term *term)
{
	int128 coef = term->coef;
	const char *text = coef < 0 ? "-" : "";
	unsigned __int128 size = coef < 0 ? -(unsigned __int128)coef : (unsigned __int128)coef;
	uint64_t high = (uint64_t)(size / 1000000000000000000u);
	uint64_t low = (uint64_t)(size % 1000000000000000000u);
	if (high)
		text = arena_printf(arena, "%s%llu%018llu", text, (unsigned long long)high,
			(unsigned long long)low);
	else if (low != 1 || !term->mono->degree)
		text = arena_printf(arena, "%s%llu", text, (unsigned long long)low);
	for (uint32_t i = 0; i < term->mono->degree; i++)
		text = arena_printf(arena, "%s%sv%u", text, i || high || low != 1 ? "*" : "",
			term->mono->var[i]);
	return text;
}

const char *poly_show(struct arena *arena, const struct poly *a)
{
	const char *text = a->n ? "" : "0";
	for (uint32_t i = 0; i < a->n; i++)
		text = arena_printf(
			arena, "%s%s%s", text, i ? " + " : "", term_show(arena, &a->at[i]));
	return text;
}
