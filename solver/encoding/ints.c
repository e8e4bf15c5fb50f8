#include "solver/encoding/ints.h"

#include "solver/witnesses/scrambled.h"

/* Variables, intervals, sides and views of the integer encoding. */

#define VALUE_MAX ((int128)1 << 90)
#define VALUE_TERMS 24
#define UNBOUNDED POLY_COEF_MAX /* ends of intervals saturate here */

struct ints *ints_new(struct arena *arena, struct ets *ets, const bound_list *bounds)
{
	struct ints *in = arena_alloc(arena, sizeof(*in));
	in->arena = arena;
	in->ets = ets;
	in->ps = polys_new(arena);
	in->fs = forms_new(arena, in->ps);
	in->bounds = *bounds;
	return in;
}

static size_t var_hash(const struct ivar *var)
{
	uint64_t hash = (uint64_t)var->kind + 1;
	for (unsigned i = 0; i < 3; i++)
		hash = (hash ^ var->key[i]) * UINT64_C(0x9e3779b97f4a7c15) + i;
	return (size_t)(hash ^ hash >> 30);
}

static bool var_same(const struct ivar *a, const struct ivar *b)
{
	return a->kind == b->kind && !memcmp(a->key, b->key, sizeof(a->key));
}

static void var_slots_grow(struct ints *in)
{
	in->var_room = in->var_room ? 2 * in->var_room : 128;
	in->var_slots = arena_alloc(in->arena, in->var_room * sizeof(*in->var_slots));
	for (size_t v = 0; v < in->vars.n; v++) {
		size_t i = var_hash(&in->vars.at[v]) & (in->var_room - 1);
		while (in->var_slots[i])
			i = (i + 1) & (in->var_room - 1);
		in->var_slots[i] = (uint32_t)v + 1;
	}
}

static uint32_t var_find(struct ints *in, const struct ivar *shape)
{
	if (2 * (in->vars.n + 1) > in->var_room)
		var_slots_grow(in);
	size_t i = var_hash(shape) & (in->var_room - 1);
	for (; in->var_slots[i]; i = (i + 1) & (in->var_room - 1))
		if (var_same(&in->vars.at[in->var_slots[i] - 1], shape))
			return in->var_slots[i] - 1;
	vec_push(in->arena, &in->vars, *shape);
	in->var_slots[i] = (uint32_t)in->vars.n;
	return (uint32_t)in->vars.n - 1;
}

uint32_t ints_var(struct ints *in, enum ivar_kind kind, uint64_t a, uint64_t b, uint64_t c,
	int128 lo, int128 hi)
{
	assert(lo <= hi);
	struct ivar shape = { .kind = kind, .key = { a, b, c }, .lo = lo, .hi = hi };
	uint32_t index = var_find(in, &shape);
	struct ivar *var = &in->vars.at[index];
	var->lo = lo < var->lo ? lo : var->lo;
	var->hi = hi > var->hi ? hi : var->hi;
	if (kind == IVAR_LEAF)
		var->leaf = in->term;
	const struct poly *poly = poly_var(in->ps, index);
	if (lo > -UNBOUNDED)
		ints_define(in, form_ge(in->fs, poly_add_const(in->ps, poly, -lo)));
	if (hi < UNBOUNDED)
		ints_define(in,
			form_ge(in->fs, poly_add_const(in->ps, poly_scale(in->ps, poly, -1), hi)));
	return index;
}

void ints_side(struct ints *in, enum side_kind kind, const struct form *form)
{
	struct side side = { form, kind };
	if (form->op != FORM_TRUE)
		vec_push(in->arena, &in->node->sides, side);
}

void ints_define(struct ints *in, const struct form *form)
{
	ints_side(in, SIDE_DEFINES, form);
}

void ints_rule_range(struct ints *in, const struct poly *poly, int128 lo, int128 hi)
{
	int128 low, high;
	ints_range(in, poly, &low, &high);
	if (low < lo || high > hi)
		ints_side(in, SIDE_RULE, form_between(in->fs, poly, lo, hi));
}

const struct form *ints_first(struct ints *in, const struct et *et)
{
	struct node *node = in->nodes[et->id];
	assert(node && node->done);
	if (!node->first)
		node->first = ints_new_bool(in);
	return node->first;
}

const struct form *ints_new_bool(struct ints *in)
{
	const struct form *form = form_var(in->fs, forms_new_var(in->fs));
	vec_push(in->arena, &in->bools, NULL);
	assert(in->bools.n == form->var + 1);
	return form;
}

static int128 clamp(int128 a)
{
	return a > UNBOUNDED ? UNBOUNDED : a < -UNBOUNDED ? -UNBOUNDED : a;
}

/* Product that saturates; operands within +-UNBOUNDED. */
static int128 times(int128 a, int128 b)
{
	int128 product;
	if (__builtin_mul_overflow(a, b, &product))
		return (a < 0) == (b < 0) ? UNBOUNDED : -UNBOUNDED;
	return clamp(product);
}

static void times_range(int128 alo, int128 ahi, int128 blo, int128 bhi, int128 *lo, int128 *hi)
{
	int128 corner[] = { times(alo, blo), times(alo, bhi), times(ahi, blo), times(ahi, bhi) };
	*lo = *hi = corner[0];
	for (unsigned i = 1; i < 4; i++) {
		*lo = corner[i] < *lo ? corner[i] : *lo;
		*hi = corner[i] > *hi ? corner[i] : *hi;
	}
}

void ints_range(const struct ints *in, const struct poly *poly, int128 *lo, int128 *hi)
{
	*lo = *hi = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		int128 low = poly->at[i].coef, high = low;
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; k < mono->degree; k++) {
			const struct ivar *var = &in->vars.at[mono->var[k]];
			times_range(low, high, var->lo, var->hi, &low, &high);
		}
		*lo = clamp(*lo + low);
		*hi = clamp(*hi + high);
	}
}

struct value ints_const(struct ints *in, int128 value)
{
	return (struct value){ poly_const(in->ps, value), value, value };
}

struct value ints_bounded(struct ints *in, const struct poly *poly, int128 lo, int128 hi)
{
	int128 low, high;
	assert(poly);
	ints_range(in, poly, &low, &high);
	lo = lo > low ? lo : low;
	hi = hi < high ? hi : high;
	/* An empty interval means that the term is never evaluated. */
	return lo <= hi ? (struct value){ poly, lo, hi } : (struct value){ poly, low, high };
}

struct value ints_atom(struct ints *in, struct value a)
{
	const struct poly *p = a.poly;
	if (p->n == 0 || (p->n == 1 && p->at[0].coef == 1 && p->at[0].mono->degree <= 1))
		return a;
	uint32_t var = ints_var(in, IVAR_ATOM, p->id, 0, 0, a.lo, a.hi);
	struct value atom = { poly_var(in->ps, var), a.lo, a.hi };
	ints_define(in, form_equal(in->fs, atom.poly, p));
	return atom;
}

static bool coefs_fit(const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++)
		if (poly->at[i].coef > VALUE_MAX || poly->at[i].coef < -VALUE_MAX)
			return false;
	return true;
}

static bool fits(struct value a)
{
	return a.poly && a.poly->n <= VALUE_TERMS && a.lo >= -VALUE_MAX && a.hi <= VALUE_MAX &&
	       coefs_fit(a.poly);
}

/* The value of `a` reduced into the width of the term being encoded. */
static struct value reduce(struct ints *in, struct value a)
{
	unsigned width = in->term->width;
	int128 modulus = (int128)1 << width;
	assert(a.poly);
	uint64_t key = a.poly->id;
	int128 from = a.lo > -UNBOUNDED ? floor_div(a.lo, modulus) : -UNBOUNDED;
	int128 to = a.hi < UNBOUNDED ? floor_div(a.hi, modulus) : UNBOUNDED;
	uint32_t times_var = ints_var(
		in, IVAR_FLOOR, key, (uint64_t)modulus, (uint64_t)(modulus >> 64), from, to);
	const struct poly *rest = poly_add_var(in->ps, a.poly, -modulus, times_var);
	assert(rest);
	ints_define(in, form_between(in->fs, rest, 0, modulus - 1));
	return ints_atom(in, (struct value){ rest, 0, modulus - 1 });
}

static struct value combine(struct ints *in, struct value a, struct value b, int sign)
{
	int128 lo = sign > 0 ? a.lo + b.lo : a.lo - b.hi;
	int128 hi = sign > 0 ? a.hi + b.hi : a.hi - b.lo;
	for (;;) {
		const struct poly *sum = sign > 0 ? poly_add(in->ps, a.poly, b.poly)
						  : poly_sub(in->ps, a.poly, b.poly);
		struct value result = { sum, lo, hi };
		if (sum)
			result = ints_bounded(in, sum, lo, hi);
		if (fits(result))
			return result;
		if (sum && sum->n <= 2)
			return reduce(in, result);
		a = ints_atom(in, a);
		b = ints_atom(in, b);
	}
}

struct value ints_add(struct ints *in, struct value a, struct value b)
{
	return combine(in, a, b, 1);
}

struct value ints_sub(struct ints *in, struct value a, struct value b)
{
	return combine(in, a, b, -1);
}

static void note_expansion(struct ints *in, const struct poly *left, const struct poly *right,
	const struct poly *whole)
{
	struct expansion expansion = { left, right, whole };
	if (poly_is_const(left) || poly_is_const(right) || (left->n < 2 && right->n < 2))
		return;
	vec_each(it, &in->expansions)
		if (it->left == left && it->right == right)
			return;
	vec_push(in->arena, &in->expansions, expansion);
}

struct value ints_mul(struct ints *in, struct value a, struct value b)
{
	int128 lo, hi;
	for (;;) {
		const struct poly *product = poly_mul(in->ps, a.poly, b.poly);
		times_range(a.lo, a.hi, b.lo, b.hi, &lo, &hi);
		struct value result = { product, lo, hi };
		if (product)
			result = ints_bounded(in, product, lo, hi);
		if (fits(result)) {
			note_expansion(in, a.poly, b.poly, product);
			return result;
		}
		if (product && product->n <= 1)
			return reduce(in, result);
		a = ints_atom(in, a);
		b = ints_atom(in, b);
	}
}

/* A product that is known to be in range must not be reduced: it is the product itself. */
struct value ints_mul_within(struct ints *in, struct value a, struct value b, int128 lo, int128 hi)
{
	for (;;) {
		struct value result = { poly_mul(in->ps, a.poly, b.poly), lo, hi };
		if (fits(result)) {
			note_expansion(in, a.poly, b.poly, result.poly);
			return ints_bounded(in, result.poly, lo, hi);
		}
		a = ints_atom(in, a);
		b = ints_atom(in, b);
	}
}

struct value ints_scale(struct ints *in, struct value a, int128 factor)
{
	return ints_mul(in, a, ints_const(in, factor));
}

/* Rounded quotient by a positive constant: 0 <= a - by * q < by defines q. */
struct value ints_floor(struct ints *in, struct value a, int128 by)
{
	const struct poly *quotient, *rest;
	int128 lo, hi, from = floor_div(a.lo, by), to = floor_div(a.hi, by);
	assert(by > 0);
	if (from == to)
		return ints_const(in, from);
	poly_split_const(in->ps, a.poly, by, &quotient, &rest);
	int128 constant = poly_constant(rest);
	rest = poly_add_const(in->ps, rest, -constant + (constant - by * floor_div(constant, by)));
	quotient = poly_add_const(in->ps, quotient, floor_div(constant, by));
	ints_range(in, rest, &lo, &hi);
	if (lo >= 0 && hi < by)
		return ints_bounded(in, quotient, from, to);
	uint32_t var =
		ints_var(in, IVAR_FLOOR, a.poly->id, (uint64_t)by, (uint64_t)(by >> 64), from, to);
	const struct poly *left = poly_add_var(in->ps, a.poly, -by, var);
	ints_define(in, form_between(in->fs, left, 0, by - 1));
	return (struct value){ poly_var(in->ps, var), from, to };
}

struct value ints_value(const struct ints *in, const struct et *et)
{
	assert(et->width > 1);
	return ints_node(in, et)->value;
}

/* Narrow types wrap on purpose, halves of what is packed are cut out, and a leaf is not arithmetic. */
bool ints_may_wrap(const struct ets *ets, const struct et *et)
{
	bool arithmetic = et_operator((enum et_op)et->op)->reads == READS_BOTH;
	if (et->op == ET_TRUNC &&
		(et_is_cut(ets, et) || keeps_scrambled_part(et, et->arg[0])))
		return false;
	return et->width >= 32 && (arithmetic || et->op == ET_TRUNC || et->op == ET_ITE);
}

struct value ints_view(struct ints *in, const struct et *et, bool is_signed)
{
	return ints_view_of(in, et, ints_value(in, et), is_signed);
}

/* A leaf cut to fewer bits is named, so that products of it stay short. */
struct value ints_view_of(struct ints *in, const struct et *et, struct value a, bool is_signed)
{
	int128 modulus = (int128)1 << et->width;
	int128 lo = is_signed ? -modulus / 2 : 0, hi = lo + modulus - 1;
	if (a.lo >= lo && a.hi <= hi)
		return a;
	if (poly_is_const(a.poly))
		return ints_const(in, a.lo + modulus * ceil_div(lo - a.lo, modulus));
	int128 below = a.lo < lo ? ceil_div(lo - a.lo, modulus) : 0;
	int128 above = a.hi > hi ? ceil_div(a.hi - hi, modulus) : 0;
	if (above && ints_may_wrap(in->ets, et) && !keeps_scrambled_part(in->term, et)) {
		const struct poly *room =
			poly_add_const(in->ps, poly_scale(in->ps, a.poly, -1), hi);
		ints_side(in, SIDE_ASSUMED, form_ge(in->fs, room));
		above = 0;
		if (!below)
			return ints_bounded(in, a.poly, a.lo, hi);
	}
	uint32_t times_var =
		ints_var(in, IVAR_WRAP, a.poly->id, et->width, is_signed, -above, below);
	const struct poly *view = poly_add_var(in->ps, a.poly, modulus, times_var);
	assert(view);
	ints_define(in, form_between(in->fs, view, lo, hi));
	bool leaf = a.poly->n == 1 && a.poly->at[0].mono->degree == 1;
	struct value value = { view, lo, hi };
	const struct bound *bound = bounds_find(&in->bounds, et);
	if (bound && bound->lo >= 0 && bound->lo <= bound->hi) {
		ints_define(in, form_between(in->fs, view, bound->lo, bound->hi));
		value = ints_bounded(in, view, bound->lo, bound->hi);
	}
	return leaf && et->op == ET_TRUNC ? ints_atom(in, value) : value;
}
