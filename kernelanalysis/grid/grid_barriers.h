#ifndef HGRD_KERNELANALYSIS_GRID_GRID_BARRIERS_H
#define HGRD_KERNELANALYSIS_GRID_GRID_BARRIERS_H

#include "kernelanalysis/pairs/order.h"

/*
 * Barriers of the whole grid written by hand: every block adds 1 to a counter, the last one to
 * come sets it back and changes a gate, on which the others wait. grid_regions.c finds code of
 * this shape, grid_barriers.c checks that it is such a barrier.
 */

struct grid_wait {
	const struct acquire *acquire;
	const struct et *before; /* what the gate holds until the last one comes */
	bool from_zero; /* ... if it was 0 when the launch began */
};

struct grid_barrier {
	const struct access *arrive;
	LLVMValueRef from; /* the block barrier before the arrival, or the arrival itself */
	LLVMValueRef to;   /* the block barrier behind; NULL: the beginning of `end` */
	const struct block *end;
	const bool *inside; /* by block index: some of its code lies between */
	VEC(struct access *) ops; /* all accesses between but those of the thread's own memory */
	VEC(struct access *) reads; /* plain ones between, of memory that nothing in the kernel writes: how many come, say */
	/* filled when it is checked: */
	bool all;           /* all threads arrive, not one for each block */
	const struct et *leads; /* condition to arrive, for a thread that comes to `from` */
	const struct acquire *last;
	const struct symbol *found; /* stands for what an arrival finds */
	bool resets;
	VEC(struct grid_wait) waits;
	bool fenced_before, fenced_behind; /* every thread runs a fence next to it; behind, all fences are fence.sc */
	bool flips; /* of one word, whose top bit the last arrival turns: see grid_flips.c */
	bool rehearsed; /* of another shape: each launch says by itself whether it is one, see rehearsal.h */
};

/*
 * Finds code of this shape, but for that with an arrival in kernel->refused, marks its accesses and the
 * points in kernel->syncs (requires syncs and accesses without their terms).
 */
void grid_regions_find(struct kernel *kernel);
/* May the arrival be one of a barrier of one word, and is it in code of such a one. */
bool may_flip(const struct access *access);
bool has_flip_shape(const struct kernel *kernel, const struct grid_barrier *barrier);
/* Why such a one is no barrier; NULL: it is one, if the launch has the blocks that it counts: condition for that not to be so. */
const char *flip_defect(struct orders *orders, struct grid_barrier *barrier);
const struct et *flip_doubt(const struct order_query *q, const struct grid_barrier *barrier,
	const struct view *z);
/* Adds the arrivals of those that are no barriers to kernel->refused, with the reason; true: there
 * were some. */
bool grid_barriers_refuse(struct orders *orders);
/* What of a grid barrier needs fences or orders of device scope: the arrival, what the last block does
 * (requires barrier->last), the counter that is set back before the others are let go, and the ways behind
 * the waits (requires barrier->waits). */
bool arrival_released(struct orders *orders, const struct grid_barrier *barrier);
bool gate_released(const struct kernel *kernel, const struct grid_barrier *barrier);
bool counter_ready(const struct kernel *kernel, const struct grid_barrier *barrier);
bool waits_acquire(struct kernel *kernel, const struct grid_barrier *barrier);
/* Is the access one of the counter, not of the gate. */
static inline bool of_counter(const struct grid_barrier *barrier, const struct access *op)
{
	return op->address == barrier->arrive->address;
}

/* Do all threads of the grid run the block equally often: its control dependence, closed. */
bool runs_everywhere(struct kernel *kernel, const struct block *block);

/* Does thread 0 arrive for its block, or do all; with no block barriers around it, they must. Fills `leads` and `all`. */
bool arrivals_fit(struct kernel *kernel, struct grid_barrier *barrier);

/* Do all threads of a block arrive that come to it. */
bool arrives_by_all(struct kernel *kernel, const struct grid_barrier *barrier);

/* What the gate holds on the way to the barrier if each one leaves what its last block writes and
 * it was 0 at first, a truth value as 1 bit; NULL: not known. */
LLVMValueRef gate_before(
	struct kernel *kernel, const struct grid_barrier *barrier, const struct et *gate);
/* The truth value that it holds where the kernel ends; -1: not known, or not the same at all ends. */
int gate_at_end(struct kernel *kernel, const struct grid_barrier *barrier, const struct et *gate);

#endif
