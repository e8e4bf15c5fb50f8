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

/* Groups an interval's instances and tries to prove group against group. */
struct batch *batch_new(struct check *check, struct interval *interval);
/* Was the pair of these two instances (indices in the interval) proved not to touch a common byte? */
bool batch_proved(const struct batch *batch, size_t i, size_t k);

#endif
