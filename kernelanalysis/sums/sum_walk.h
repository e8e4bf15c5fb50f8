#ifndef HGRD_KERNELANALYSIS_SUMS_SUM_WALK_H
#define HGRD_KERNELANALYSIS_SUMS_SUM_WALK_H

#include "kernelanalysis/sums/sums.h"

/* What sum_walk.c and sum_loops.c share: the way of threads through a kernel, and through its loops. */

static inline bool sum_is_phi(LLVMValueRef i)
{
	return i && LLVMIsAPHINode(i);
}

/* Does nothing happen from here to the end of the kernel. */
bool sum_only_ends(const struct block *block);

/* Adds the threads of another set. */
void sum_join(struct sum_threads *set, const struct sum_threads *other);

/* Sets the phis of a block for threads that come from another; NULL: it is not known with what. */
void sum_enter(struct sums *m, const struct block *from, const struct block *to,
	const struct sum_threads *threads);

/* The innermost loop around the block that an edge leaves; NULL: none does. */
const struct loop *sum_loop_left(const struct block *at);

bool sum_loop_has_barrier(const struct sums *m, const struct loop *loop);
/* Is one round of the loop run for all of them, if its rounds are not known. */
bool sum_loop_is_run(const struct sums *m, const struct loop *loop);

/* Leaves out a loop: some of its rounds may have written anything. All of these return where the threads go on; `until`, where
 * that is nowhere. */
const struct block *sum_skip_loop(struct sums *m, const struct loop *loop,
	const struct sum_threads *threads, const struct block *until);

/* Begins and ends the one round that stands for all of a loop of barriers; what it computed is kept for those who look into the loop. */
const struct block *sum_begin_any_round(
	struct sums *m, const struct loop *loop, const struct sum_threads *threads);
const struct block *sum_end_any_round(struct sums *m, const struct loop *loop,
	const struct sum_threads *threads, const struct block *until);

#endif
