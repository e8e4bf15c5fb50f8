#include "expr/et_simplify.h"

/*
 * Identities of machine arithmetic. Each function returns an equal, simpler
 * term, or NULL.
 */

bool is_value(const struct et *et, uint64_t value)
{
	return et->op == ET_CONST && et->value == (value & mask_bits(et->width));
}

unsigned known_width(const struct et *et)
{
	if (et->op == ET_ZEXT)
		return known_width(et->arg[0]);
	if (et->op == ET_CONST) {
		unsigned bits = 1;
		while (bits < 64 && et->value >> bits)
			bits++;
		return bits;
	}
	if (et->op == ET_AND) {
		unsigned a = known_width(et->arg[0]), b = known_width(et->arg[1]);
		return a < b ? a : b;
	}
	return et->width;
}

const struct et *negated_compare(struct ets *ets, const struct et *et)
{
	switch (et->op) {
	case ET_SLT:
		return et_binary(ets, ET_SLE, 0, et->arg[1], et->arg[0]);
	case ET_SLE:
		return et_binary(ets, ET_SLT, 0, et->arg[1], et->arg[0]);
	case ET_ULT:
		return et_binary(ets, ET_ULE, 0, et->arg[1], et->arg[0]);
	case ET_ULE:
		return et_binary(ets, ET_ULT, 0, et->arg[1], et->arg[0]);
	default:
		return NULL;
	}
}

/* x of trunc(x + c), or of trunc(x - d) with c = -d; NULL: it is no such, or another constant. */
static const struct et *cut_sum(const struct et *et, uint64_t c)
{
	const struct et *sum = et->op == ET_TRUNC ? et->arg[0] : NULL;
	if (!sum || (sum->op != ET_ADD && sum->op != ET_SUB) || !et_is_const(sum->arg[1]))
		return NULL;
	uint64_t added = sum->op == ET_ADD ? sum->arg[1]->value : -sum->arg[1]->value;
	return ((added ^ c) & mask_bits(et->width)) == 0 ? sum->arg[0] : NULL;
}

static const struct et *simplify_add(
	struct ets *ets, unsigned flags, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	const struct et *whole = b->op == ET_CONST ? cut_sum(a, -b->value) : NULL;
	if (whole)
		return et_cast(ets, ET_TRUNC, a->width, whole);
	if (a->op == ET_SUB && a->arg[1] == b)
		return a->arg[0];
	if (b->op == ET_SUB && b->arg[1] == a)
		return b->arg[0];
	if (b->op == ET_CONST && a->op == ET_ADD && a->arg[1]->op == ET_CONST) {
		int64_t x = et_signed(a->arg[1]), y = et_signed(b);
		uint64_t sum = a->arg[1]->value + b->value;
		bool same_sign = (x < 0) == (y < 0);
		bool fits = sign_extend(sum, a->width) == x + y && same_sign;
		if (!flags && !a->flags)
			return et_binary(ets, ET_ADD, 0, a->arg[0], et_const(ets, a->width, sum));
		if ((flags & a->flags & ET_NSW) && a->width < 64 && fits)
			return et_binary(
				ets, ET_ADD, ET_NSW, a->arg[0], et_const(ets, a->width, sum));
	}
	return NULL;
}

static const struct et *simplify_sub(struct ets *ets, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	if (a == b)
		return et_const(ets, a->width, 0);
	if (a->op == ET_ADD && a->arg[1] == b)
		return a->arg[0];
	if (a->op == ET_ADD && a->arg[0] == b)
		return a->arg[1];
	if (a->op == ET_ADD && b->op == ET_ADD && a->arg[0] == b->arg[0])
		return et_binary(ets, ET_SUB, 0, a->arg[1], b->arg[1]);
	if (a->op == ET_ADD && b->op == ET_ADD && a->arg[1] == b->arg[1])
		return et_binary(ets, ET_SUB, 0, a->arg[0], b->arg[0]);
	return NULL;
}

static const struct et *simplify_mul(struct ets *ets, const struct et *a, const struct et *b)
{
	(void)ets;
	if (is_value(b, 0))
		return b;
	if (is_value(b, 1))
		return a;
	return NULL;
}

/* Nothing is left of a multiple of a power of two, whether the product wraps or not. */
static const struct et *simplify_rem(struct ets *ets, const struct et *a, const struct et *b)
{
	if (b->op != ET_CONST || b->width == 1 || !b->value || (b->value & (b->value - 1)))
		return NULL;
	bool multiple = a->op == ET_MUL && a->arg[1]->op == ET_CONST &&
			!(a->arg[1]->value & (b->value - 1));
	return b->value == 1 || multiple ? et_const(ets, a->width, 0) : NULL;
}

static const struct et *simplify_lshr(struct ets *ets, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	if (b->op != ET_CONST)
		return NULL;
	if (b->value >= known_width(a))
		return et_const(ets, a->width, 0);
	if (a->op == ET_SHL && a->arg[1] == b && known_width(a->arg[0]) + b->value <= a->width)
		return a->arg[0];
	if (a->op == ET_OR) {
		const struct et *x = et_binary(ets, ET_LSHR, 0, a->arg[0], b);
		const struct et *y = et_binary(ets, ET_LSHR, 0, a->arg[1], b);
		if (is_value(x, 0) || is_value(y, 0))
			return et_or(ets, x, y);
	}
	return NULL;
}

/* Do products with a constant differ where the other factors do. */
static bool keeps_apart(const struct et *product)
{
	uint64_t by = product->arg[1]->value;
	return by & 1 || (by && never_wraps(product));
}

/* Of offsets: x * 8 + 4 == 12 is x == 1; NULL: not of that shape. */
static const struct et *simplify_eq_constant(struct ets *ets, const struct et *a, const struct et *b)
{
	bool constant = (a->op == ET_ADD || a->op == ET_MUL) && a->arg[1]->op == ET_CONST;
	if (!constant || a->width != 64)
		return NULL;
	uint64_t by = a->arg[1]->value, mask = mask_bits(a->width);
	if (a->op == ET_ADD)
		return et_binary(ets, ET_EQ, 0, a->arg[0], et_const(ets, a->width, (b->value - by) & mask));
	if (et_signed(a->arg[1]) < 2 || et_signed(b) < 0 || !never_wraps(a))
		return NULL;
	int64_t quotient = et_signed(b) / et_signed(a->arg[1]);
	if (quotient * et_signed(a->arg[1]) != et_signed(b))
		return et_bool(ets, false);
	return et_binary(ets, ET_EQ, 0, a->arg[0], et_const(ets, a->width, (uint64_t)quotient));
}

/* Of offsets: x * 8 + 4 and y * 8 + 4 are equal where x and y are; NULL: not of one shape. */
static const struct et *simplify_eq_shape(struct ets *ets, const struct et *a, const struct et *b)
{
	if (a->op != b->op || a->width != 64)
		return NULL;
	bool constant = (a->op == ET_ADD || a->op == ET_MUL) && a->arg[1]->op == ET_CONST &&
			a->arg[1] == b->arg[1];
	bool wider = (a->op == ET_ZEXT || a->op == ET_SEXT) && a->arg[0]->width == b->arg[0]->width;
	if (!wider && (!constant || (a->op == ET_MUL && (!keeps_apart(a) || !keeps_apart(b)))))
		return NULL;
	return et_binary(ets, ET_EQ, 0, a->arg[0], b->arg[0]);
}

enum { RANGE_DEPTH = 8 };

/* Bounds of a sum of products of symbols with bounds, none of which is negative or wraps; false: it
 * is no such. */
static bool range_of(const struct et *et, unsigned depth, uint64_t *least, uint64_t *most)
{
	uint64_t lo[2], hi[2];
	if (et->op == ET_CONST || et->op == ET_SYM) {
		*least = et->op == ET_CONST ? et->value : (uint64_t)et->sym->lo;
		*most = et->op == ET_CONST ? et->value : (uint64_t)et->sym->hi;
		return (et->op == ET_CONST || (et->sym->bounded && et->sym->lo >= 0)) &&
		       *most >> 31 == 0;
	}
	if (!depth || (et->op != ET_ADD && et->op != ET_MUL && et->op != ET_ZEXT))
		return false;
	for (unsigned i = 0; i < et->nargs; i++)
		if (!range_of(et->arg[i], depth - 1, &lo[i], &hi[i]))
			return false;
	*least = et->op == ET_ADD ? lo[0] + lo[1] : et->op == ET_MUL ? lo[0] * lo[1] : lo[0];
	*most = et->op == ET_ADD ? hi[0] + hi[1] : et->op == ET_MUL ? hi[0] * hi[1] : hi[0];
	return *most >> 31 == 0 && *most <= mask_bits(et->width);
}

/* Of a place in a block: (z * height + y) * width + x is 0 where z, y and x are; NULL: not of that
 * shape. */
static const struct et *simplify_eq_zero(struct ets *ets, const struct et *a, const struct et *zero)
{
	uint64_t least[2], most;
	if ((a->op != ET_ADD && a->op != ET_MUL) || zero->value ||
		!range_of(a, RANGE_DEPTH, least, &most))
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		range_of(a->arg[i], RANGE_DEPTH, &least[i], &most);
	const struct et *first = et_binary(ets, ET_EQ, 0, a->arg[0], zero);
	const struct et *second = et_binary(ets, ET_EQ, 0, a->arg[1], zero);
	if (a->op == ET_ADD)
		return et_and(ets, first, second);
	return least[0] ? second : least[1] ? first : et_or(ets, first, second);
}

static const struct et *simplify_eq(struct ets *ets, const struct et *a, const struct et *b)
{
	if (a == b)
		return et_bool(ets, true);
	if (a->width == 1 && b->op == ET_CONST)
		return b->value ? a : et_not(ets, a);
	if (b->op != ET_CONST)
		return simplify_eq_shape(ets, a, b);
	if (a->op == ET_ZEXT || a->op == ET_SEXT) {
		uint64_t narrow = b->value & mask_bits(a->arg[0]->width);
		const struct et *n = et_const(ets, a->arg[0]->width, narrow);
		uint64_t wide = a->op == ET_ZEXT ? narrow : (uint64_t)et_signed(n);
		if ((wide & mask_bits(a->width)) != b->value)
			return et_bool(ets, false);
		return et_binary(ets, ET_EQ, 0, a->arg[0], n);
	}
	if (a->op == ET_ITE && a->arg[1]->op == ET_CONST && a->arg[2]->op == ET_CONST) {
		bool then = a->arg[1] == b, otherwise = a->arg[2] == b;
		if (then == otherwise)
			return et_bool(ets, then);
		return then ? a->arg[0] : et_not(ets, a->arg[0]);
	}
	const struct et *parts = simplify_eq_zero(ets, a, b);
	return parts ? parts : simplify_eq_constant(ets, a, b);
}

static const struct et *simplify_compare(
	struct ets *ets, enum et_op op, const struct et *a, const struct et *b)
{
	if (a == b)
		return et_bool(ets, op == ET_ULE || op == ET_SLE);
	if (op == ET_ULT && is_value(b, 0))
		return et_bool(ets, false);
	if (op == ET_ULE && is_value(a, 0))
		return et_bool(ets, true);
	if (op == ET_ULT && is_value(b, 1))
		return et_binary(ets, ET_EQ, 0, a, et_const(ets, a->width, 0));
	return NULL;
}

const struct et *simplify(
	struct ets *ets, enum et_op op, unsigned flags, const struct et *a, const struct et *b)
{
	switch (op) {
	case ET_ADD:
		return simplify_add(ets, flags, a, b);
	case ET_SUB:
		return simplify_sub(ets, a, b);
	case ET_MUL:
		return simplify_mul(ets, a, b);
	case ET_AND:
		return simplify_and(ets, a, b);
	case ET_OR:
		return simplify_or(ets, a, b);
	case ET_XOR:
		return simplify_xor(ets, a, b);
	case ET_UDIV:
		return simplify_udiv(ets, a, b);
	case ET_SDIV:
		return is_value(b, 1) && b->width > 1 ? a : NULL;
	case ET_UREM:
	case ET_SREM:
		return simplify_rem(ets, a, b);
	case ET_LSHR:
		return simplify_lshr(ets, a, b);
	case ET_SHL:
	case ET_ASHR:
		return is_value(b, 0) ? a : NULL;
	case ET_EQ:
		return simplify_eq(ets, a, b);
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
		return simplify_compare(ets, op, a, b);
	case ET_CONST:
	case ET_SYM:
	case ET_APP:
	case ET_ZEXT:
	case ET_SEXT:
	case ET_TRUNC:
	case ET_ITE:
	case ET_OPS:
		break;
	}
	bug("et_binary: not a binary operator");
}

/* Is it a number of that width that was extended, a small constant, or made of such ones? */
static bool is_extended(const struct et *et, unsigned width)
{
	switch (et->op) {
	case ET_CONST:
		return et_signed(et) >= -((int64_t)1 << 31) && et_signed(et) < (int64_t)1 << 31;
	case ET_ZEXT:
	case ET_SEXT:
		return et->arg[0]->width == width;
	case ET_ADD:
	case ET_SUB:
	case ET_MUL:
		return is_extended(et->arg[0], width) && is_extended(et->arg[1], width);
	default:
		return false;
	}
}

/* Is it a choice among constants and conditions, and symbols that are cut to one bit, of no more than so many levels. */
static bool chooses_flags(const struct et *et, unsigned width, unsigned levels)
{
	bool flag = et->op == ET_CONST || (et->op == ET_ZEXT && et->arg[0]->width == 1) || (et->op == ET_SYM && width == 1);
	return flag || (et->op == ET_ITE && levels && chooses_flags(et->arg[1], width, levels - 1) &&
			       chooses_flags(et->arg[2], width, levels - 1));
}

static const struct et *simplify_trunc(struct ets *ets, unsigned width, const struct et *a)
{
	switch (a->op) {
	case ET_TRUNC:
		return et_cast(ets, ET_TRUNC, width, a->arg[0]);
	case ET_ZEXT:
	case ET_SEXT: {
		unsigned inner = a->arg[0]->width;
		if (inner == width)
			return a->arg[0];
		return et_cast(ets, inner > width ? ET_TRUNC : (enum et_op)a->op, width, a->arg[0]);
	}
	case ET_SHL:
		if (a->arg[1]->op == ET_CONST && a->arg[1]->value >= width)
			return et_const(ets, width, 0);
		return NULL;
	case ET_ITE:
		/* a flag that is kept in a byte */
		return chooses_flags(a, width, 4)
			       ? et_ite(ets, a->arg[0], et_cast(ets, ET_TRUNC, width, a->arg[1]),
					 et_cast(ets, ET_TRUNC, width, a->arg[2]))
			       : NULL;
	case ET_AND:
	case ET_OR:
	case ET_XOR: {
		const struct et *x = et_cast(ets, ET_TRUNC, width, a->arg[0]);
		const struct et *y = et_cast(ets, ET_TRUNC, width, a->arg[1]);
		return et_binary(ets, (enum et_op)a->op, 0, x, y);
	}
	case ET_ADD:
	case ET_SUB:
	case ET_MUL: {
		/* sizes in bytes that are kept as int: arithmetic of 32 bits */
		if (width != 32 || !is_extended(a, width))
			return NULL;
		const struct et *x = et_cast(ets, ET_TRUNC, width, a->arg[0]);
		const struct et *y = et_cast(ets, ET_TRUNC, width, a->arg[1]);
		return et_binary(ets, (enum et_op)a->op, 0, x, y);
	}
	default:
		return NULL;
	}
}

const struct et *simplify_cast(struct ets *ets, enum et_op op, unsigned width, const struct et *a)
{
	if (a->op == ET_CONST) {
		uint64_t args[] = { a->value };
		return et_const(ets, width, et_fold(op, width, a->width, args));
	}
	if (op == ET_TRUNC)
		return simplify_trunc(ets, width, a);
	if (a->op == ET_ZEXT)
		return et_cast(ets, ET_ZEXT, width, a->arg[0]);
	if (op == ET_SEXT && a->op == ET_SEXT)
		return et_cast(ets, ET_SEXT, width, a->arg[0]);
	return NULL;
}
