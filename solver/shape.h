#ifndef HGRD_SOLVER_SHAPE_H
#define HGRD_SOLVER_SHAPE_H

#include "expr/et.h"

/*
 * The shape of a term: what is left when its constants are taken out, besides
 * those that operators on bits need to know. Terms of one shape can stand for
 * each other in a proof that holds for all their constants.
 */
struct shape {
	const char *text;     /* equal for equal shapes */
	int64_t *constants;   /* those taken out, signed, in the shape's order */
	size_t n;
};

/* The shape of a term; false when it is too large to be worth it. */
bool shape_of(struct arena *arena, const struct et *et, struct shape *shape);

/*
 * A term that every one of `count` constant lists turns `et` into, et being of
 * that shape: constants that differ become symbols of their range and step, new
 * ones each time this is called. NULL when a range is too wide for the width.
 */
const struct et *shape_generalise(struct arena *arena, struct ets *ets, const struct et *et,
	size_t count, const int64_t *const *lists);

#endif
