#ifndef HGRD_SOLVER_REDUCTIONS_SHAPE_H
#define HGRD_SOLVER_REDUCTIONS_SHAPE_H

#include "base/vec.h"
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

/* Symbols that stand for constants; those of one query differ, queries share them. */
struct shape_symbol {
	unsigned side;	/* 0, 1: of which offset */
	size_t at;	/* which constant */
	unsigned width; /* bits */
	int64_t most;	/* from 0 on */
	const struct symbol *sym;
};
typedef VEC(struct shape_symbol) shape_symbol_list;

/*
 * A term that every one of `count` constant lists turns `et` into, et being of
 * that shape: constants that differ become symbols of their range and step, taken
 * from the list for this side, or added to it. NULL when a range is too wide for the width.
 */
const struct et *shape_generalise(struct arena *arena, struct ets *ets, const struct et *et,
	size_t count, const int64_t *const *lists, unsigned side, shape_symbol_list *symbols);

#endif
