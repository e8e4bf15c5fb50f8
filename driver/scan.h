#ifndef HGRD_DRIVER_SCAN_H
#define HGRD_DRIVER_SCAN_H

#include "driver/units.h"
#include "solver/verdict.h"

/*
 * Checks all units of the project, each in a process of its own and
 * options->jobs of them at the same time, and adds the results to *out in the
 * order of the units. A process that crashes, falls silent or takes too much
 * memory becomes an error of its unit; what it had finished before is kept, and
 * the others go on. SIGINT and SIGTERM end the scan: what is finished stands in
 * *out, which is then marked as partial.
 */
void scan(struct arena *arena, const struct options *options, const struct project *project,
	const struct compiler *compiler, struct results *out);

#endif
