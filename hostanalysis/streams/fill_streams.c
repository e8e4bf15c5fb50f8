#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

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
	return after_agree(to->from.root->pass->arena, into, after);
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

/* The loop that begins anew between two blocks; NULL: none does. */
static const struct loop *loop_again(const struct block *from, const struct block *to)
{
	const struct loop *loop = from->loop;
	while (loop && loop->header != to)
		loop = loop->parent;
	return loop;
}

struct round_before {
	const struct loop *loop; /* whose round it is */
	bool lost;		 /* it says what inner loops do */
};

static const struct et *round_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct round_before *before = data;
	if (leaf->op != ET_SYM || leaf->sym->kind != SYM_LOOP)
		return NULL;
	const struct loop *own = leaf->sym->origin;
	if (own == before->loop)
		return et_binary(ets, ET_ADD, ET_NSW, leaf, et_const(ets, leaf->width, UINT64_MAX));
	before->lost |= !own || !loop_encloses(own, before->loop);
	return NULL;
}

/* What handles of a round are in the terms of the next one. */
static handle_list in_next_round(struct root *root, const handle_list *list, const struct loop *loop)
{
	handle_list next = { 0 };
	vec_each(handle, list) {
		struct round_before before = { loop, false };
		const struct et *was = et_map_once(root->pass->ets, *handle, round_leaf, &before);
		if (!before.lost)
			vec_push(root->pass->arena, &next, was);
	}
	return next;
}

static struct after next_round(const struct to_place *to, const struct after *after, const struct loop *loop)
{
	struct after next = *after;
	next.streams = in_next_round(to->from.root, &after->streams, loop);
	next.events = in_next_round(to->from.root, &after->events, loop);
	return next;
}

static bool goes_on(struct to_place *to, const struct block *block, struct after after, LLVMValueRef i)
{
	bool changed = false;
	if (!block_walk(to, &after, i))
		return false;
	vec_each(succ, &block->succs) {
		const struct loop *again = loop_again(block, *succ);
		const struct after next = again ? next_round(to, &after, again) : after;
		changed |= join(to, &to->after[(*succ)->index], &next);
	}
	return changed;
}

/* A list of its own, which grows beside the one that it was. */
static struct after copy_of(struct arena *arena, const struct after *after)
{
	struct after copy = { 0 };
	after_join(arena, &copy, after);
	return copy;
}

/* Does nothing between the two order the fill's stream before the launch's on every way. */
static bool goes_on_unordered(struct root *root, LLVMValueRef fill, const struct et *own, LLVMValueRef at,
	const struct et *stream)
{
	struct arena *arena = root->pass->arena;
	struct to_place to = { { root, own, true, NULL }, fill, at, NULL, { 0 } };
	struct after first = { .reached = true };
	const struct block *start = instruction_block(root->func, fill);
	bool changed = true;
	to.after = arena_alloc(arena, root->func->blocks.n * sizeof(*to.after));
	if (!start || root->func->irreducible)
		return true;
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
	return !order_reaches(&to.from, at, &to.there, stream);
}

/* The stream of a fill, copy or launch; NULL: it is in none, or not known. */
static const struct et *stream_of(struct root *root, LLVMValueRef call)
{
	if (!strcmp(call_name(call), "hgrd.launch"))
		return stream_narrow(root->pass, host_term(root, call_arg(call, LAUNCH_STREAM)));
	struct stream_op op = stream_op_of(call);
	return op.action == STREAM_ENQUEUE ? stream_narrow(root->pass, stream_handle(root, call, op.stream)) : NULL;
}

/* Is it a created one, or chosen among such, which one depending on the round. */
static bool is_created_in_turns(struct root *root, const struct et *stream)
{
	return !is_steady(root, stream) && !stream_may_be_default(root->pass->arena, stream);
}

/* Are two operations in different streams that do not wait for each other, in whichever rounds of loops; where nobody who is seen creates one, not. */
static bool may_be_apart(struct root *root, const struct et *a, const struct et *b)
{
	bool created = !stream_may_be_default(root->pass->arena, a) && !stream_may_be_default(root->pass->arena, b);
	return !et_is_false(streams_apart(root->pass, a, b)) ||
	       (created && (is_created_in_turns(root, a) || is_created_in_turns(root, b)));
}

/* May the streams be different, with nothing between that orders the first operation before the second on every way. */
static bool runs_beside(struct root *root, LLVMValueRef first, const struct et *own, LLVMValueRef second, const struct et *stream)
{
	return own && stream && may_be_apart(root, own, stream) &&
	       goes_on_unordered(root, first, own, second, stream);
}

bool runs_late(const struct finding *finding, LLVMValueRef call)
{
	const struct et *stream = finding->call ? stream_narrow(finding->root->pass, finding->call->launch.stream) : NULL;
	return runs_beside(finding->root, call, stream_of(finding->root, call), finding->at, stream);
}

bool runs_early(struct root *root, const struct launch_call *first, LLVMValueRef call)
{
	return runs_beside(root, first->call, stream_narrow(root->pass, first->launch.stream), call, stream_of(root, call));
}

bool runs_aside(const struct finding *finding, LLVMValueRef call)
{
	struct root *root = finding->root;
	const struct et *stream = stream_of(root, call);
	if (!stream || runs_late(finding, call))
		return stream;
	vec_each(launch, &root->launches) {
		const struct et *own = *launch != call ? stream_of(root, *launch) : NULL;
		if (own && may_be_apart(root, own, stream) &&
			launch_touches(root, &finding->memory, *launch) && may_follow(root, *launch, call) &&
			runs_beside(root, *launch, own, call, stream))
			return true;
	}
	return false;
}
