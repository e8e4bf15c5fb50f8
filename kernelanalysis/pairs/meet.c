#include "base/divisor.h"
#include "kernelanalysis/pairs/order.h"

/*
 * Whether two accesses can touch a common byte, without a solver: an address is taken for a
 * constant, a multiple of a step, and a number from 0 to an extent, whatever its symbols are. The
 * extent comes from subscripts that the guard bounds, such as those of an array in a struct.
 */
struct span {
	uint64_t constant, step, extent; /* step 0: no symbol but the object's base, and such with an extent */
	uint64_t grain;                  /* what all but the constant is a multiple of; 0: it is nothing */
};

/* So that products of numbers and sizes, and a few sums of them, stay far within 64 bits. */
#define MOST_NUMBERS (UINT64_C(1) << 30)
#define WIDEST_SIZE (UINT64_C(1) << 20)
#define FARTHEST (INT64_C(1) << 62)

static const struct et *stripped(const struct et *term)
{
	while (term->op == ET_SEXT || term->op == ET_ZEXT)
		term = term->arg[0];
	return term;
}

/* Is the guard of this kind: what is extended with zeros compares alike in both ways. */
static bool compares(const struct et *guard, enum et_op less)
{
	return guard->op == less || (less == ET_ULT && guard->op == ET_SLT &&
					    guard->arg[0]->op == ET_ZEXT);
}

/* The least constant that the guard says the term to be below, unsigned or signed; 0: none. */
static uint64_t below(const struct et *guard, const struct et *term, enum et_op less)
{
	if (guard->op == ET_AND && guard->width == 1) {
		uint64_t a = below(guard->arg[0], term, less), b = below(guard->arg[1], term, less);
		return !a || (b && b < a) ? b : a;
	}
	if (!compares(guard, less) || !et_is_const(guard->arg[1]) ||
		stripped(guard->arg[0]) != stripped(term))
		return 0;
	int64_t bound = sign_extend(guard->arg[1]->value, guard->arg[1]->width);
	return guard->op == ET_ULT ? guard->arg[1]->value : bound > 0 ? (uint64_t)bound : 0;
}

static bool not_negative(const struct et *guard, const struct et *term)
{
	if (guard->op == ET_AND && guard->width == 1)
		return not_negative(guard->arg[0], term) || not_negative(guard->arg[1], term);
	return guard->op == ET_SLE && et_is_const(guard->arg[0]) && !guard->arg[0]->value &&
	       guard->arg[1]->op != ET_ZEXT && stripped(guard->arg[1]) == stripped(term);
}

/* Has the term room for the number with its sign: it is the same one when extended in either way. */
static bool has_room(const struct et *term, uint64_t number)
{
	return number <= MOST_NUMBERS && number < UINT64_C(1) << (term->width - 1);
}

/* What the term's values are below, where none is negative; 0: not known. */
static uint64_t count_of(const struct et *guard, const struct et *term)
{
	uint64_t count = below(guard, term, ET_ULT);
	uint64_t most = not_negative(guard, term) ? below(guard, term, ET_SLT) : 0;
	if (!count || (most && most < count))
		count = most;
	return has_room(stripped(term), count) ? count : 0;
}

struct range {
	int64_t lo, hi;
	bool known;
};

static struct range range_of(const struct et *term, const struct et *guard);

/* The range, unless the term has no room for it. */
static struct range within(const struct et *term, int64_t lo, int64_t hi)
{
	int64_t most = hi > -lo ? hi : -lo;
	return (struct range){ lo, hi, has_room(term, (uint64_t)most) };
}

/* Of a sum or difference, or a product with a constant. */
static struct range range_of_sum(const struct et *term, struct range a, struct range b)
{
	int64_t by = b.lo;
	switch (term->op) {
	case ET_ADD: return within(term, a.lo + b.lo, a.hi + b.hi);
	case ET_SUB: return within(term, a.lo - b.hi, a.hi - b.lo);
	case ET_SHL: by = b.lo >= 0 && b.lo < 30 ? INT64_C(1) << b.lo : 0; break;
	case ET_MUL: break;
	default: by = 0;
	}
	if (b.lo != b.hi || by <= 0)
		return (struct range){ 0, 0, false };
	return within(term, a.lo * by, a.hi * by);
}

static struct range range_of_two(const struct et *term, const struct et *guard)
{
	struct range b = range_of(term->arg[1], guard);
	bool constant = b.known && b.lo == b.hi && b.lo > 0;
	if (term->op == ET_UREM && constant)
		return within(term, 0, b.lo - 1);
	if (term->op == ET_AND && constant)
		return within(term, 0, b.lo);
	struct range a = range_of(term->arg[0], guard);
	return a.known && b.known ? range_of_sum(term, a, b) : (struct range){ 0, 0, false };
}

static struct range range_of(const struct et *term, const struct et *guard)
{
	uint64_t count = count_of(guard, term);
	if (count)
		return within(stripped(term), 0, (int64_t)count - 1);
	if (et_is_const(term)) {
		int64_t value = sign_extend(term->value, term->width);
		bool little = value > -(int64_t)MOST_NUMBERS && value < (int64_t)MOST_NUMBERS;
		return (struct range){ value, value, little };
	}
	if (term->op == ET_SEXT)
		return range_of(term->arg[0], guard);
	if (term->op == ET_ZEXT) {
		struct range r = range_of(term->arg[0], guard);
		return (struct range){ r.lo, r.hi, r.known && r.lo >= 0 };
	}
	return term->nargs == 2 ? range_of_two(term, guard) : (struct range){ 0, 0, false };
}

/* A multiple of `size`: with a bounded factor an extent, else a step. */
static struct span multiple(const struct et *guard, const struct et *factor, uint64_t size)
{
	struct range r = { 0, 0, false };
	if (size <= WIDEST_SIZE)
		r = range_of(factor, guard);
	uint64_t step = (int64_t)size < 0 ? -size : size;
	if (r.known)
		return (struct span){ (uint64_t)r.lo * size, 0, (uint64_t)(r.hi - r.lo) * size, step };
	return (struct span){ 0, step, 0, step };
}

static struct span span_of(const struct et *term, const struct et *guard)
{
	if (term->op == ET_CONST)
		return (struct span){ term->value, 0, 0, 0 };
	if (term->op == ET_SYM && term->sym->kind == SYM_BASE)
		return (struct span){ 0, 0, 0, 0 };
	if (term->width == 64 && (term->op == ET_ADD || term->op == ET_SUB)) {
		struct span a = span_of(term->arg[0], guard), b = span_of(term->arg[1], guard);
		uint64_t constant = a.constant + b.constant;
		if (term->op == ET_SUB)
			constant = a.constant - b.constant - b.extent;
		return (struct span){ constant, common_divisor(a.step, b.step), a.extent + b.extent,
			common_divisor(a.grain, b.grain) };
	}
	if (term->width == 64 && term->op == ET_MUL && et_is_const(term->arg[1]))
		return multiple(guard, term->arg[0], term->arg[1]->value);
	if (term->width == 64 && term->op == ET_SHL && et_is_const(term->arg[1]))
		return multiple(guard, term->arg[0], UINT64_C(1) << (term->arg[1]->value & 63));
	return (struct span){ 0, 1, 0, 1 };
}

/* Is a number from `least` to `most` a multiple of the step, or 0. */
static bool has_multiple(int64_t least, int64_t most, uint64_t step)
{
	if (least <= 0 && most >= 0)
		return true;
	if (!step)
		return false;
	uint64_t near = (uint64_t)(least > 0 ? least : -most);
	uint64_t far = (uint64_t)(least > 0 ? most : -least);
	return far / step > (near - 1) / step;
}

/* Can places of so many bytes overlap. */
static bool spans_meet(struct span x, uint64_t size_x, struct span y, uint64_t size_y)
{
	int64_t apart = (int64_t)(x.constant - y.constant);
	if (apart > FARTHEST || apart < -FARTHEST)
		return true;
	int64_t most = apart + (int64_t)size_x - 1, least = apart - (int64_t)size_y + 1;
	return has_multiple(least, most, common_divisor(x.grain, y.grain)) &&
	       has_multiple(least - (int64_t)y.extent, most + (int64_t)x.extent,
		       common_divisor(x.step, y.step));
}

bool accesses_may_meet(const struct access *a, const struct access *b)
{
	return !members_differ(a, b) &&
	       spans_meet(span_of(a->address, a->guard), a->size, span_of(b->address, b->guard), b->size);
}

bool places_may_meet(const struct et *a, const struct et *b, const struct et *guard)
{
	return spans_meet(span_of(a, guard), 1, span_of(b, guard), 1);
}
