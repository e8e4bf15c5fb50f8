#include "hostanalysis/leftovers.h"
#include "hostanalysis/streams.h"

#include <string.h>

/* Fills, copies and launches in another stream than a launch's, which may run when that is under way, or later. */

/* From the fill on, or where another way begins, to the end of a block: not past the fill or the place that asks. */
struct to_place {
	struct order_from from;
	LLVMValueRef fill, at;
	struct after *after; /* by block index */
	struct after there;  /* at the place */
};

/* Goes on in a block; false: it ends there. */
static bool block_walk(struct to_place *to, struct after *after, LLVMValueRef i)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		if (i == to->at)
			after_join(to->from.root->pass->arena, &to->there, after);
		if (i == to->at || i == to->fill)
			return false;
		if (is_call(i))
			order_step(&to->from, after, i);
	}
	return true;
}

static bool goes_on(struct to_place *to, const struct block *block, struct after after, LLVMValueRef i)
{
	bool changed = false;
	if (!block_walk(to, &after, i))
		return false;
	vec_each(succ, &block->succs)
		changed |= after_join(to->from.root->pass->arena, &to->after[(*succ)->index], &after);
	return changed;
}

/* A list of its own, which grows beside the one that it was. */
static struct after copy_of(struct arena *arena, const struct after *after)
{
	struct after copy = { 0 };
	after_join(arena, &copy, after);
	return copy;
}

/* Does nothing between the two order the fill's stream before the launch's, or seem to. */
static bool goes_on_unordered(struct root *root, LLVMValueRef fill, const struct et *own, LLVMValueRef at,
	const struct et *stream)
{
	struct arena *arena = root->pass->arena;
	struct to_place to = { { root, own }, fill, at, NULL, { 0 } };
	const struct block *start = instruction_block(root->func, fill);
	bool changed = true;
	to.after = arena_alloc(arena, root->func->blocks.n * sizeof(*to.after));
	if (!start)
		return true;
	goes_on(&to, start, (struct after){ .reached = true }, LLVMGetNextInstruction(fill));
	while (changed) {
		changed = false;
		vec_each(each, &root->func->blocks) {
			const struct after *after = &to.after[(*each)->index];
			if (after->reached)
				changed |= goes_on(&to, *each, copy_of(arena, after),
					LLVMGetFirstInstruction((*each)->llvm));
		}
	}
	return !order_reaches(&to.from, &to.there, stream);
}

/* Is the stream surely another one than the launch's, with nothing between that orders them. */
static bool runs_beside(const struct finding *finding, LLVMValueRef call, const struct et *own)
{
	struct root *root = finding->root;
	const struct et *stream = finding->call ? finding->call->launch.stream : NULL;
	return own && stream && et_is_true(streams_apart(root->pass, own, stream)) &&
	       goes_on_unordered(root, call, own, finding->at, stream);
}

bool runs_late(const struct finding *finding, LLVMValueRef call)
{
	struct root *root = finding->root;
	if (!strcmp(call_name(call), "hgrd.launch"))
		return runs_beside(finding, call, host_term(root, call_arg(call, LAUNCH_STREAM)));
	struct stream_op op = stream_op_of(call);
	return op.action == STREAM_ENQUEUE && op.stream >= 0 && (unsigned)op.stream < call_args(call) &&
	       runs_beside(finding, call, host_term(root, call_arg(call, (unsigned)op.stream)));
}
