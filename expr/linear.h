#ifndef HGRD_EXPR_LINEAR_H
#define HGRD_EXPR_LINEAR_H

#include "expr/et.h"

/*
 * Terms of index arithmetic read as integers: what wraps in less than 64 bits is no index, as everywhere
 * (no-wrap), and numbers below 32 bits are left alone.
 */

/* Is the term factor * var + constant. */
bool et_linear(const struct et *et, const struct et *var, int64_t *factor, int64_t *constant);

/* Is the term factor * var + what does not depend on var. */
bool et_factor(struct arena *arena, const struct et *et, const struct et *var, int64_t *factor);

/* a - b without the addends that are in both, in machine arithmetic. */
const struct et *et_difference(struct ets *ets, const struct et *a, const struct et *b);

/* The term less `offset`, divided by a positive constant that divides it, as its form shows; NULL: it does not show it. */
const struct et *et_element(struct ets *ets, const struct et *et, int64_t offset, int64_t by);

/* The term divided by a positive constant that divides it, as its form shows, with no multiples by negative constants in it; NULL: it does not show it. */
const struct et *et_quotient(struct ets *ets, const struct et *et, int64_t by);

/* The term without what its operations promise of not overflowing: equal numbers that came about in other ways become one term. */
const struct et *et_unflagged(struct ets *ets, const struct et *et);

#endif
