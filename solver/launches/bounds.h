#ifndef HGRD_SOLVER_LAUNCHES_BOUNDS_H
#define HGRD_SOLVER_LAUNCHES_BOUNDS_H

#include "expr/fact.h"
#include "expr/poly.h"

/*
 * Constant bounds of terms that single facts give: 1 <= n, blockDim.x == 16.
 * The integer encoding is made for them, so they are used by every proof in
 * which the term occurs.
 */
struct bound {
	const struct et *term;
	int128 lo, hi;	   /* signed values; lo <= hi */
	VEC(size_t) facts; /* indices of the facts that say so */
};
typedef VEC(struct bound) bound_list;

/* Replaces `bounds` by those of the facts. Terms whose bounds contradict have none. */
void bounds_fill(struct arena *arena, const fact_list *facts, bound_list *bounds);
const struct bound *bounds_find(const bound_list *bounds, const struct et *term);
bool bounds_equal(const bound_list *a, const bound_list *b);

#endif
