#ifndef HGRD_SOLVER_FINDINGS_BETWEEN_H
#define HGRD_SOLVER_FINDINGS_BETWEEN_H

#include "solver/check.h"

/*
 * Two launches that may run at the same time (SEMANTICS, between kernels): adds a finding to *results
 * when a thread of one and a thread of the other can touch a common byte of the same allocation, one
 * of them writing; a copy or fill is one thread, and its kernel NULL. `kernels` are models of their own, also when both are of one kernel. Accesses that
 * depend on what memory holds, or that locks or flags order, are left out. Silence proves nothing.
 * options->seconds are counted from now on, by effort_now.
 */
void check_between(struct arena *run, struct ets *ets, struct kernel *const kernels[2],
	const struct host_overlap *overlap, const struct check_options *options,
	struct results *results);

#endif
