#ifndef HGRD_SOLVER_CAUSES_REPORTED_H
#define HGRD_SOLVER_CAUSES_REPORTED_H

#include "kernelanalysis/kernel.h"

/*
 * Races of a launch that need not be looked for again: those that are known, and those that a report would give
 * the same two places, types, object and kind as a known error, such as the copies of an unrolled loop.
 */
struct reported;
struct reported *reported_new(struct kernel *kernel);
bool reported_has(struct reported *reported, const struct pair *pair);
/* Is a race known between the lines of its accesses, whatever its kind. */
bool reported_lines(const struct reported *reported, const struct pair *pair);
/* A race of this pair was found; `error`: as an error, not as a warning. */
void reported_add(struct reported *reported, const struct pair *pair, bool error);

#endif
