#include "kernelanalysis/grid/rehearsal.h"

/*
 * Code between two block barriers in which threads signal to other blocks and wait for them by
 * atomic or volatile operations on words that are used nowhere else, and do nothing else.
 */

enum { MOST_ENDS = 8 };

struct span {
	struct kernel *kernel;
	struct grid_barrier *barrier;
	bool *inside;
	bool other, waits, writes;
	VEC(const struct block *) work;
};

static bool is_whole_barrier(const struct sync *sync)
{
	return sync->kind == SYNC_BLOCK_BARRIER && !sync->partial && !sync->by_hand &&
	       sync->extent == EXTENT_BLOCK;
}

static bool is_whole_warp(const struct sync *sync)
{
	LLVMValueRef mask = sync->mask_value;
	return sync->kind == SYNC_WARP_BARRIER && !sync->partial && sync->extent == EXTENT_WARP &&
	       (!mask || (LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) == UINT32_MAX));
}

static bool may_stand_between(const struct sync *sync)
{
	return sync->kind == SYNC_FENCE || is_whole_barrier(sync) || is_whole_warp(sync);
}

/* Is the word also counted by somebody, so that a plain store may set it back. */
static bool is_counted(const struct kernel *kernel, const struct access *store)
{
	vec_each(each, &kernel->accesses)
		if ((*each)->type == ACCESS_ATOMIC && (*each)->object == store->object &&
			counter_change(*each))
			return true;
	return false;
}

static bool is_operation(const struct kernel *kernel, const struct access *access)
{
	bool sets_back = access->type == ACCESS_WRITE && !access->is_volatile && access->stored &&
			 is_counted(kernel, access);
	bool strong = is_strong(access) && strong_scope(access) >= SCOPE_DEVICE;
	return (strong || sets_back) && !access->asm_weak && !access->async &&
	       !access->of_barrier && !access->of_rehearsed &&
	       access->object->space != SPACE_SHARED && access->object->kind != OBJECT_UNKNOWN;
}

static void take(struct span *span, LLVMValueRef i)
{
	struct access *access = access_at(span->kernel, i);
	const struct sync *sync = sync_at(span->kernel, i);
	span->other |= sync && !may_stand_between(sync);
	if (!access || access->object->kind == OBJECT_LOCAL)
		return;
	bool refused = ptrmap_get(span->kernel->refused, access->instruction);
	if (!is_operation(span->kernel, access) || (refused && may_flip(access))) {
		span->other = true;
		return;
	}
	bool reads = access->type == ACCESS_READ || access->rmw == RMW_LOAD || keeps_value(access);
	span->waits |= reads && access->block->loop;
	span->writes |= !reads;
	vec_push(span->kernel->arena, &span->barrier->ops, access);
}

static void follow(struct span *span, const struct block *block, LLVMValueRef i)
{
	for (; i && !span->other; i = LLVMGetNextInstruction(i)) {
		if (i == span->barrier->to)
			return;
		take(span, i);
	}
	span->other |= !block->succs.n && !block_is_dead_end(block);
	vec_each(succ, &block->succs) {
		if (span->inside[(*succ)->index])
			continue;
		span->inside[(*succ)->index] = true;
		vec_push(span->kernel->arena, &span->work, *succ);
	}
}

/* Is what lies between such code: 1, nothing of interest yet: 0, something else: -1. */
static int between(struct kernel *kernel, struct grid_barrier *barrier)
{
	struct span span = { .kernel = kernel, .barrier = barrier };
	const struct block *start = instruction_block(kernel->func, barrier->from);
	span.inside = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	barrier->inside = span.inside;
	barrier->ops.n = 0;
	follow(&span, start, LLVMGetNextInstruction(barrier->from));
	while (span.work.n && !span.other) {
		const struct block *block = span.work.at[--span.work.n];
		follow(&span, block, LLVMGetFirstInstruction(block->llvm));
	}
	if (span.other)
		return -1;
	return span.waits && span.writes;
}

/* The next block barrier that all ways from behind this instruction lead to. */
static const struct sync *next_end(const struct kernel *kernel, LLVMValueRef after)
{
	const struct block *block = instruction_block(kernel->func, after);
	LLVMValueRef i = LLVMGetNextInstruction(after);
	while (block) {
		for (; i; i = LLVMGetNextInstruction(i)) {
			const struct sync *sync = sync_at(kernel, i);
			if (sync && is_whole_barrier(sync))
				return sync;
		}
		block = block->ipdom;
		i = block ? LLVMGetFirstInstruction(block->llvm) : NULL;
	}
	return NULL;
}

/* 1: a fence of this direction comes first, 0: an access, -1: neither. */
static int meets_fence(const struct kernel *kernel, LLVMValueRef i, enum order other)
{
	const struct sync *sync = sync_at(kernel, i);
	const struct access *access = access_at(kernel, i);
	if (sync && sync->kind == SYNC_FENCE && sync->scope >= SCOPE_DEVICE && sync->order != other)
		return 1;
	return access && access->object->kind != OBJECT_LOCAL ? 0 : -1;
}

/* Does every thread run a release fence right before the block barrier. */
static bool fenced_before(const struct kernel *kernel, LLVMValueRef from)
{
	const struct block *block = instruction_block(kernel->func, from);
	LLVMValueRef i = LLVMGetPreviousInstruction(from);
	for (;;) {
		for (; i; i = LLVMGetPreviousInstruction(i)) {
			int met = meets_fence(kernel, i, ORDER_ACQUIRE);
			if (met >= 0)
				return met;
		}
		if (block->preds.n != 1)
			return false;
		block = block->preds.at[0];
		if (block->succs.n != 1)
			return false;
		i = LLVMGetLastInstruction(block->llvm);
	}
}

/* Does every thread run a fence right behind the block barrier, and are all fences sequentially consistent. */
static bool fenced_behind(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	vec_each(sync, &kernel->syncs)
		if ((*sync)->kind == SYNC_FENCE && !(*sync)->sc)
			return false;
	vec_each(op, &barrier->ops)
		if ((*op)->order > ORDER_RELAXED)
			return false;
	const struct block *block = barrier->end;
	for (LLVMValueRef i = LLVMGetNextInstruction(barrier->to);;) {
		for (; i; i = LLVMGetNextInstruction(i)) {
			int met = meets_fence(kernel, i, ORDER_RELEASE);
			if (met >= 0)
				return met;
		}
		if (block->succs.n != 1)
			return false;
		block = block->succs.at[0];
		if (block->loop && block->loop->header == block)
			return false;
		i = LLVMGetFirstInstruction(block->llvm);
	}
}

static void mark(struct kernel *kernel, struct sync *from, struct grid_barrier *barrier)
{
	from->by_hand = barrier;
	barrier->rehearsed = true;
	barrier->fenced_before = fenced_before(kernel, barrier->from);
	barrier->fenced_behind = fenced_behind(kernel, barrier);
	barrier->arrive = barrier->ops.at[0];
	vec_each(op, &barrier->ops) {
		bool reads = (*op)->type == ACCESS_READ || keeps_value(*op);
		bool read = barrier->arrive->type == ACCESS_READ || keeps_value(barrier->arrive);
		(*op)->of_rehearsed = true;
		if (read && !reads)
			barrier->arrive = *op;
	}
	vec_push(kernel->arena, &kernel->rehearsed, barrier);
}

static void find_from(struct kernel *kernel, struct sync *from)
{
	struct grid_barrier *barrier = arena_alloc(kernel->arena, sizeof(*barrier));
	LLVMValueRef after = from->instruction;
	barrier->from = from->instruction;
	for (unsigned n = 0; n < MOST_ENDS; n++) {
		const struct sync *end = next_end(kernel, after);
		if (!end || end == from)
			return;
		barrier->to = end->instruction;
		barrier->end = end->block;
		int is = between(kernel, barrier);
		if (is > 0)
			mark(kernel, from, barrier);
		if (is)
			return;
		after = end->instruction;
	}
}

/* Are its words changed outside such code. */
static bool is_used_elsewhere(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	vec_each(each, &kernel->accesses)
		vec_each(op, &barrier->ops)
			if (!(*each)->of_rehearsed && (access_writes(*each) || !is_strong(*each)) &&
				(*each)->object == (*op)->object && accesses_may_meet(*each, *op))
				return true;
	return false;
}

void rehearsals_find(struct kernel *kernel)
{
	size_t n = kernel->syncs.n;
	for (size_t i = 0; i < n; i++) {
		struct sync *sync = kernel->syncs.at[i];
		if (is_whole_barrier(sync) && !ptrmap_get(kernel->refused, sync->instruction))
			find_from(kernel, sync);
	}
}

bool rehearsals_refuse(struct kernel *kernel)
{
	bool any = false;
	vec_each(barrier, &kernel->rehearsed) {
		if (!is_used_elsewhere(kernel, *barrier))
			continue;
		ptrmap_set(kernel->refused, (*barrier)->from, (void *)(uintptr_t) "");
		any = true;
	}
	return any;
}
