#ifndef HGRD_KERNELANALYSIS_INTERVALS_RUNS_H
#define HGRD_KERNELANALYSIS_INTERVALS_RUNS_H

#include "kernelanalysis/passes.h"

/*
 * Condition for a thread to run the block at some time: what decides the branches on the way to
 * it, but not how loops before it ended.
 */
const struct et *run_when(struct kernel *kernel, const struct block *block);

/* In which rounds of its loop a block is run. */
struct cadence {
	const struct et *guard; /* by which threads: the same in all rounds */
	const struct et *skip;  /* rounds before the first one it is run in, 64 bits; NULL: none */
	const struct et *cap;   /* ... after which it is run no more; NULL: to the end */
	const struct block *branch; /* the first branch that decides it, or the block itself */
};
/* False: not known, or the loop is one inside another. */
bool cadence_of(struct kernel *kernel, const struct block *block, struct cadence *cadence);
/* The same in a loop that may be inside others, each of whose rounds runs it equally often. */
bool cadence_nested(struct kernel *kernel, const struct block *block, struct cadence *cadence);

/* The same where each round of the loops around leaves out the same rounds of the loop. */
bool cadence_repeated(struct kernel *kernel, const struct block *block, struct cadence *cadence);

/* The same in the innermost loop, whatever those around it do. */
bool cadence_inside(struct kernel *kernel, const struct block *block, struct cadence *cadence);

/*
 * Condition for a thread to be one that runs the block: what decides the branches on the way to it
 * and is the same in all rounds of all loops.
 */
const struct et *lasting_guard(struct kernel *kernel, const struct block *block);
/* Where the loop is entered, once in a round of the loop around it: its end is run just before. */
const struct block *loop_entry(const struct loop *loop);
/* How often the loop's back edge is taken each time, the same in all rounds of loops around it;
 * NULL: not known. */
const struct et *rounds_each_time(struct kernel *kernel, const struct loop *loop);

/* Is one of the conjuncts of `a` the negation of one of `b`. */
bool guards_exclude(struct kernel *kernel, const struct et *a, const struct et *b);
/* Are all conjuncts of `less` conjuncts of `more`. */
bool guard_implies(const struct et *more, const struct et *less);

/* Is there a way from one block to the other that does not begin a new round of the loop (NULL: of any). */
bool leads_to(struct kernel *kernel, const struct loop *loop, const struct block *from,
	const struct block *to);

/* Is there a way from the first instruction to the other. */
bool can_precede(struct kernel *kernel, LLVMValueRef a, LLVMValueRef b);

/* How often the operation was run by a thread that is about to run x, 64 bits; NULL: not known. */
const struct et *runs_before(struct kernel *kernel, LLVMValueRef operation, LLVMValueRef x);
/* The same for one in a loop inside another one, by a number that counts its rounds (runs_counted.c); NULL: not known. */
const struct et *runs_by_count(struct kernel *kernel, LLVMValueRef operation, LLVMValueRef x);
/* Is there such a number for what is in the block. */
bool runs_counted(struct kernel *kernel, const struct block *block);
/* The number where the block lies on the thread's way to x, else zero. */
const struct et *where_run(
	struct kernel *kernel, const struct block *block, LLVMValueRef x, const struct et *number);

#endif
