#ifndef HGRD_SOLVER_REDUCTIONS_BATCH_H
#define HGRD_SOLVER_REDUCTIONS_BATCH_H

#include "solver/check_pair.h"

/*
 * Proofs for many pairs at once. The instances of an interval that touch one
 * object through addresses of one shape, with other constants, form a group;
 * one query about two groups, constants free within their ranges and only the
 * conditions that all members share, decides all their pairs when it is refuted.
 */
struct batch;

/* Groups an interval's instances. */
struct batch *batch_new(struct check *check, struct interval *interval);
/* Is the pair of these two instances (indices in the interval) proved not to touch a common byte, with all of their two groups?
 * That is tried once, unless a pair of these turns out to race. */
bool batch_proved(struct batch *batch, size_t i, size_t k);

#endif
