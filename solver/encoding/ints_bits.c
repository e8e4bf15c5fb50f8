#include "solver/encoding/ints.h"

/*
 * Bitwise operators. Everything is reduced to AND:
 *   a | b = a + b - (a & b),  a ^ b = a + b - 2 (a & b).
 * AND with a constant takes runs of one bits [i, j) apart:
 *   sum of 2^i floor(a / 2^i) - 2^j floor(a / 2^j),
 * AND with a power of two P is P (q - 2 floor(q / 2)) for q = floor(a / P), and
 * AND of small values goes bit by bit. Only the congruence of the operands
 * modulo 2^width matters for all of these.
 */
#define DIGITS_MAX 16
#define RUNS_MAX 8

static unsigned runs_of(uint64_t mask)
{
	return (unsigned)__builtin_popcountll(mask & ~(mask << 1));
}

static struct value and_mask(struct ints *in, struct value a, uint64_t mask, unsigned width)
{
	struct value sum = ints_const(in, 0);
	bool whole = a.lo >= 0 && a.hi <= (int128)mask_bits(width);
	for (unsigned i = 0; i < width;) {
		unsigned j = i;
		if (!(mask >> i & 1)) {
			i++;
			continue;
		}
		while (j < width && (mask >> j & 1))
			j++;
		struct value low = ints_floor(in, a, (int128)1 << i);
		sum = ints_add(in, sum, ints_scale(in, low, (int128)1 << i));
		if (j < width || !whole) {
			struct value high = ints_floor(in, a, (int128)1 << j);
			sum = ints_sub(in, sum, ints_scale(in, high, (int128)1 << j));
		}
		i = j;
	}
	return ints_bounded(in, sum.poly, 0, (int128)(mask & mask_bits(width)));
}

/* A value of 0 or 1: bit i of a. */
static struct value bit_of(struct ints *in, struct value a, unsigned i)
{
	struct value low = ints_floor(in, a, (int128)1 << i);
	struct value high = ints_floor(in, a, (int128)1 << (i + 1));
	struct value bit = ints_sub(in, low, ints_scale(in, high, 2));
	return ints_bounded(in, bit.poly, 0, 1);
}

static struct value and_bits(struct ints *in, struct value a, struct value b)
{
	if (poly_is_const(a.poly))
		return a.lo ? b : ints_const(in, 0);
	if (poly_is_const(b.poly))
		return b.lo ? a : ints_const(in, 0);
	if (a.poly == b.poly)
		return a;
	uint64_t x = a.poly->id, y = b.poly->id;
	uint32_t var = ints_var(in, IVAR_BITS, x < y ? x : y, x < y ? y : x, 0, 0, 1);
	const struct poly *both = poly_var(in->ps, var);
	ints_define(in, form_not_less(in->fs, a.poly, both));
	ints_define(in, form_not_less(in->fs, b.poly, both));
	ints_define(in, form_not_less(in->fs, poly_add_const(in->ps, both, 1),
				poly_add(in->ps, a.poly, b.poly)));
	return (struct value){ both, 0, 1 };
}

static struct value and_digits(struct ints *in, struct value a, struct value b, unsigned digits)
{
	struct value sum = ints_const(in, 0);
	for (unsigned i = 0; i < digits; i++) {
		struct value bit = and_bits(in, bit_of(in, a, i), bit_of(in, b, i));
		sum = ints_add(in, sum, ints_scale(in, bit, (int128)1 << i));
	}
	return sum;
}

/* Bits that may be set in a value of this interval. */
static unsigned bit_length(struct value a, unsigned width)
{
	unsigned bits = 0;
	if (a.lo < 0)
		return width;
	while (bits < width && a.hi >> bits)
		bits++;
	return bits;
}

/* Low bits that are surely zero: those of all coefficients. */
static unsigned low_zeros(struct value a)
{
	int128 all = poly_content(a.poly) | poly_constant(a.poly);
	unsigned zeros = 0;
	while (zeros < 64 && !(all >> zeros & 1))
		zeros++;
	return zeros;
}

static bool is_power_var(const struct ints *in, struct value a)
{
	const struct poly *p = a.poly;
	return p->n == 1 && p->at[0].coef == 1 && p->at[0].mono->degree == 1 &&
	       in->vars.at[p->at[0].mono->var[0]].kind == IVAR_POW2 && a.lo > 0;
}

/* a & P for a power of two P */
static struct value and_power(struct ints *in, struct value a, struct value p)
{
	int128 lo = a.lo < 0 ? a.lo : 0, hi = a.hi > 0 ? a.hi : 0;
	a = ints_atom(in, a);
	uint32_t var = ints_var(in, IVAR_FLOOR, a.poly->id, p.poly->id, UINT64_MAX, lo, hi);
	struct value q = { poly_var(in->ps, var), lo, hi };
	const struct poly *r = poly_sub(in->ps, a.poly, poly_mul(in->ps, p.poly, q.poly));
	ints_define(in, form_ge(in->fs, r));
	ints_define(in, form_not_less(in->fs, poly_add_const(in->ps, p.poly, -1), r));
	struct value bit = ints_sub(in, q, ints_scale(in, ints_floor(in, q, 2), 2));
	struct value result = ints_mul(in, p, ints_bounded(in, bit.poly, 0, 1));
	return ints_bounded(in, result.poly, 0, p.hi);
}

static struct value and_opaque(struct ints *in, const struct et *et)
{
	struct value a = ints_view(in, et->arg[0], false), b = ints_view(in, et->arg[1], false);
	int128 most = a.hi < b.hi ? a.hi : b.hi;
	uint32_t var = ints_var(in, IVAR_OPAQUE, et->arg[0]->id, et->arg[1]->id, 0, 0, most);
	const struct poly *both = poly_var(in->ps, var);
	ints_define(in, form_not_less(in->fs, a.poly, both));
	ints_define(in, form_not_less(in->fs, b.poly, both));
	return (struct value){ both, 0, most };
}

static struct value and_of(struct ints *in, const struct et *et)
{
	unsigned width = et->width;
	const struct et *mask = et->arg[1];
	if (et_is_const(mask) && runs_of(mask->value) <= RUNS_MAX)
		return and_mask(in, ints_value(in, et->arg[0]), mask->value, width);
	struct value a = ints_value(in, et->arg[0]), b = ints_value(in, et->arg[1]);
	unsigned na = bit_length(a, width), nb = bit_length(b, width);
	unsigned digits = na < nb ? na : nb;
	if (low_zeros(a) >= nb || low_zeros(b) >= na)
		return ints_const(in, 0);
	if (is_power_var(in, b))
		return and_power(in, a, b);
	if (is_power_var(in, a))
		return and_power(in, b, a);
	return digits <= DIGITS_MAX ? and_digits(in, a, b, digits) : and_opaque(in, et);
}

/*
 * a | b and a ^ b are not smaller than 0 when both are views of nonnegative
 * values, and below the next power of two.
 */
static struct value bounded_union(struct ints *in, const struct et *et, struct value a)
{
	struct value x = ints_value(in, et->arg[0]), y = ints_value(in, et->arg[1]);
	unsigned nx = bit_length(x, et->width), ny = bit_length(y, et->width);
	int128 most = ((int128)1 << (nx > ny ? nx : ny)) - 1;
	return x.lo >= 0 && y.lo >= 0 && x.hi <= (int128)mask_bits(et->width) &&
			       y.hi <= (int128)mask_bits(et->width)
		       ? ints_bounded(in, a.poly, 0, most)
		       : a;
}

struct value ints_bitwise(struct ints *in, const struct et *et)
{
	struct value both = and_of(in, et);
	if (et->op == ET_AND)
		return both;
	struct value sum = ints_add(in, ints_value(in, et->arg[0]), ints_value(in, et->arg[1]));
	struct value result = ints_sub(in, sum, ints_scale(in, both, et->op == ET_OR ? 1 : 2));
	return bounded_union(in, et, result);
}
