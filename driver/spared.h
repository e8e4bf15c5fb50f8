#ifndef HGRD_DRIVER_SPARED_H
#define HGRD_DRIVER_SPARED_H

#include "base/options.h"
#include "hostanalysis/host.h"
#include "solver/verdict.h"

/*
 * Kernels that met the memory limit in an earlier process of their unit (driver/worker.h). They are named,
 * with their launches, and not looked at: what would be found in them is undecided.
 */

/* Is the kernel with this mangled name (of the host side) one of them. */
bool spared_has(const struct options *options, const char *mangled);

/*
 * Fills what follows from the launches in `host` of such a kernel: mangled name and undecided
 * launches, one without a place where none is in sight. False: the kernel is none of these.
 */
bool spared_check(struct arena *arena, const struct options *options, const struct host *host,
	const char *mangled, struct loc loc, struct kernel_result *result);

#endif
