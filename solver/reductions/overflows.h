#ifndef HGRD_SOLVER_REDUCTIONS_OVERFLOWS_H
#define HGRD_SOLVER_REDUCTIONS_OVERFLOWS_H

#include "solver/check.h"

/* Lets the launch's map write out what sums and products of ids and constants lose above their width, where the launch's own
 * dimensions, being constants, make them as large: that nothing wraps is not assumed of these. Requires the map and dimensions. */
void overflows_tell(struct launch *launch);

#endif
