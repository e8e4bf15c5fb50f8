#include "hostanalysis/contents.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/ptrmap.h"

/* The order of what fills memory, what else writes it, and where its contents matter. */

static bool is_inside(const struct filling *filling, const struct block *block)
{
	return filling->loop && loop_contains(filling->loop, block);
}

/* The innermost loop around the filling. */
static const struct loop *around(struct root *root, const struct filling *filling)
{
	return filling->loop ? filling->loop->parent
			     : instruction_block(root->func, filling->write)->loop;
}

/* Is the loop only passed over by a branch before it that finds nothing to fill. */
static bool is_spared_when_empty(
	struct root *root, const struct filling *filling, const struct block *place)
{
	const struct block *header = filling->loop->header, *from = header->idom;
	while (from && from->succs.n == 1)
		from = from->idom;
	if (!from || from->succs.n != 2 || !filling->count || from->loop != filling->loop->parent ||
		!block_dominates(from, place))
		return false;
	bool first = block_dominates(from->succs.at[0], header);
	if (first == block_dominates(from->succs.at[1], header))
		return false;
	const struct et *over = value_edge(root->env, from, from->succs.at[first]);
	const struct et *none = value_when(root->env, over, filling->count);
	return et_is_const(none) && !none->value;
}

bool filling_precedes(struct root *root, const struct filling *filling, LLVMValueRef at)
{
	const struct block *place = instruction_block(root->func, at);
	const struct loop *outer = around(root, filling);
	if (!place || is_inside(filling, place) || (outer && !loop_contains(outer, place)))
		return false;
	if (!filling->loop)
		return instruction_dominates(root->func, filling->write, at);
	return block_dominates(filling->loop->header, place) ||
	       is_spared_when_empty(root, filling, place);
}

enum met { MET_NOTHING, MET_FILLING, MET_GOAL };

/* What comes first of the filling and the goal, from an instruction to the end of its block. */
static enum met first_met(const struct filling *filling, LLVMValueRef from, LLVMValueRef goal)
{
	for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i)) {
		if (i == goal)
			return MET_GOAL;
		if (!filling->loop && i == filling->write)
			return MET_FILLING;
	}
	return MET_NOTHING;
}

/* Is the goal reached from a block, the filling not being passed; blocks of `seen` are left out. */
static bool is_reached(const struct filling *filling, const struct block *start,
	LLVMValueRef goal, bool *seen)
{
	struct arena *arena = arena_new();
	bool reached = false;
	VEC(const struct block *) work = { 0 };
	vec_push(arena, &work, start);
	while (work.n && !reached) {
		const struct block *from = work.at[--work.n];
		vec_each(succ, &from->succs) {
			if (seen[(*succ)->index] || is_inside(filling, *succ))
				continue;
			seen[(*succ)->index] = true;
			enum met met = first_met(filling, LLVMGetFirstInstruction((*succ)->llvm), goal);
			reached |= met == MET_GOAL;
			if (met == MET_NOTHING)
				vec_push(arena, &work, *succ);
		}
	}
	arena_free(arena);
	return reached;
}

bool comes_between(
	struct root *root, const struct filling *filling, LLVMValueRef write, LLVMValueRef at)
{
	const struct block *block = instruction_block(root->func, write);
	if (is_inside(filling, block))
		return true;
	enum met met = first_met(filling, LLVMGetNextInstruction(write), at);
	if (met != MET_NOTHING)
		return met == MET_GOAL;
	bool *seen = calloc(root->func->blocks.n, sizeof(*seen));
	if (!seen)
		memory_out();
	bool reached = is_reached(filling, block, at, seen);
	free(seen);
	return reached;
}

const struct edge *loop_way_out(struct root *root, const struct loop *loop, LLVMValueRef at)
{
	const struct edge *way = NULL;
	struct filling none = { .loop = loop };
	vec_each(exit, &loop->exits) {
		bool *seen = arena_alloc(root->pass->arena, root->func->blocks.n);
		bool leads = first_met(&none, LLVMGetFirstInstruction(exit->to->llvm), at) == MET_GOAL ||
			     is_reached(&none, exit->to, at, seen);
		if (leads && way)
			return NULL;
		way = leads ? exit : way;
	}
	return way;
}
