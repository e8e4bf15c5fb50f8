#ifndef HGRD_KERNELANALYSIS_BARRIERS_PHASED_H
#define HGRD_KERNELANALYSIS_BARRIERS_PHASED_H

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

/* The same among all of the grid: where blocks differ, too. */
const struct et *op_members_of_all(struct kernel *kernel, const struct sync *op);
/* Is the term the same for all threads of this level. */
bool is_alike(struct kernel *kernel, const struct et *term, enum level level);

/* The conjuncts that all threads of this level decide alike. */
const struct et *alike(struct kernel *kernel, const struct et *term, enum level level);

/* The threads that arrive (or wait), or those for whom others do. */
const struct et *phased_group(
	struct kernel *kernel, const struct phased *phased, bool waits, bool led);
/* The threads for whom others run the operation, if these do: where all of a block decide alike whether it is run, not otherwise. */
const struct et *op_followers(struct kernel *kernel, const struct sync *op);
/* As phased_before, counting for threads that do neither themselves what others do for them. */
const struct et *phased_before_led(
	struct kernel *kernel, const struct phased *phased, bool waits, LLVMValueRef x);
/* The operations, and nothing else of the barrier, that threads may run which run the block. */
struct phased phased_may_run(
	struct kernel *kernel, const struct phased *phased, const struct block *block);
/* Why the phases of the barrier cannot be counted at the operation, NULL: they can. What only takes order
 * away is recorded with the kernel, or makes the barrier loose. */
const char *phase_defect(struct kernel *kernel, struct phased *phased, const struct sync *op);

/* The part of that which does not ask who arrives when: what keeps the operation's runs from being counted, and waits. */
const char *phase_rounds_defect(struct kernel *kernel, const struct phased *phased, const struct sync *op);
/* Phases that are over before the instruction; NULL: not known. */
const struct et *known_phases(
	struct kernel *kernel, const struct phased *phased, LLVMValueRef at);
/* What the arrivals of others led by threads of this guard number before x, as phased_before_led. */
const struct et *led_by(struct kernel *kernel, const struct phased *phased, bool waits,
	const struct et *guard, LLVMValueRef x);
/* The threads that run the block in some round of its loop. */
const struct et *runners(struct kernel *kernel, const struct block *block);

/* Which block's of the cluster the operation's barrier is, 32 bits; NULL: the own one. */
const struct et *op_rank(struct kernel *kernel, const struct sync *op);
/* The waits at the barrier, and the arrivals at that of this rank (NULL: the own block's). */
struct phased phased_at_rank(
	struct kernel *kernel, const struct phased *phased, const struct et *rank);
typedef VEC(const struct et *) rank_list;
/* All ranks that arrivals at the barrier name. */
rank_list phased_ranks(struct kernel *kernel, const struct phased *phased);
/* As phase_defect, for a barrier at which other blocks arrive. */
const char *cluster_phase_defect(
	struct kernel *kernel, const struct phased *phased, const struct sync *op);

struct ordering {
	struct kernel *kernel;
	struct et_map *launch, *const *maps;
};
/* The term of that thread of the pair. */
const struct et *ordering_term(const struct ordering *o, const struct et *term, unsigned side);
/* `from` comes before `to`, by a barrier at which other blocks arrive, for threads of one cluster. */
const struct et *cluster_phase_before(const struct ordering *o, const struct phased *phased,
	const struct access *from, unsigned side, LLVMValueRef to);
/* Fills what a bulk copy to a barrier is, where copies of other blocks go there. False: none do. */
bool cluster_bytes_fill(struct kernel *kernel, struct access *copy);
/* Such a copy comes before `to`, for threads of one cluster. */
const struct et *cluster_bytes_before(
	const struct ordering *o, const struct access *from, unsigned side, LLVMValueRef to);
/* The same by two barriers, one of them such: whether it does is not known. */
const struct et *cluster_phases_chain(const struct ordering *o, const struct access *from, unsigned side,
	LLVMValueRef to);

/* The term where the condition holds. */
const struct et *term_where(struct kernel *kernel, const struct et *condition, const struct et *term);
/* Finds the kernel's chains over two barriers. */
void phase_chains_fill(struct kernel *kernel);
/* Phases of the chain's first barrier that are over for who has waited for so many of the second. */
const struct et *phases_chained(
	struct kernel *kernel, const struct phase_chain *chain, const struct et *waited);

/*
 * Makes barriers of their own of those of the array that do not take turns, in doubt, with `why`
 * the reason (phase_shares.c). False: the numbers of some operation do not come round, or it is
 * more than an arrival or a wait.
 */
bool phase_shares_fill(struct kernel *kernel, const struct phased *array, struct phased *together,
	const char *why);
/* All barriers, a bit each, that an operation means in the first rounds; 0: not known. */
uint64_t turn_elements(struct kernel *kernel, LLVMValueRef object, LLVMValueRef operation);
/* Of so many runs of the operation (NULL: not known), those at its barrier. */
const struct et *share_of_runs(struct kernel *kernel, const struct sync *op, const struct et *runs);

/* How many threads the call of a named barrier says that it is for. */
LLVMValueRef named_count(LLVMValueRef call);

#endif
