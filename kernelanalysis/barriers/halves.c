#include "kernelanalysis/passes.h"

/*
 * Barriers of a cluster or of the grid in two halves, arrive and wait. What a thread does between
 * them is ordered with neither what others do before their second half nor with what they do behind
 * it until the next one: such intervals begin at the first half and go on over the second (interval.c).
 * That takes each second half to have one first half, which all threads come to, or one before a loop and one at its rounds' ends.
 */

static const char unarrived[] = "wait for a barrier that the thread need not have arrived at";
static const char between[] = "work between the arrival at a barrier and its wait";

static struct sync *half_at(const struct kernel *kernel, LLVMValueRef i)
{
	vec_each(half, &kernel->halves)
		if ((*half)->instruction == i)
			return *half;
	return NULL;
}

/* The barrier of the kind, or half of one, that the instruction is; NULL: none. */
static struct sync *part_at(
	const struct kernel *kernel, LLVMValueRef i, enum sync_kind kind)
{
	struct sync *sync = sync_at(kernel, i);
	if (!sync)
		sync = half_at(kernel, i);
	return sync && sync->kind == kind ? sync : NULL;
}

/* From an instruction back, the last such barrier of the block; NULL: none. */
static struct sync *last_part(
	const struct kernel *kernel, LLVMValueRef i, enum sync_kind kind)
{
	struct sync *part = NULL;
	for (; i && !part; i = LLVMGetPreviousInstruction(i))
		part = part_at(kernel, i, kind);
	return part;
}

typedef VEC(struct sync *) sync_list;

/* Do all ways to the instruction come from first halves, with no second one since: those that it is the next one from. */
static bool is_pending(const struct kernel *kernel, const struct sync *at, enum sync_kind kind,
	sync_list *halves)
{
	bool *seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*seen));
	const struct block *block = at->block;
	struct sync *part = last_part(kernel, LLVMGetPreviousInstruction(at->instruction), kind);
	VEC(const struct block *) work = { 0 };
	for (;; part = last_part(kernel, LLVMGetLastInstruction(block->llvm), kind)) {
		if (part ? part->waits : !block->preds.n)
			return false;
		if (part)
			vec_push(kernel->arena, halves, part);
		for (size_t p = 0; !part && p < block->preds.n; p++) {
			if (!seen[block->preds.at[p]->index])
				vec_push(kernel->arena, &work, block->preds.at[p]);
			seen[block->preds.at[p]->index] = true;
		}
		if (!work.n)
			return true;
		block = work.at[--work.n];
	}
}

/* The loop, if the one is before it and the other one at each round's end: all threads come to the same one if they make equally
 * many rounds. NULL: they are not such. */
static const struct loop *loop_of_turns(const struct sync *a, const struct sync *b)
{
	for (const struct loop *loop = b->block->loop; loop; loop = loop->parent)
		if (!loop_contains(loop, a->block) && block_dominates(a->block, loop->header) &&
			loop->latch && block_dominates(b->block, loop->latch))
			return loop;
	return NULL;
}

static bool take_turns(struct sync *a, struct sync *b)
{
	const struct loop *loop = loop_of_turns(a, b);
	if (loop)
		b->rounds = loop;
	return loop;
}

/* Is this half what the barrier comes behind, or stands behind, for all threads alike: the only one, or one that takes turns with another. */
static bool is_behind(const struct kernel *kernel, const struct sync *at, struct sync *half)
{
	sync_list halves = { 0 };
	bool found = false;
	if (!is_pending(kernel, at, half->kind, &halves))
		return false;
	vec_each(each, &halves) {
		found |= *each == half;
		if (*each != half && !take_turns(*each, half) && !take_turns(half, *each))
			return false;
	}
	return found;
}

/* What a thread may come to between the halves. */
struct gap {
	struct kernel *kernel;
	enum sync_kind kind;
	bool works, arrives; /* accesses memory, arrives again */
	VEC(struct sync *) waits, others;
};

/* From an instruction on: does the way go on behind the block. */
static bool follow_gap(struct gap *gap, LLVMValueRef i)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		struct sync *sync = sync_at(gap->kernel, i);
		gap->works |= access_at(gap->kernel, i) != NULL;
		if (sync && sync->kind == gap->kind) {
			vec_push(gap->kernel->arena, &gap->waits, sync);
			return false;
		}
		const struct sync *half = half_at(gap->kernel, i);
		gap->arrives |= half && half->kind == gap->kind;
		if (sync && sync->kind <= SYNC_WARP_BARRIER)
			vec_push(gap->kernel->arena, &gap->others, sync);
	}
	return true;
}

static void walk_gap(struct gap *gap, const struct sync *half)
{
	struct arena *arena = gap->kernel->arena;
	bool *seen = arena_alloc(arena, gap->kernel->func->blocks.n * sizeof(*seen));
	VEC(struct block *) work = { 0 };
	struct block *block = half->block;
	bool on = follow_gap(gap, LLVMGetNextInstruction(half->instruction));
	for (;;) {
		for (size_t s = 0; on && s < block->succs.n; s++) {
			if (!seen[block->succs.at[s]->index])
				vec_push(arena, &work, block->succs.at[s]);
			seen[block->succs.at[s]->index] = true;
		}
		if (!work.n)
			return;
		block = work.at[--work.n];
		on = follow_gap(gap, LLVMGetFirstInstruction(block->llvm));
	}
}

/* Does a fence of the cluster stand before a half that orders nothing itself, with no access between. */
static bool orders(struct kernel *kernel, const struct sync *half)
{
	LLVMValueRef i = LLVMGetPreviousInstruction(half->instruction);
	for (; i; i = LLVMGetPreviousInstruction(i)) {
		if (LLVMIsACallInst(i) && call_fence_scope(i) >= SCOPE_CLUSTER)
			return true;
		if (access_at(kernel, i))
			return false;
	}
	return !half->block->preds.n;
}

/* Are there phases or copies in flight, whose order rests on barriers that are whole. */
static bool rests_on_whole_barriers(const struct kernel *kernel)
{
	vec_each(access, &kernel->accesses)
		if ((*access)->async)
			return true;
	return kernel->phased.n > 0;
}

static bool all_wait_for(const struct gap *gap, struct sync *half)
{
	vec_each(wait, &gap->waits)
		if ((*wait)->arrives || !is_behind(gap->kernel, *wait, half))
			return false;
	vec_each(sync, &gap->others)
		if (!is_behind(gap->kernel, *sync, half))
			return false;
	return gap->waits.n > 0;
}

static void half_check(struct kernel *kernel, struct sync *half, const struct sync **first)
{
	struct gap gap = { .kernel = kernel, .kind = half->kind };
	if (half->relaxed && !orders(kernel, half))
		kernel_unsupported(kernel, half->instruction,
			"arrival at a cluster barrier that is relaxed: it orders no accesses before it");
	walk_gap(&gap, half);
	if (!gap.works)
		return;
	if (gap.arrives || (*first && (*first)->kind != half->kind) || rests_on_whole_barriers(kernel) ||
		!all_wait_for(&gap, half)) {
		kernel_unsupported(kernel, half->instruction, "%s", between);
		return;
	}
	*first = half;
	half->apart = true;
	vec_each(wait, &gap.waits) (*wait)->apart = true;
	vec_each(sync, &gap.others) (*sync)->within = true;
}

void halves_fill(struct kernel *kernel)
{
	const struct sync *first = NULL;
	vec_each(half, &kernel->halves) half_check(kernel, *half, &first);
	vec_each(sync, &kernel->syncs) {
		bool half = (*sync)->waits && !(*sync)->arrives && (*sync)->kind <= SYNC_CLUSTER_BARRIER;
		sync_list halves = { 0 };
		if (half && !is_pending(kernel, *sync, (*sync)->kind, &halves))
			kernel_unsupported(kernel, (*sync)->instruction, "%s", unarrived);
	}
}

void halves_confirm(struct kernel *kernel)
{
	vec_each(half, &kernel->halves)
		if ((*half)->rounds && loop_exit_level(kernel, (*half)->rounds) > LEVEL_GRID)
			kernel_unsupported(kernel, (*half)->instruction, "%s", between);
}
