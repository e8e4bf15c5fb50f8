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

static bool join(const struct to_place *to, struct after *into, const struct after *after)
{
	struct arena *arena = to->from.root->pass->arena;
	return to->from.surely ? after_agree(arena, into, after) : after_join(arena, into, after);
}

/* Goes on in a block; false: it ends there. */
static bool block_walk(struct to_place *to, struct after *after, LLVMValueRef i)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		if (i == to->at)
			join(to, &to->there, after);
		if (i == to->at || i == to->fill)
			return false;
		if (is_call(i))
			order_step(&to->from, after, i);
	}
	return true;
}

static handle_list steady_ones(struct root *root, const handle_list *list)
{
	handle_list steady = { 0 };
	vec_each(handle, list)
		if (is_steady(root, *handle))
			vec_push(root->pass->arena, &steady, *handle);
	return steady;
}

/* In the next round of a loop other handles may have the terms of those of this one. */
static struct after next_round(const struct to_place *to, const struct after *after)
{
	struct after next = *after;
	if (to->from.surely) {
		next.streams = steady_ones(to->from.root, &after->streams);
		next.events = steady_ones(to->from.root, &after->events);
	}
	return next;
}

static bool goes_on(struct to_place *to, const struct block *block, struct after after, LLVMValueRef i)
{
	bool changed = false;
	if (!block_walk(to, &after, i))
		return false;
	const struct after next = next_round(to, &after);
	vec_each(succ, &block->succs)
		changed |= join(to, &to->after[(*succ)->index], block_dominates(*succ, block) ? &next : &after);
	return changed;
}

/* A list of its own, which grows beside the one that it was. */
static struct after copy_of(struct arena *arena, const struct after *after)
{
	struct after copy = { 0 };
	after_join(arena, &copy, after);
	return copy;
}

/* Does nothing between the two order the fill's stream before the launch's on every way; in rounds of loops with streams of their own, or seem to. */
static bool goes_on_unordered(struct root *root, LLVMValueRef fill, const struct et *own, LLVMValueRef at,
	const struct et *stream)
{
	struct arena *arena = root->pass->arena;
	struct to_place to = { { root, own, is_steady(root, own) }, fill, at, NULL, { 0 } };
	struct after first = { .reached = true };
	const struct block *start = instruction_block(root->func, fill);
	bool changed = true;
	to.after = arena_alloc(arena, root->func->blocks.n * sizeof(*to.after));
	if (!start)
		return true;
	if (to.from.surely)
		vec_push(arena, &first.streams, own);
	goes_on(&to, start, first, LLVMGetNextInstruction(fill));
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

/* The stream of a fill, copy or launch; NULL: it is in none, or not known. */
static const struct et *stream_of(struct root *root, LLVMValueRef call)
{
	if (!strcmp(call_name(call), "hgrd.launch"))
		return host_term(root, call_arg(call, LAUNCH_STREAM));
	struct stream_op op = stream_op_of(call);
	bool enqueues = op.action == STREAM_ENQUEUE && op.stream >= 0 && (unsigned)op.stream < call_args(call);
	return enqueues ? host_term(root, call_arg(call, (unsigned)op.stream)) : NULL;
}

/* Are the streams surely different, with nothing between that orders the first operation before the second. */
static bool runs_beside(struct root *root, LLVMValueRef first, const struct et *own, LLVMValueRef second, const struct et *stream)
{
	return own && stream && et_is_true(streams_apart(root->pass, own, stream)) &&
	       goes_on_unordered(root, first, own, second, stream);
}

bool runs_late(const struct finding *finding, LLVMValueRef call)
{
	const struct et *stream = finding->call ? finding->call->launch.stream : NULL;
	return runs_beside(finding->root, call, stream_of(finding->root, call), finding->at, stream);
}

bool runs_early(struct root *root, const struct launch_call *first, LLVMValueRef call)
{
	return runs_beside(root, first->call, first->launch.stream, call, stream_of(root, call));
}

bool runs_aside(const struct finding *finding, LLVMValueRef call)
{
	struct root *root = finding->root;
	const struct et *stream = stream_of(root, call);
	if (!stream || runs_late(finding, call))
		return stream;
	vec_each(launch, &root->launches) {
		const struct et *own = *launch != call ? stream_of(root, *launch) : NULL;
		if (own && et_is_true(streams_apart(root->pass, own, stream)) &&
			launch_touches(root, &finding->memory, *launch) && may_follow(root, *launch, call) &&
			runs_beside(root, *launch, own, call, stream))
			return true;
	}
	return false;
}
