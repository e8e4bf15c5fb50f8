#ifndef HGRD_SOLVER_REDUCTIONS_OVERFLOWS_H
#define HGRD_SOLVER_REDUCTIONS_OVERFLOWS_H

#include "solver/check.h"

/* What is known of sums and products of ids and constants in a launch's terms. Requires its dimensions. */
struct overflows *overflows_new(struct launch *launch);
/* Such a one without what it loses above its width, where the launch's own dimensions, being constants, make it as large: that nothing
 * wraps is not assumed of these. NULL: it is as it was. */
const struct et *overflows_written_out(struct overflows *o, struct ets *ets, const struct et *et);

#endif
