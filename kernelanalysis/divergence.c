#include "kernelanalysis/kernel.h"

/*
 * Barrier divergence: block barriers that are control dependent on a branch
 * whose condition is not uniform for the block. Threads that leave the kernel
 * hold no barrier up (sm_70 and later), so a side that only exits does not count.
 */

struct region {
	struct kernel *kernel;
	const struct block *end; /* not entered; NULL: none */
	bool *in;
	VEC(const struct block *) work;
};

static void region_add(struct region *region, const struct block *block)
{
	if (block == region->end || region->in[block->index])
		return;
	region->in[block->index] = true;
	vec_push(region->kernel->arena, &region->work, block);
}

/* Blocks on ways from `from` to `end`, without passing `branch` again. */
static bool *side_of(struct kernel *kernel, const struct block *branch, const struct block *from,
	const struct block *end)
{
	struct region region = { .kernel = kernel, .end = end };
	region.in = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	region_add(&region, from);
	while (region.work.n) {
		const struct block *block = region.work.at[--region.work.n];
		if (block == branch)
			continue;
		vec_each(succ, &block->succs) region_add(&region, *succ);
	}
	return region.in;
}

static bool has_barrier(const struct kernel *kernel, const bool *side)
{
	vec_each(sync, &kernel->syncs) {
		if ((*sync)->kind == SYNC_BLOCK_BARRIER && side[(*sync)->block->index])
			return true;
	}
	return false;
}

/* Where the branch leaves the innermost loop of the barrier; NULL: it does not. */
static const struct block *way_out(const struct sync *barrier, const struct block *branch)
{
	const struct loop *loop = barrier->block->loop;
	if (!loop || !loop_contains(loop, branch))
		return NULL;
	vec_each(succ, &branch->succs)
		if (!loop_contains(loop, *succ))
			return *succ;
	return NULL;
}

static void add(struct kernel *kernel, const struct sync *barrier, const struct block *branch)
{
	struct divergence entry = { barrier, branch, NULL };
	if (branch != barrier->block && block_dominates(branch, barrier->block)) {
		vec_push(kernel->arena, &kernel->divergences, entry);
		return;
	}
	entry.out = way_out(barrier, branch);
	if (entry.out && block_dominates(barrier->block, branch))
		vec_push(kernel->arena, &kernel->divergences, entry);
}

static void find_at(struct kernel *kernel, const struct block *branch)
{
	bool *sides[2];
	for (unsigned i = 0; i < 2; i++)
		sides[i] = side_of(kernel, branch, branch->succs.at[i], branch->ipdom);
	if (!branch->ipdom && !(has_barrier(kernel, sides[0]) && has_barrier(kernel, sides[1])))
		return;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		unsigned index = sync->block->index;
		if (sync->kind == SYNC_BLOCK_BARRIER && sides[0][index] != sides[1][index])
			add(kernel, sync, branch);
	}
}

void divergence_find(struct kernel *kernel)
{
	vec_each(each, &kernel->func->blocks) {
		const struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		if (block->succs.n != 2 || !LLVMIsABranchInst(last))
			continue;
		if (value_level(kernel, LLVMGetCondition(last)) > LEVEL_BLOCK &&
			!block_is_dead_end(block->succs.at[0]) &&
			!block_is_dead_end(block->succs.at[1]))
			find_at(kernel, block);
	}
}
