#include "kernelanalysis/barriers/async.h"

#include <string.h>

/*
 * Bulk copies read shared memory through another proxy than threads write it: between the two a
 * proxy fence must come, besides what orders them (PTX ISA, Memory Consistency Model, proxies). The
 * writes that can come before a copy in its round with no such fence between make an interval
 * with it that no barrier ends.
 */

struct back {
	struct kernel *kernel;
	const struct access *copy;
	struct interval *interval;
	bool *seen; /* by block */
};

static bool is_proxy_fence(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "__hgrd_proxy_fence");
}

static void meet(struct back *back, LLVMValueRef i)
{
	const struct kernel *kernel = back->kernel;
	const struct access *access = access_at(kernel, i);
	bool writes = access && !access->async && !access->ends && access->type == ACCESS_WRITE;
	if (!writes || access->object != back->copy->object)
		return;
	struct instance instance = { access, 0 };
	vec_push(kernel->arena, &back->interval->instances, instance);
	for (const struct loop *loop = access->block->loop;
		loop && !loop_contains(loop, back->copy->block); loop = loop->parent) {
		back->interval->reached[loop->index] = true;
		back->interval->free_loop[loop->index] = true;
	}
}

/* From an instruction backwards, without a new round of a loop around the copy. */
static void follow(struct back *back, const struct block *block, LLVMValueRef i)
{
	for (; i; i = LLVMGetPreviousInstruction(i)) {
		if (is_proxy_fence(i))
			return;
		meet(back, i);
	}
	vec_each(pred, &block->preds) {
		const struct block *from = *pred;
		bool round = block->loop && block->loop->header == block &&
			     loop_contains(block->loop, from) &&
			     loop_contains(block->loop, back->copy->block);
		if (round || back->seen[from->index])
			continue;
		back->seen[from->index] = true;
		follow(back, from, LLVMGetLastInstruction(from->llvm));
	}
}

static void add_interval(
	struct kernel *kernel, const struct interval *like, const struct access *copy)
{
	size_t loops = kernel->func->loops.n + 1;
	struct interval *interval = arena_alloc(kernel->arena, sizeof(*interval));
	struct sync *point = arena_alloc(kernel->arena, sizeof(*point));
	point->instruction = copy->instruction;
	point->block = copy->block;
	point->kind = SYNC_FENCE;
	*interval = (struct interval){ .kind = like->kind, .extent = like->extent,
		.finer = like->finer, .lanes = like->lanes, .point = point, .flight = copy,
		.proxy = true };
	interval->free_loop = arena_alloc(kernel->arena, loops * sizeof(bool));
	interval->reached = arena_alloc(kernel->arena, loops * sizeof(bool));
	struct back back = { kernel, copy, interval, NULL };
	back.seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	follow(&back, copy->block, LLVMGetPreviousInstruction(copy->instruction));
	if (interval->instances.n)
		vec_push(kernel->arena, &kernel->intervals, interval);
}

void proxies_fill(struct kernel *kernel)
{
	size_t n = kernel->intervals.n;
	vec_each(each, &kernel->accesses) {
		const struct access *copy = *each;
		bool completes = copy->bound && copy->object->space != SPACE_SHARED;
		if (!copy->bulk || completes || copy->type != ACCESS_READ)
			continue;
		for (size_t i = 0; i < n; i++) {
			const struct interval *like = kernel->intervals.at[i];
			if (!like->point && !like->flight && like->kind != RACE_INTER_BLOCK)
				add_interval(kernel, like, copy);
		}
	}
}
