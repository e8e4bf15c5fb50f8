#ifndef HGRD_DRIVER_WORKER_H
#define HGRD_DRIVER_WORKER_H

#include "frontend/clang.h"
#include "solver/verdict.h"

/* What a worker does for file number `file` of the command line. */
typedef void work_fn(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t file, struct results *out);

/*
 * Does `work` for all files of the command line, each in a process of its own and
 * options->jobs of them at the same time, and adds the results to *out in the
 * order of the command line. A process that crashes or falls silent becomes an
 * error of its file; what it had finished before is kept, and the others go on.
 */
void workers_run(struct arena *arena, const struct options *options,
	const struct compiler *compiler, work_fn *work, void *data, struct results *out);

#endif
