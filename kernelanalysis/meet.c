#include "kernelanalysis/order.h"

/*
 * Whether two accesses can touch a common byte, without a solver: an address is taken for a
 * constant, a multiple of a step, and a number from 0 to an extent, whatever its symbols are. The
 * extent comes from subscripts that the guard bounds, such as those of an array in a struct.
 */
struct span {
	uint64_t constant, step, extent; /* step 0: no symbol but the object's base */
};

#define WIDEST_EXTENT 4096

static uint64_t divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static const struct et *stripped(const struct et *term)
{
	while (term->op == ET_SEXT || term->op == ET_ZEXT)
		term = term->arg[0];
	return term;
}

/* The least constant that the guard says the term to be below, unsigned or signed; 0: none. */
static uint64_t below(const struct et *guard, const struct et *term, enum et_op less)
{
	if (guard->op == ET_AND && guard->width == 1) {
		uint64_t a = below(guard->arg[0], term, less), b = below(guard->arg[1], term, less);
		return !a || (b && b < a) ? b : a;
	}
	if (guard->op != less || !et_is_const(guard->arg[1]) ||
		stripped(guard->arg[0]) != stripped(term))
		return 0;
	int64_t bound = sign_extend(guard->arg[1]->value, guard->arg[1]->width);
	return less == ET_ULT ? guard->arg[1]->value : bound > 0 ? (uint64_t)bound : 0;
}

static bool not_negative(const struct et *guard, const struct et *term)
{
	if (guard->op == ET_AND && guard->width == 1)
		return not_negative(guard->arg[0], term) || not_negative(guard->arg[1], term);
	return guard->op == ET_SLE && et_is_const(guard->arg[0]) && !guard->arg[0]->value &&
	       stripped(guard->arg[1]) == stripped(term);
}

/* What the term's values are below, where none is negative; 0: not known. */
static uint64_t count_of(const struct et *guard, const struct et *term)
{
	uint64_t count = below(guard, term, ET_ULT);
	uint64_t most = below(guard, term, ET_SLT);
	bool positive = not_negative(guard, term) || term->op == ET_ZEXT;
	return count ? count : positive ? most : 0;
}

struct range {
	int64_t lo, hi;
	bool known;
};

static struct range range_of(const struct et *term, const struct et *guard)
{
	uint64_t count = count_of(guard, term);
	if (count && count <= WIDEST_EXTENT)
		return (struct range){ 0, (int64_t)count - 1, true };
	if (term->op == ET_SEXT || term->op == ET_ZEXT)
		return range_of(term->arg[0], guard);
	if (term->nargs != 2 || !et_is_const(term->arg[1]) || term->arg[1]->value > WIDEST_EXTENT) {
		if (term->op != ET_SUB || !et_is_const(term->arg[0]) ||
			term->arg[0]->value > WIDEST_EXTENT)
			return (struct range){ 0, 0, false };
		struct range r = range_of(term->arg[1], guard);
		int64_t from = (int64_t)term->arg[0]->value;
		return (struct range){ from - r.hi, from - r.lo, r.known };
	}
	int64_t by = (int64_t)term->arg[1]->value;
	struct range r = { 0, 0, false };
	if (term->op == ET_UREM)
		return (struct range){ 0, by - 1, by > 0 };
	if (term->op == ET_AND)
		return (struct range){ 0, by, true };
	if (term->op == ET_ADD)
		r = range_of(term->arg[0], guard);
	return (struct range){ r.lo + by, r.hi + by, r.known };
}

/* A multiple of `size`: with a bounded factor an extent, else a step. */
static struct span multiple(const struct et *guard, const struct et *factor, uint64_t size)
{
	struct range r = { 0, 0, false };
	if (size <= WIDEST_EXTENT)
		r = range_of(factor, guard);
	if (r.known && (uint64_t)(r.hi - r.lo) * size <= WIDEST_EXTENT)
		return (struct span){ (uint64_t)r.lo * size, 0, (uint64_t)(r.hi - r.lo) * size };
	return (struct span){ 0, size, 0 };
}

static struct span span_of(const struct et *term, const struct et *guard)
{
	if (term->op == ET_CONST)
		return (struct span){ term->value, 0, 0 };
	if (term->op == ET_SYM && term->sym->kind == SYM_BASE)
		return (struct span){ 0, 0, 0 };
	if (term->width == 64 && (term->op == ET_ADD || term->op == ET_SUB)) {
		struct span a = span_of(term->arg[0], guard), b = span_of(term->arg[1], guard);
		uint64_t constant = a.constant + b.constant;
		if (term->op == ET_SUB)
			constant = a.constant - b.constant - b.extent;
		return (struct span){ constant, divisor(a.step, b.step), a.extent + b.extent };
	}
	if (term->width == 64 && term->op == ET_MUL && et_is_const(term->arg[1]))
		return multiple(guard, term->arg[0], term->arg[1]->value);
	if (term->width == 64 && term->op == ET_SHL && et_is_const(term->arg[1]))
		return multiple(guard, term->arg[0], UINT64_C(1) << (term->arg[1]->value & 63));
	return (struct span){ 0, 1, 0 };
}

bool accesses_may_meet(const struct access *a, const struct access *b)
{
	struct span x = span_of(a->address, a->guard), y = span_of(b->address, b->guard);
	uint64_t step = divisor(x.step, y.step);
	int64_t from = 1 - (int64_t)(a->size + x.extent), to = (int64_t)(b->size + y.extent);
	for (int64_t d = from; d < to; d++) {
		uint64_t apart = x.constant - y.constant - (uint64_t)d;
		if (step ? (int64_t)apart % (int64_t)step == 0 : apart == 0)
			return true;
	}
	return false;
}
