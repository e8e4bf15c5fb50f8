#ifndef HGRD_KERNELANALYSIS_GRID_REHEARSAL_WALK_H
#define HGRD_KERNELANALYSIS_GRID_REHEARSAL_WALK_H

#include "kernelanalysis/grid/rehearsal.h"

/* What the files share that follow one thread through a barrier. */

struct walk {
	struct rehearsal *r;
	trace_list found;
	bool idle; /* there must be no events */
};

struct trace *trace_copy(const struct rehearsal *r, const struct trace *trace);
/* The word that the thread's operation is at; NULL: not known. */
struct cell *cell_of(struct rehearsal *r, const struct trace *trace, const struct access *op);
struct event event_of(enum event_kind kind, const struct access *op, struct cell *cell);
/* Adds an event to the way; false: there must be none, or there are too many. */
bool walk_push(struct walk *walk, struct trace *trace, struct event event);
/* What the two do not have in common is not known behind the barrier. */
void forget_difference(const struct rehearsal *r, struct player *a, const struct player *b);
/* Adds a way, if it is not known yet. */
bool walk_add(struct walk *walk, struct trace *trace);
/* The operation has read this. */
void read_as(struct rehearsal *r, struct trace *trace, const struct access *op, uint64_t value);
/* The thread runs a fence or barrier, or nothing of interest. */
bool walk_step(struct walk *walk, struct trace *trace, LLVMValueRef i);
/* It waits: *out is the block behind the loop and *behind the way there, NULL where nothing ends the wait yet. */
bool walk_wait(struct walk *walk, struct trace *trace, const struct loop *loop,
	const struct access *op, struct trace **behind, const struct block **out);

#endif
