#include "ir/func_internal.h"

#include <stdlib.h>

bool loop_contains(const struct loop *loop, const struct block *block)
{
	return loop_encloses(loop, block->loop);
}

bool loop_encloses(const struct loop *outer, const struct loop *inner)
{
	for (; inner; inner = inner->parent)
		if (inner == outer)
			return true;
	return false;
}

static struct loop *loop_with_header(struct func *func, struct block *header)
{
	vec_each(loop, &func->loops) {
		if ((*loop)->header == header)
			return *loop;
	}
	struct loop *loop = arena_alloc(func->arena, sizeof(*loop));
	loop->header = header;
	vec_push(func->arena, &func->loops, loop);
	return loop;
}

static void loop_collect(struct func *func, struct loop *loop, struct block *latch, bool *in)
{
	VEC(struct block *) work = { 0 };
	if (!in[latch->index]) {
		in[latch->index] = true;
		vec_push(func->arena, &work, latch);
	}
	while (work.n) {
		struct block *block = work.at[--work.n];
		if (block == loop->header)
			continue;
		vec_each(pred, &block->preds) {
			if (in[(*pred)->index])
				continue;
			in[(*pred)->index] = true;
			vec_push(func->arena, &work, *pred);
		}
	}
}

static void loop_fill(struct func *func, struct loop *loop)
{
	bool *in = arena_alloc(func->arena, func->blocks.n * sizeof(bool));
	unsigned latches = 0, outside = 0;
	in[loop->header->index] = true;
	vec_each(pred, &loop->header->preds) {
		if (block_dominates(loop->header, *pred)) {
			loop_collect(func, loop, *pred, in);
			loop->latch = latches++ ? NULL : *pred;
		} else {
			loop->preheader = outside++ ? NULL : *pred;
		}
	}
	if (loop->preheader && loop->preheader->succs.n != 1)
		loop->preheader = NULL;
	vec_each(each, &func->blocks) {
		struct block *block = *each;
		if (!in[block->index])
			continue;
		vec_push(func->arena, &loop->blocks, block);
		vec_each(succ, &block->succs) {
			if (!in[(*succ)->index])
				vec_push(func->arena, &loop->exits, ((struct edge){ block, *succ }));
		}
	}
}

static int compare_loops(const void *a, const void *b)
{
	const struct loop *x = *(struct loop *const *)a, *y = *(struct loop *const *)b;
	if (x->blocks.n != y->blocks.n)
		return x->blocks.n > y->blocks.n ? -1 : 1;
	return x->header->index < y->header->index ? -1 : x->header->index > y->header->index;
}

static void loop_nest(struct func *func)
{
	if (func->loops.n)
		qsort(func->loops.at, func->loops.n, sizeof(*func->loops.at), compare_loops);
	for (unsigned i = 0; i < func->loops.n; i++) {
		struct loop *loop = func->loops.at[i];
		loop->index = i;
		loop->parent = loop->header->loop;
		loop->depth = loop->parent ? loop->parent->depth + 1 : 1;
		if (loop->parent)
			vec_push(func->arena, &loop->parent->children, loop);
		vec_each(block, &loop->blocks) (*block)->loop = loop;
	}
}

void func_loops_fill(struct func *func)
{
	vec_each(each, &func->blocks) {
		struct block *block = *each;
		vec_each(succ, &block->succs) {
			if ((*succ)->index > block->index)
				continue;
			if (block_dominates(*succ, block))
				loop_with_header(func, *succ);
			else
				func->irreducible = true;
		}
	}
	vec_each(loop, &func->loops) loop_fill(func, *loop);
	loop_nest(func);
}
