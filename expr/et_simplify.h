#ifndef HGRD_EXPR_ET_SIMPLIFY_H
#define HGRD_EXPR_ET_SIMPLIFY_H

#include "expr/et.h"

/* What et.c's constructors try before a term is interned; NULL: nothing is simpler. */
const struct et *simplify(
	struct ets *ets, enum et_op op, unsigned flags, const struct et *a, const struct et *b);
const struct et *simplify_cast(struct ets *ets, enum et_op op, unsigned width, const struct et *a);

const struct et *simplify_and(struct ets *ets, const struct et *a, const struct et *b);
const struct et *simplify_or(struct ets *ets, const struct et *a, const struct et *b);
const struct et *simplify_xor(struct ets *ets, const struct et *a, const struct et *b);

/* The lesser or the greater of two terms, `c ? a : b`, where their signs tell which it is; NULL: they do not, or it is neither. */
const struct et *simplify_extreme(const struct et *c, const struct et *a, const struct et *b);

/* Does a product with a constant, read as signed or as its flags say, have the mathematical value. */
bool never_wraps(const struct et *product);
/* a / b without sign: what is left of a factor that b divides, where the product does not wrap; NULL: nothing simpler. */
const struct et *simplify_udiv(struct ets *ets, const struct et *a, const struct et *b);

/* The comparison that holds when this one does not; NULL: it is none, or an equality. */
const struct et *negated_compare(struct ets *ets, const struct et *et);
/* Number of low bits outside of which the value is surely zero. */
unsigned known_width(const struct et *et);
/* Is the term this constant, cut to its width. */
bool is_value(const struct et *et, uint64_t value);

#endif
