#ifndef HGRD_DRIVER_WORKER_H
#define HGRD_DRIVER_WORKER_H

#include "driver/cache.h"

/*
 * Checks all files of the command line, each in a process of its own and
 * options->jobs of them at the same time, and adds the results to *out in the
 * order of the command line. A process that crashes or falls silent becomes an
 * error of its file; what it had finished before is kept, and the others go on.
 * Files that the cache has need no process; it may be NULL.
 */
void workers_run(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct cache *cache, struct results *out);

#endif
