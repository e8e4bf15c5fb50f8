#include "hostanalysis/memory/contents.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/ptrmap.h"
#include "expr/linear.h"

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

/* What the count of a loop is where a range of elements is empty, which is `over`: two ends of the range are one; NULL: nothing follows. */
static const struct et *count_of_empty(struct ets *ets, const struct et *over, const struct et *count)
{
	enum { WIDEST = 16 };
	if (over->op != ET_EQ || over->arg[0]->width != 64 || count->width != 64)
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		for (int64_t size = 1; size <= WIDEST; size *= 2) {
			const struct et *elements = et_quotient(ets, et_difference(ets, over->arg[i], over->arg[!i]), size);
			const struct et *none = elements ? et_difference(ets, count, elements) : NULL;
			if (none && et_is_const(none))
				return none;
		}
	return NULL;
}

/* Does a branch before the loop that passes it over find nothing to fill, or not even the element before it. */
static bool is_empty_past(struct root *root, const struct filling *filling, const struct block *from, const struct block *past)
{
	const struct et *over = value_edge(root->env, from, past);
	const struct et *none = value_when(root->env, over, filling->count);
	none = et_is_const(none) ? none : count_of_empty(root->pass->ets, over, filling->count);
	return none && (!none->value || (filling->grows && et_signed(none) < 0));
}

/* Is the loop only passed over by branches before it that find nothing to fill. */
static bool is_spared_when_empty(struct root *root, struct filling *filling, const struct block *place)
{
	enum { MOST = sizeof(filling->past.from) / sizeof(*filling->past.from) };
	const struct block *header = filling->loop->header, *from = header;
	struct passing *past = &filling->past;
	past->n = 0;
	do {
		do
			from = from->idom;
		while (from && from->succs.n == 1);
		if (!from || from->succs.n != 2 || !filling->count || from->loop != filling->loop->parent || past->n == MOST)
			return false;
		bool first = block_dominates(from->succs.at[0], header);
		if (first == block_dominates(from->succs.at[1], header) ||
			!is_empty_past(root, filling, from, from->succs.at[first]))
			return false;
		past->from[past->n] = from;
		past->to[past->n++] = from->succs.at[first];
	} while (!block_dominates(from, place));
	return true;
}

bool filling_precedes(struct root *root, struct filling *filling, LLVMValueRef at)
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

/* How many instructions there are up to one of the same block; 0: it comes before, or is not in the block. */
static uintptr_t steps_to(const struct func *func, LLVMValueRef from, LLVMValueRef to)
{
	uintptr_t first = from ? instruction_number(func, from) : 0, last = to ? instruction_number(func, to) : 0;
	bool behind = first && first <= last && LLVMGetInstructionParent(from) == LLVMGetInstructionParent(to);
	return behind ? last - first + 1 : 0;
}

/* What comes first of the filling and the goal, from an instruction to the end of its block. */
static enum met first_met(const struct func *func, const struct filling *filling, LLVMValueRef from, LLVMValueRef goal)
{
	uintptr_t met = steps_to(func, from, goal);
	uintptr_t passed = filling->loop ? 0 : steps_to(func, from, filling->write);
	if (met && (!passed || met <= passed))
		return MET_GOAL;
	return passed ? MET_FILLING : MET_NOTHING;
}

static bool is_passing(const struct passing *past, const struct block *from, const struct block *to)
{
	for (unsigned i = 0; i < past->n; i++)
		if (past->from[i] == from && past->to[i] == to)
			return true;
	return false;
}

/* Is the goal reached from a block, the filling not being passed; blocks of `seen` are left out. */
static bool is_reached(const struct func *func, const struct filling *filling, const struct block *start,
	LLVMValueRef goal, bool *seen)
{
	struct arena *arena = arena_new();
	const struct block *end = instruction_block(func, goal);
	const struct block *filled = filling->loop || !filling->write ? NULL : instruction_block(func, filling->write);
	bool reached = false;
	VEC(const struct block *) work = { 0 };
	vec_push(arena, &work, start);
	while (work.n && !reached) {
		const struct block *from = work.at[--work.n];
		vec_each(succ, &from->succs) {
			if (is_passing(&filling->past, from, *succ) || seen[(*succ)->index] || is_inside(filling, *succ))
				continue;
			seen[(*succ)->index] = true;
			enum met met = *succ != end && *succ != filled
				? MET_NOTHING
				: first_met(func, filling, LLVMGetFirstInstruction((*succ)->llvm), goal);
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
	enum met met = first_met(root->func, filling, LLVMGetNextInstruction(write), at);
	if (met != MET_NOTHING)
		return met == MET_GOAL;
	bool *seen = calloc(root->func->blocks.n, sizeof(*seen));
	if (!seen)
		memory_out();
	bool reached = is_reached(root->func, filling, block, at, seen);
	free(seen);
	return reached;
}

const struct edge *loop_way_out(struct root *root, const struct loop *loop, LLVMValueRef at)
{
	const struct edge *way = NULL;
	struct filling none = { .loop = loop };
	vec_each(exit, &loop->exits) {
		bool *seen = arena_alloc(root->pass->arena, root->func->blocks.n);
		bool leads = first_met(root->func, &none, LLVMGetFirstInstruction(exit->to->llvm), at) == MET_GOAL ||
			     is_reached(root->func, &none, exit->to, at, seen);
		if (leads && way)
			return NULL;
		way = leads ? exit : way;
	}
	return way;
}
