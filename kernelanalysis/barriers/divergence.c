#include "kernelanalysis/passes.h"

/*
 * Barrier divergence: block barriers that are control dependent on a branch
 * whose condition is not uniform for the block. Threads that leave the kernel
 * hold no barrier up (sm_70 and later), so a side that exits does not count, whatever
 * it does before, unless it waits for others.
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

static bool has_barrier(const struct kernel *kernel, const bool *side, enum sync_kind kind)
{
	vec_each(sync, &kernel->syncs) {
		if ((*sync)->kind == kind && side[(*sync)->block->index])
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
	struct divergence entry = { .barrier = barrier, .branch = branch };
	if (branch != barrier->block && block_dominates(branch, barrier->block)) {
		vec_push(kernel->arena, &kernel->divergences, entry);
		return;
	}
	entry.out = way_out(barrier, branch);
	if (entry.out && block_dominates(barrier->block, branch))
		vec_push(kernel->arena, &kernel->divergences, entry);
}

static bool waits(const struct kernel *kernel, const bool *side)
{
	vec_each(sync, &kernel->syncs)
		if ((*sync)->kind != SYNC_FENCE && side[(*sync)->block->index])
			return true;
	return false;
}

/* Do the threads on one side of the branch, which is in no loop, leave the kernel and wait for nobody before. */
static bool leaves_kernel(struct kernel *kernel, const struct block *branch)
{
	const struct block *end = branch->ipdom;
	if (!end || branch->loop || !LLVMIsAReturnInst(LLVMGetFirstInstruction(end->llvm)))
		return false;
	for (unsigned i = 0; i < 2; i++)
		if (!waits(kernel, side_of(kernel, branch, branch->succs.at[i], end)))
			return true;
	return false;
}

static void find_at(struct kernel *kernel, const struct block *branch)
{
	if (!kernel->lockstep && leaves_kernel(kernel, branch))
		return;
	bool *sides[2];
	for (unsigned i = 0; i < 2; i++)
		sides[i] = side_of(kernel, branch, branch->succs.at[i], branch->ipdom);
	if (!branch->ipdom && !(has_barrier(kernel, sides[0], SYNC_BLOCK_BARRIER) &&
					 has_barrier(kernel, sides[1], SYNC_BLOCK_BARRIER)))
		return;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		unsigned index = sync->block->index;
		if (sync->kind == SYNC_BLOCK_BARRIER && sides[0][index] != sides[1][index])
			add(kernel, sync, branch);
	}
}

static const struct sync *only_on(
	const struct kernel *kernel, const bool *side, const bool *other, enum sync_kind kind)
{
	vec_each(sync, &kernel->syncs) {
		size_t at = (*sync)->block->index;
		if ((*sync)->kind == kind && !(*sync)->by_hand && side[at] && !other[at])
			return *sync;
	}
	return NULL;
}

/*
 * A barrier of the grid or of a cluster on each side of a branch that threads take differently: they meet, but intervals behind
 * one have nothing of what runs behind the other.
 */
static void doubt_meeting(struct kernel *kernel, const struct block *branch)
{
	const bool *left = side_of(kernel, branch, branch->succs.at[0], branch->ipdom);
	const bool *right = side_of(kernel, branch, branch->succs.at[1], branch->ipdom);
	for (enum sync_kind kind = SYNC_GRID_BARRIER; kind <= SYNC_CLUSTER_BARRIER; kind++) {
		const struct sync *barrier = only_on(kernel, left, right, kind);
		if (barrier && only_on(kernel, right, left, kind))
			kernel_doubt(kernel, barrier->instruction,
				"barrier of several blocks to which threads come at different places");
	}
}

/* The block barrier that all threads which come to the block wait at; NULL: there is none. */
static const struct sync *held_at(const struct kernel *kernel, const struct block *block)
{
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (sync->kind == SYNC_BLOCK_BARRIER && block_post_dominates(sync->block, block))
			return sync;
	}
	return NULL;
}

/* Does the mask name more lanes than a thread's own, and is it known which. */
static bool names_others(const struct sync *sync)
{
	return sync->kind == SYNC_WARP_BARRIER && !sync->partial && (sync->extent || sync->lanes);
}

/* A warp barrier on one side of the branch, and all that lanes may do on the other. */
static void add_warp(struct kernel *kernel, struct divergence entry, const bool *other)
{
	const struct sync *held = entry.held;
	vec_each(each, &kernel->syncs) {
		if ((*each)->kind != SYNC_WARP_BARRIER || !other[(*each)->block->index])
			continue;
		entry.held = NULL;
		entry.elsewhere = *each;
		vec_push(kernel->arena, &kernel->divergences, entry);
	}
	if (held && !entry.elsewhere)
		vec_push(kernel->arena, &kernel->divergences, entry);
}

/*
 * Warp barriers on one side of the branch. Lanes that go the other way may meet the others at a
 * warp barrier there; if there is none, they may wait at a block barrier behind.
 */
static void find_warps_at(struct kernel *kernel, const struct block *branch)
{
	const struct sync *held = branch->ipdom ? held_at(kernel, branch->ipdom) : NULL;
	for (unsigned i = 0; i < 2; i++) {
		const bool *side = side_of(kernel, branch, branch->succs.at[i], branch->ipdom);
		const bool *other = side_of(kernel, branch, branch->succs.at[!i], branch->ipdom);
		vec_each(each, &kernel->syncs) {
			const struct sync *sync = *each;
			struct divergence entry = {
				.barrier = sync, .held = held, .branch = branch };
			if (names_others(sync) && side[sync->block->index] &&
				!other[sync->block->index] && block_dominates(branch, sync->block))
				add_warp(kernel, entry, other);
		}
	}
}

void divergence_find(struct kernel *kernel)
{
	vec_each(each, &kernel->func->blocks) {
		const struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		if (block->succs.n != 2 || !LLVMIsABranchInst(last))
			continue;
		enum level level = value_level(kernel, LLVMGetCondition(last));
		if (level > LEVEL_GRID)
			doubt_meeting(kernel, block);
		if (level <= LEVEL_BLOCK || block_is_dead_end(block->succs.at[0]) ||
			block_is_dead_end(block->succs.at[1]))
			continue;
		find_at(kernel, block);
		if (level > LEVEL_WARP && !kernel->lockstep)
			find_warps_at(kernel, block);
	}
}
