#ifndef HGRD_EXPR_SPAN_H
#define HGRD_EXPR_SPAN_H

#include "expr/et.h"

/*
 * What is known of a term's value when its leaves range over spans: least and greatest, and bits
 * that are always one or always zero (interval and known-bits domains). In machine arithmetic, with
 * wrapping; every value that the term can have is in its span.
 */
struct span {
	uint64_t lo, hi; /* unsigned, within the term's width */
	uint64_t ones, zeros;
};

/* All values of a width. */
struct span span_all(unsigned width);
/* lo, lo + step, ... up to hi, unsigned; step is no 0. */
struct span span_steps(unsigned width, uint64_t lo, uint64_t hi, uint64_t step);
/* Is it this one value. */
static inline bool span_is(const struct span *span, uint64_t value)
{
	return span->lo == value && span->hi == value;
}

/* The span of a leaf (SYM or APP); false: nothing is known of it. */
typedef bool span_leaf_fn(void *data, const struct et *leaf, struct span *span);
struct span span_of(struct arena *scratch, const struct et *et, span_leaf_fn *leaf, void *data);

#endif
