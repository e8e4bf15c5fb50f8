#ifndef HGRD_DRIVER_BETWEEN_H
#define HGRD_DRIVER_BETWEEN_H

#include "hostanalysis/host.h"
#include "kernelanalysis/kernel.h"
#include "solver/check.h"

/* Adds findings about launches in different streams that nothing orders; `kernels` are those of the
 * device side. All of them share the time of one kernel. */
void check_overlaps(struct arena *arena, const struct host *host, const function_list *kernels,
	bool lockstep, const struct check_options *options, struct results *out);

#endif
