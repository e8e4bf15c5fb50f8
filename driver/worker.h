#ifndef HGRD_DRIVER_WORKER_H
#define HGRD_DRIVER_WORKER_H

#include <sys/types.h>

#include "driver/transfer.h"
#include "driver/units.h"

/* One process that checks one unit; seen from the process that waits for it. */
struct worker {
	const struct unit *unit;
	pid_t pid;	      /* 0: not started, or ended */
	int messages, errors; /* pipes; -1: none, or at its end */
	byte_list incoming;   /* not yet complete messages */
	byte_list results;    /* the latest snapshot */
	byte_list printed;    /* what it wrote to stderr */
	const char *doing;
	const char *kernel; /* mangled name of the one it looks at; NULL: none */
	text_list spared;   /* kernels that it is not to look at */
	double start;
	int64_t clock;	 /* cache_clock then */
	double deadline; /* when it counts as hung */
	double news, used; /* when it last said something, and its processor time then */
	bool done;	 /* it said that all is sent */
	bool hung, ended;
	int status;
};

/* What is done with a unit: adds what it finds to *out. The compiler is that of the unit. */
typedef void work_fn(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t unit, struct results *out);

/* What workers are asked to do. */
struct job {
	const struct options *options;
	const struct project *project;
	const struct compiler *compiler; /* of the run */
	work_fn *work;
	void *data;
	unsigned memory; /* limit in MiB, 0: none */
	bool collect;	 /* what it prints, to show it in order */
};

/* Starts a process for a unit; dies when the system gives none. */
void worker_start(struct worker *worker, const struct job *job, size_t unit);

/*
 * Starts a process anew for the unit of a worker that ended for want of memory in a kernel, to do
 * without that kernel; false where that is not why it ended, or has been done often enough.
 */
bool worker_spares(struct arena *arena, struct worker *worker, const struct job *job);

/* Takes what the worker has sent, and ends it when its time is over. */
void worker_look(struct arena *arena, struct worker *worker, const struct job *job);

/* Ends a worker and all that it started. */
void worker_kill(struct worker *worker);

/* Why an ended worker has not finished, NULL when it has; fills *cause then. */
const char *worker_failure(struct arena *arena, const struct worker *worker, const struct job *job,
	enum failure *cause);

#endif
