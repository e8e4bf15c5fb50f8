#ifndef HGRD_SOLVER_FINDINGS_BETWEEN_INTERNAL_H
#define HGRD_SOLVER_FINDINGS_BETWEEN_INTERNAL_H

#include "solver/findings/between.h"
#include "solver/check_pair.h"

/* What the files of the search between two launches share. */

struct side {
	struct kernel *kernel; /* NULL: a copy or fill */
	const struct host_launch *host;
	struct launch *launch;
	VEC(struct interval *) intervals;
};

struct between {
	struct arena *run;
	struct side side[2];
	struct ets *ets;
	const struct host_overlap *overlap;
	struct solver *solver;
	fact_list facts; /* of both launches */
	double deadline;
	struct finding found; /* message NULL: none */
};

/* What the two threads of a query do. */
struct meeting {
	const struct access *access[2]; /* NULL: a byte of a copy or fill */
	bool copy_writes[2];
	struct pair_terms terms;
	size_t own; /* of the conditions, which are of the first side */
	loop_before_list before; /* loops that lie before the accesses */
	const struct symbol *base;
	bool made;	  /* numbers that the host makes in ways that are not followed decide */
	const char *data; /* memory whose entries decide where one side goes; NULL: there is none */
};

/* Can the access be judged without knowing what other threads, of either kernel, do before. */
bool between_plain(const struct access *access);
/*
 * The memory whose entries decide where one side, a kernel, goes, and the other side does not depend on such; NULL: nothing is known
 * of the two that way (between_data.c).
 */
const char *between_data(struct between *between, const struct meeting *meeting);
/* Is a base memory that the host allocated: its symbol's origin is a host_alloc. */
bool between_allocated(const struct et *base);
/* The linkage name of the variable that a base of the host's terms is; NULL: it is none. */
const char *between_variable(const struct et *base);
/* Is a base what the kernel names by that variable itself. */
bool between_is_variable(const struct kernel *kernel, const struct et *base, const char *name);
/* Asks as between_ask does, where the two bases are one under a condition. */
void between_ask_if(struct between *between, const struct meeting *meeting, const struct et *one, const struct place *a,
	const struct place *b);
/* Is an error found, or the time over. */
bool between_done(const struct between *between);
/* Adds to the conditions that side t's thread, of a kernel, is one of its launch. */
void between_range(struct between *between, struct meeting *meeting, unsigned t);
/* Asks whether the two can touch one byte at these places of one base, and sets `found` if so. */
void between_ask(struct between *between, struct meeting *meeting, const struct place *a, const struct place *b);

/* Asks whether a copy to a __constant__ variable and side t, a kernel that reads it at `loc`, may run at once. */
void between_ask_constant(struct between *between, unsigned t, const struct place *copied, struct loc loc);

/* All accesses of side t, a kernel, against what the other side copies. */
void between_copies(struct between *between, unsigned t);
/* What two sides copy of which neither is a launch. */
void between_transfers(struct between *between);

#endif
