#ifndef HGRD_KERNELANALYSIS_PHASED_H
#define HGRD_KERNELANALYSIS_PHASED_H

#include "kernelanalysis/passes.h"

/* Fills the operation's `counted` and `spreads`; requires extents of barriers. */
void leader_find(struct kernel *kernel, struct sync *op);
/*
 * The block whose branch chooses the operation's barrier by its number, each way on being one that arrives or waits in the
 * same way (or that none takes); NULL: the number is a constant, or something else is done there.
 */
const struct block *named_switch(const struct kernel *kernel, const struct sync *op);
/* The operation in a block of that choice that does nothing else; NULL: none, or one that no thread may come to. */
const struct sync *named_case(const struct kernel *kernel, const struct block *block);
/* The threads that arrive, if any do. */
const struct et *phased_arrivers(struct kernel *kernel, const struct phased *phased);
/* The threads that run the operation in some round, if any do. */
const struct et *op_members(struct kernel *kernel, const struct sync *op);

/* The threads that arrive (or wait), or those for whom others do. */
const struct et *phased_group(
	struct kernel *kernel, const struct phased *phased, bool waits, bool led);
/* As phased_before, counting for threads that do neither themselves what others do for them. */
const struct et *phased_before_led(
	struct kernel *kernel, const struct phased *phased, bool waits, LLVMValueRef x);
/* The operations, and nothing else of the barrier, that threads may run which run the block. */
struct phased phased_may_run(
	struct kernel *kernel, const struct phased *phased, const struct block *block);
/* Why the phases of the barrier cannot be counted at the operation, NULL: they can. What only takes order
 * away is recorded with the kernel, or makes the barrier loose. */
const char *phase_defect(struct kernel *kernel, struct phased *phased, const struct sync *op);

/* The term where the condition holds. */
const struct et *term_where(struct kernel *kernel, const struct et *condition, const struct et *term);
/* Finds the kernel's chains over two barriers. */
void phase_chains_fill(struct kernel *kernel);
/* Phases of the chain's first barrier that are over for who has waited for so many of the second. */
const struct et *phases_chained(
	struct kernel *kernel, const struct phase_chain *chain, const struct et *waited);

/* How many threads the call of a named barrier says that it is for. */
LLVMValueRef named_count(LLVMValueRef call);

#endif
