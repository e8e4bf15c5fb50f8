#ifndef HGRD_KERNELANALYSIS_DRAWS_LANES_H
#define HGRD_KERNELANALYSIS_DRAWS_LANES_H

#include "kernelanalysis/passes.h"

/*
 * Values that a thread computes from its ids and one mask of lanes, however they are written:
 * they are evaluated for sample threads and masks.
 */
struct lane_thread {
	uint32_t tid[3], ntid[3];
	unsigned lane;     /* of the linear id */
	LLVMValueRef mask; /* has the value `lanes`; may be NULL */
	uint32_t lanes;
};

/* The thread at a place of a block of 64 threads, in one of LANE_SHAPES shapes; 0 is flat. */
enum { LANE_SHAPES = 5, LANE_THREADS = 64 };
struct lane_thread lane_thread_of(unsigned shape, unsigned place);

/* The n-th sample mask, which holds the lane; there is no end to them. */
uint32_t lane_sample(unsigned n, unsigned lane);

/* False when the value depends on anything else. */
bool lane_value(const struct lane_thread *thread, LLVMValueRef value, uint64_t *result);

/* Does a comparison of two numbers of that width hold. */
bool predicate_holds(LLVMIntPredicate predicate, unsigned width, uint64_t a, uint64_t b);

/* The mask of a shuffle, NULL when it has none: all that run it take part. */
LLVMValueRef shuffle_mask(LLVMValueRef call);

/* Lanes of the mask below the thread's own; lanes of the mask. */
unsigned lanes_below(const struct lane_thread *thread);
unsigned lanes_in(uint32_t mask);

#endif
