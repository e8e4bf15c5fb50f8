#ifndef HGRD_EXPR_KNOWN_H
#define HGRD_EXPR_KNOWN_H

#include "expr/et.h"

/*
 * Conditions taken as true, and terms read in their light: a condition that is
 * known becomes a constant, a term known to equal a constant becomes that
 * constant. The result has the same value wherever all conditions hold.
 */
struct known;

struct known *known_new(struct arena *arena, struct ets *ets);
/* Adds a condition, of width 1, and what follows from its being a conjunction. */
void known_add(struct known *known, const struct et *condition);
const struct et *known_apply(struct known *known, const struct et *et);

/*
 * Splits conditions into conjuncts and reads each in the light of the simpler ones, which are
 * added to `known`. Fills `n` and returns what is left to hold, in arena memory, none of it
 * constant; NULL when the conditions contradict each other.
 */
const struct et **known_conjuncts(struct arena *arena, struct known *known, size_t count,
	const struct et *const *conditions, size_t *n);

#endif
