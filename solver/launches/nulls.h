#ifndef HGRD_SOLVER_LAUNCHES_NULLS_H
#define HGRD_SOLVER_LAUNCHES_NULLS_H

#include "solver/check.h"

/*
 * For the map of the launch that is `data` (et_map_operations): what a term other than a leaf is in
 * it. A test whether a pointer is null for which the launch gives null is decided, and what is left
 * of sums and products that wrap is written out; NULL: it stays. Requires `overflows`.
 */
const struct et *launch_told(void *data, struct ets *ets, const struct et *et);

/* Is the term a pointer among the kernel's parameters for which the launch gives null. */
bool launch_gives_null(struct launch *launch, const struct et *term);

#endif
