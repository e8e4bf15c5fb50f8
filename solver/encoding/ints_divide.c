#include "solver/encoding/ints.h"

/*
 * Division, remainder and shifts. A quotient q of n by d is a variable that
 * the constraints on n - d*q define; the remainder is that polynomial itself,
 * so that (n / d) * d + n % d is n again. Shifts by constants are products and
 * quotients; 2^k for an unknown k is a variable with one case per k.
 */
static bool is_const(struct value a)
{
	return poly_is_const(a.poly);
}

static int128 larger(int128 a, int128 b)
{
	return a > b ? a : b;
}

static int128 magnitude(struct value a)
{
	return larger(a.hi < 0 ? -a.hi : a.hi, a.lo < 0 ? -a.lo : a.lo);
}

static const struct form *at_least(struct ints *in, const struct poly *poly, int128 bound)
{
	return form_ge(in->fs, poly_add_const(in->ps, poly, -bound));
}

static const struct form *at_most(struct ints *in, const struct poly *poly, int128 bound)
{
	return form_not(in->fs, at_least(in, poly, bound + 1));
}

/* n - d * q, whose products may be large while the difference is not. */
static const struct poly *remainder_of(
	struct ints *in, struct value n, struct value d, struct value q)
{
	const struct poly *r = poly_sub(in->ps, n.poly, poly_mul(in->ps, d.poly, q.poly));
	if (!r)
		r = poly_sub(in->ps, n.poly, poly_mul(in->ps, ints_atom(in, d).poly, q.poly));
	assert(r);
	return r;
}

/* 0 <= n, 0 < d */
static struct value divide_unsigned(struct ints *in, struct value n, struct value d, bool rest)
{
	if (is_const(d) && d.lo > 0) {
		struct value q = ints_floor(in, n, d.lo);
		struct value r = ints_sub(in, n, ints_scale(in, q, d.lo));
		return rest ? ints_bounded(in, r.poly, 0, d.lo - 1) : q;
	}
	uint32_t var = ints_var(in, IVAR_TRUNC, n.poly->id, d.poly->id, 0, 0, larger(n.hi, 0));
	struct value q = { poly_var(in->ps, var), 0, larger(n.hi, 0) };
	const struct poly *r = remainder_of(in, n, d, q);
	ints_side(in, SIDE_RULE, at_least(in, d.poly, 1));
	ints_define(in, at_least(in, r, 0));
	ints_define(in, form_not_less(in->fs, poly_add_const(in->ps, d.poly, -1), r));
	ints_define(in, form_not_less(in->fs, n.poly, q.poly));
	return rest ? ints_bounded(in, r, 0, larger(d.hi - 1, 0)) : q;
}

/* sign_n and sign_d with |r| < |d|, r having the sign of n */
static const struct form *truncated(struct ints *in, struct value n, struct value d,
	const struct poly *r, bool n_negative, bool d_negative)
{
	struct forms *fs = in->fs;
	const struct form *when_n = n_negative ? at_most(in, n.poly, -1) : at_least(in, n.poly, 0);
	const struct form *when_d = d_negative ? at_most(in, d.poly, -1) : at_least(in, d.poly, 1);
	const struct poly *size_d = d_negative ? poly_scale(in->ps, d.poly, -1) : d.poly;
	const struct poly *size_r = n_negative ? poly_scale(in->ps, r, -1) : r;
	const struct form *range = form_and(fs, at_least(in, size_r, 0),
		form_not_less(fs, poly_add_const(in->ps, size_d, -1), size_r));
	return form_implies(fs, form_and(fs, when_n, when_d), range);
}

static struct value divide_signed(struct ints *in, struct value n, struct value d, bool rest)
{
	if (n.lo >= 0 && d.lo >= 0)
		return divide_unsigned(in, n, d, rest);
	int128 most = magnitude(n);
	uint32_t var = ints_var(in, IVAR_TRUNC, n.poly->id, d.poly->id, 1, -most, most);
	struct value q = { poly_var(in->ps, var), -most, most };
	const struct poly *r = remainder_of(in, n, d, q);
	const struct form *zero = form_eq(in->fs, d.poly);
	ints_side(in, SIDE_RULE, form_not(in->fs, zero));
	for (unsigned i = 0; i < 4; i++)
		ints_define(in, truncated(in, n, d, r, i & 1, i & 2));
	int128 limit = larger(magnitude(d) - 1, 0);
	limit = limit < most ? limit : most;
	return rest ? ints_bounded(in, r, n.lo < 0 ? -limit : 0, limit) : q;
}

struct value ints_divide(struct ints *in, const struct et *et)
{
	bool is_signed = et->op == ET_SDIV || et->op == ET_SREM;
	bool rest = et->op == ET_UREM || et->op == ET_SREM;
	struct value n = ints_view(in, et->arg[0], is_signed);
	struct value d = ints_view(in, et->arg[1], is_signed);
	if (is_const(d) && d.lo == 0) {
		ints_side(in, SIDE_RULE, form_bool(in->fs, false));
		return ints_const(in, 0);
	}
	if (is_const(n) && is_const(d))
		return ints_const(in, rest ? n.lo % d.lo : n.lo / d.lo);
	return is_signed ? divide_signed(in, n, d, rest) : divide_unsigned(in, n, d, rest);
}

/* shift = k gives var = value, for one k of the range; only 0 has several k. */
static void power_case(struct ints *in, struct value shift, uint32_t var, int128 k, int128 value)
{
	const struct form *when = form_equal(in->fs, shift.poly, poly_const(in->ps, k));
	const struct form *then =
		form_equal(in->fs, poly_var(in->ps, var), poly_const(in->ps, value));
	ints_define(in, value ? form_iff(in->fs, when, then) : form_implies(in->fs, when, then));
}

/* 2^shift, or base >> shift for a power of two `base` (0 when none); the shift is below width. */
static struct value power(struct ints *in, struct value shift, unsigned width, int128 base)
{
	int128 last = shift.hi < width ? shift.hi : (int128)width - 1;
	int128 first = shift.lo > 0 ? shift.lo : 0;
	if (first > last)
		first = last;
	int128 lo = base ? base >> last : (int128)1 << first;
	int128 hi = base ? base >> first : (int128)1 << last;
	uint32_t var = ints_var(in, IVAR_POW2, shift.poly->id, (uint64_t)base,
		(uint64_t)first << 32 | (uint64_t)last, lo, hi);
	for (int128 k = first; k <= last; k++) {
		int128 value = base ? base >> k : (int128)1 << k;
		power_case(in, shift, var, k, value);
	}
	return (struct value){ poly_var(in->ps, var), lo, hi };
}

/* The amount of a shift by an unknown: below the width by the rules of the language. */
static struct value amount_of(struct ints *in, const struct et *et)
{
	struct value shift = ints_view(in, et->arg[1], false);
	ints_side(in, SIDE_RULE, at_most(in, shift.poly, et->width - 1));
	return ints_bounded(in, shift.poly, 0, et->width - 1);
}

static bool power_of_two(struct value a)
{
	return is_const(a) && a.lo > 0 && !(a.lo & (a.lo - 1));
}

static struct value shift_right(struct ints *in, const struct et *et)
{
	bool is_signed = et->op == ET_ASHR;
	struct value n = ints_view(in, et->arg[0], is_signed), shift = amount_of(in, et);
	if (power_of_two(n) && n.lo <= ((int128)1 << 62))
		return power(in, shift, et->width, n.lo);
	struct value d = power(in, shift, et->width, 0);
	if (n.lo >= 0)
		return divide_unsigned(in, n, d, false);
	uint32_t var =
		ints_var(in, IVAR_FLOOR, n.poly->id, d.poly->id, UINT64_MAX, n.lo, larger(n.hi, 0));
	struct value q = { poly_var(in->ps, var), n.lo, larger(n.hi, 0) };
	const struct poly *r = remainder_of(in, n, d, q);
	ints_define(in, at_least(in, r, 0));
	ints_define(in, form_not_less(in->fs, poly_add_const(in->ps, d.poly, -1), r));
	return q;
}

static struct value shift_left(struct ints *in, const struct et *et, struct value by)
{
	int128 half = (int128)1 << (et->width - 1), modulus = 2 * half;
	bool nsw = et->flags & ET_NSW, nuw = et->flags & ET_NUW;
	if (!nsw && !nuw)
		return ints_mul(in, ints_value(in, et->arg[0]), by);
	int128 lo = nsw ? -half : 0, hi = nsw ? half - 1 : modulus - 1;
	struct value result = ints_mul_within(in, ints_view(in, et->arg[0], nsw), by, lo, hi);
	ints_rule_range(in, result.poly, lo, hi);
	return ints_bounded(in, result.poly, lo, hi);
}

struct value ints_shift(struct ints *in, const struct et *et)
{
	if (!et_is_const(et->arg[1])) {
		if (et->op != ET_SHL)
			return shift_right(in, et);
		return shift_left(in, et, power(in, amount_of(in, et), et->width, 0));
	}
	uint64_t amount = et->arg[1]->value;
	if (et->op == ET_ASHR && amount >= et->width)
		amount = et->width - 1u;
	if (amount >= et->width)
		return ints_const(in, 0);
	if (et->op == ET_SHL)
		return shift_left(in, et, ints_const(in, (int128)1 << amount));
	struct value n = ints_view(in, et->arg[0], et->op == ET_ASHR);
	return ints_floor(in, n, (int128)1 << amount);
}
