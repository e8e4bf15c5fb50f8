#ifndef HGRD_DRIVER_SCAN_H
#define HGRD_DRIVER_SCAN_H

#include "driver/worker.h"
#include "solver/verdict.h"

/* One way over all units. */
struct round {
	const char *title; /* for the progress bar; NULL: the unit's own words */
	bool silent;	   /* errors and what the workers print are not shown */
	work_fn *work;
	void *data;
	struct lost_list *lost; /* takes the units whose processes failed; NULL: not asked for */
};

/* A unit whose process met a limit, and what it had said until then. */
struct lost {
	size_t unit; /* its number in the project */
	int64_t clock;	/* cache_clock when it was started */
	byte_list results;
	const char *printed, *error;
	enum failure cause;
};
struct lost_list {
	VEC(struct lost) lost;
};

/*
 * Does the round's work for all units of the project, each in a process of its own and
 * options->jobs of them at the same time, and adds the results to *out in the order of the units.
 * A process that crashes, falls silent or takes too much memory becomes an error of its unit; what
 * it had finished before is kept, and the others go on. SIGINT and SIGTERM end the round: what is
 * finished stands in *out, which is then marked as partial; a second signal does not keep it from
 * being reported.
 */
void scan(struct arena *arena, const struct options *options, const struct project *project,
	const struct compiler *compiler, const struct round *round, struct results *out);

#endif
