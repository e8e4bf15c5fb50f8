#include "expr/span.h"

#include <assert.h>

#include "base/ptrmap.h"

/* Spans of terms, by abstract interpretation (Cousot and Cousot) over intervals and known bits. */

static uint64_t at_most(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t at_least(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* All bits from the highest one downwards. */
static uint64_t filled(uint64_t value)
{
	for (unsigned i = 1; i < 64; i *= 2)
		value |= value >> i;
	return value;
}

/* Bits and bounds in the light of each other. */
static struct span settled(struct span s, unsigned width)
{
	uint64_t mask = mask_bits(width);
	s.lo = at_least(s.lo, s.ones);
	s.hi = at_most(s.hi, mask & ~s.zeros);
	uint64_t equal = mask & ~filled(s.lo ^ s.hi);
	s.ones |= s.lo & equal;
	s.zeros |= ~s.lo & equal;
	assert(s.lo <= s.hi && !(s.ones & s.zeros));
	return s;
}

static struct span between(unsigned width, uint64_t lo, uint64_t hi)
{
	return settled((struct span){ lo, hi, 0, 0 }, width);
}

static struct span exactly(unsigned width, uint64_t value)
{
	return between(width, value & mask_bits(width), value & mask_bits(width));
}

struct span span_all(unsigned width)
{
	return between(width, 0, mask_bits(width));
}

struct span span_steps(unsigned width, uint64_t lo, uint64_t hi, uint64_t step)
{
	assert(step && lo <= hi);
	uint64_t fixed = (step & -step) - 1;
	return settled((struct span){ lo, hi, lo & fixed, ~lo & fixed & mask_bits(width) }, width);
}

static struct span truth(bool never, bool always)
{
	return between(1, always, !never);
}

/* From `lo`, `size` more, in a circle of the width's numbers. */
static struct span circle(unsigned width, uint64_t lo, uint64_t size, bool fits)
{
	uint64_t mask = mask_bits(width);
	lo &= mask;
	return fits && size <= mask - lo ? between(width, lo, lo + size) : span_all(width);
}

/* Low bits of which both operands are known give those of sums and products. */
static struct span with_low_bits(
	struct span s, unsigned width, const struct span *a, const struct span *b, uint64_t value)
{
	uint64_t known = (a->ones | a->zeros) & (b->ones | b->zeros);
	uint64_t low = known & ((~known & -~known) - 1) & mask_bits(width);
	s.ones |= value & low;
	s.zeros |= ~value & low;
	return settled(s, width);
}

static struct span add(unsigned width, const struct span *a, const struct span *b)
{
	uint64_t x = a->hi - a->lo, y = b->hi - b->lo;
	struct span s = circle(width, a->lo + b->lo, x + y, x <= UINT64_MAX - y);
	return with_low_bits(s, width, a, b, a->ones + b->ones);
}

static struct span subtract(unsigned width, const struct span *a, const struct span *b)
{
	uint64_t x = a->hi - a->lo, y = b->hi - b->lo;
	struct span s = circle(width, a->lo - b->hi, x + y, x <= UINT64_MAX - y);
	return with_low_bits(s, width, a, b, a->ones - b->ones);
}

static struct span multiply(unsigned width, const struct span *a, const struct span *b)
{
	uint64_t most, mask = mask_bits(width);
	bool fits = !__builtin_mul_overflow(a->hi, b->hi, &most) && most <= mask;
	struct span s = fits ? between(width, a->lo * b->lo, most) : span_all(width);
	return with_low_bits(s, width, a, b, a->ones * b->ones);
}

static struct span shift(enum et_op op, unsigned width, const struct span *a, const struct span *b)
{
	uint64_t mask = mask_bits(width);
	if (b->lo != b->hi || b->lo >= width)
		return op == ET_LSHR ? between(width, 0, a->hi) : span_all(width);
	unsigned n = (unsigned)b->lo;
	if (op == ET_LSHR)
		return between(width, a->lo >> n, a->hi >> n);
	struct span s = a->hi <= mask >> n ? between(width, a->lo << n, a->hi << n) : span_all(width);
	s.ones |= a->ones << n & mask;
	s.zeros |= (a->zeros << n | mask_bits(n ? n : 1) * (n != 0)) & mask;
	return settled(s, width);
}

static struct span bits(enum et_op op, unsigned width, const struct span *a, const struct span *b)
{
	struct span s = { 0, mask_bits(width), 0, 0 };
	if (op == ET_AND) {
		s.ones = a->ones & b->ones;
		s.zeros = a->zeros | b->zeros;
		s.hi = at_most(a->hi, b->hi);
	} else if (op == ET_OR) {
		s.ones = a->ones | b->ones;
		s.zeros = a->zeros & b->zeros;
		s.lo = at_least(a->lo, b->lo);
	} else {
		s.ones = (a->ones & b->zeros) | (a->zeros & b->ones);
		s.zeros = (a->ones & b->ones) | (a->zeros & b->zeros);
	}
	return settled(s, width);
}

/* The span of the value with its sign bit turned, which orders signed values as unsigned ones. */
static struct span biased(unsigned width, const struct span *a)
{
	uint64_t sign = UINT64_C(1) << (width - 1);
	if ((a->lo ^ a->hi) & sign)
		return span_all(width);
	return between(width, a->lo ^ sign, a->hi ^ sign);
}

static struct span compare(enum et_op op, unsigned width, struct span a, struct span b)
{
	if (op == ET_EQ)
		return truth(a.hi < b.lo || b.hi < a.lo || (a.ones & b.zeros) || (a.zeros & b.ones),
			a.lo == a.hi && span_is(&b, a.lo));
	if (op == ET_SLT || op == ET_SLE) {
		a = biased(width, &a);
		b = biased(width, &b);
	}
	if (op == ET_ULT || op == ET_SLT)
		return truth(a.lo >= b.hi, a.hi < b.lo);
	return truth(a.lo > b.hi, a.hi <= b.lo);
}

static struct span cast(enum et_op op, unsigned width, unsigned from, const struct span *a)
{
	if (op == ET_TRUNC) {
		struct span s = a->hi <= mask_bits(width) ? between(width, a->lo, a->hi)
							  : span_all(width);
		s.ones |= a->ones & mask_bits(width);
		s.zeros |= a->zeros & mask_bits(width);
		return settled(s, width);
	}
	if (op == ET_ZEXT || !(a->hi >> (from - 1)))
		return settled((struct span){ a->lo, a->hi, a->ones, a->zeros |
			(mask_bits(width) & ~mask_bits(from)) }, width);
	if (!(a->lo >> (from - 1)))
		return span_all(width);
	uint64_t high = mask_bits(width) & ~mask_bits(from);
	return settled((struct span){ a->lo | high, a->hi | high, a->ones | high, a->zeros }, width);
}

static struct span either(unsigned width, const struct span *a, const struct span *b)
{
	return settled((struct span){ at_most(a->lo, b->lo), at_least(a->hi, b->hi),
		a->ones & b->ones, a->zeros & b->zeros }, width);
}

static struct span divide(enum et_op op, unsigned width, const struct span *a, const struct span *b)
{
	if (op == ET_UDIV)
		return between(width, b->lo ? a->lo / b->hi : 0, b->lo ? a->hi / b->lo : a->hi);
	return between(width, a->hi < b->lo ? a->lo : 0, b->hi ? at_most(a->hi, b->hi - 1) : 0);
}

/* Of a dividend that is not negative: the remainder has its sign, whatever the divisor is. */
static struct span divide_signed(
	enum et_op op, unsigned width, const struct span *a, const struct span *b)
{
	uint64_t most = mask_bits(width) >> 1;
	if (a->hi > most || (b->hi > most && op == ET_SDIV))
		return span_all(width);
	return b->hi > most ? between(width, 0, a->hi)
			    : divide(op == ET_SDIV ? ET_UDIV : ET_UREM, width, a, b);
}

static struct span apply(const struct et *et, const struct span *args)
{
	unsigned width = et->width, from = et->arg[0]->width;
	switch (et->op) {
	case ET_ADD:
		return add(width, &args[0], &args[1]);
	case ET_SUB:
		return subtract(width, &args[0], &args[1]);
	case ET_MUL:
		return multiply(width, &args[0], &args[1]);
	case ET_UDIV:
	case ET_UREM:
		return divide(et->op, width, &args[0], &args[1]);
	case ET_AND:
	case ET_OR:
	case ET_XOR:
		return bits(et->op, width, &args[0], &args[1]);
	case ET_SHL:
	case ET_LSHR:
		return shift(et->op, width, &args[0], &args[1]);
	case ET_ZEXT:
	case ET_SEXT:
	case ET_TRUNC:
		return cast(et->op, width, from, &args[0]);
	case ET_ITE:
		return span_is(&args[0], 1)   ? args[1]
		       : span_is(&args[0], 0) ? args[2]
					      : either(width, &args[1], &args[2]);
	case ET_SDIV:
	case ET_SREM:
		return divide_signed((enum et_op)et->op, width, &args[0], &args[1]);
	case ET_ASHR:
		return args[0].hi > mask_bits(width) >> 1 ? span_all(width)
							  : shift(ET_LSHR, width, &args[0], &args[1]);
	}
	return compare(et->op, from, args[0], args[1]);
}

struct spans {
	struct arena *arena;
	struct ptrmap *seen;
	span_leaf_fn *leaf;
	void *data;
};

static struct span span_in(struct spans *spans, const struct et *et)
{
	struct span *known = ptrmap_get(spans->seen, et), args[3], result;
	if (known)
		return *known;
	if (et_is_const(et))
		return exactly(et->width, et->value);
	if (et->op == ET_SYM || et->op == ET_APP) {
		if (!spans->leaf(spans->data, et, &result))
			result = span_all(et->width);
	} else {
		for (unsigned i = 0; i < et->nargs; i++)
			args[i] = span_in(spans, et->arg[i]);
		result = apply(et, args);
	}
	known = arena_alloc(spans->arena, sizeof(*known));
	*known = result;
	ptrmap_set(spans->seen, et, known);
	return result;
}

struct span span_of(struct arena *scratch, const struct et *et, span_leaf_fn *leaf, void *data)
{
	struct spans spans = { scratch, ptrmap_new(scratch), leaf, data };
	return span_in(&spans, et);
}
