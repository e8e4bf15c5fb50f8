#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Launches that may run at the same time: the ways from one launch to another are walked, forwards
 * and over the back edge of a loop around it, a few times, as buffers that take turns meet in a later
 * round only. What may order the second after the first on some way is taken to do so on all, but for what a branch passes by
 * whose condition follows from arguments and constants (passed_by.c).
 */

#define MOST_CALLS 64 /* launches of a root that are looked at */
#define MOST_ROUNDS 3 /* of a loop */

enum part { PART_ALL, PART_INSIDE, PART_BEHIND };

struct walk {
	struct root *root;
	const launch_call_list *calls;
	const struct launch_call *first;
	struct after *after;	  /* by block index */
	const struct loop *round; /* whose back edge was taken, NULL: none */
	unsigned times;		  /* ... so often */
	enum part part;		  /* blocks that are walked: inside `round`, or behind it */
	struct after *behind;	  /* by block index: what rounds of loops that are left there have done */
	bool silent;		  /* launches that are met do not count */
	bool passes;		  /* what branches may pass by orders nothing */
	VEC(LLVMValueRef) met;	  /* launches that were met on the way forwards */
	block_list passed;	  /* of what was passed by */
};

/* How the host terms of the second launch differ from those of its own analysis. */
struct second_run {
	const struct walk *walk;
	const struct block *here, *there; /* of the two launches */
	struct ptrmap *finals;
};

/* The counter of a loop around the first launch alone: what it was in the end. */
static const struct et *final_counter(
	const struct second_run *run, struct ets *ets, const struct symbol *counter)
{
	struct symbol *final = ptrmap_get(run->finals, counter);
	if (!final) {
		final = symbol_new(ets, counter->kind, counter->level, counter->width,
			counter->name);
		final->loc = counter->loc;
		ptrmap_set(run->finals, counter, final);
	}
	return et_sym(ets, final);
}

/* A later round of the loop that was gone round, the first ones of those entered on the way. */
static const struct et *second_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct second_run *run = data;
	const struct loop *loop = leaf->sym->origin, *round = run->walk->round;
	if (leaf->sym->kind != SYM_LOOP || leaf->op != ET_SYM || !loop)
		return NULL;
	bool around_first = loop_contains(loop, run->here);
	if (!loop_contains(loop, run->there))
		return around_first ? final_counter(run, ets, leaf->sym) : NULL;
	if (loop == round)
		return et_binary(ets, ET_ADD, ET_NSW, leaf,
			et_const(ets, leaf->width, run->walk->times));
	if (around_first && (!round || loop_encloses(loop, round)))
		return NULL;
	return et_const(ets, leaf->width, 0);
}

static void launch_map(struct arena *arena, struct et_map *map, struct host_launch *launch)
{
	struct host_launch old = *launch;
	launch->stream = et_map_apply(map, old.stream);
	launch->shared = et_map_apply(map, old.shared);
	for (unsigned i = 0; i < 3; i++) {
		launch->grid[i] = et_map_apply(map, old.grid[i]);
		launch->block[i] = et_map_apply(map, old.block[i]);
	}
	memset(&launch->args, 0, sizeof(launch->args));
	memset(&launch->facts, 0, sizeof(launch->facts));
	vec_each(arg, &old.args) {
		struct host_arg mapped = { .size = arg->size };
		vec_each(piece, &arg->pieces) {
			struct host_piece one = *piece;
			one.value = et_map_apply(map, piece->value);
			vec_push(arena, &mapped.pieces, one);
		}
		vec_push(arena, &launch->args, mapped);
	}
	vec_each(fact, &old.facts) {
		struct fact mapped = *fact;
		mapped.cond = et_map_apply(map, fact->cond);
		vec_push(arena, &launch->facts, mapped);
	}
}

/* The graph that a node's launch is of; NULL: it is no node's, or the graph changes with the rounds of a loop. */
static const struct et *graph_of(struct root *root, LLVMValueRef call)
{
	LLVMValueRef node = strcmp(call_name(call), "hgrd.launch") ? NULL : call_arg(call, LAUNCH_STREAM);
	for (LLVMUseRef use = node ? LLVMGetFirstUse(node) : NULL; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_call(user) || strcmp(call_name(user), "hgrd.node_record"))
			continue;
		const struct et *graph = host_term(root, call_arg(user, 2));
		return is_steady(root, graph) ? graph : NULL;
	}
	return NULL;
}

static void overlap_add(struct walk *walk, const struct launch_call *second)
{
	struct host_pass *pass = walk->root->pass;
	struct value_env *env = walk->root->env;
	struct host_overlap overlap = { .first = walk->first->launch, .second = second->launch };
	struct second_run run = { walk, instruction_block(walk->root->func, walk->first->call),
		instruction_block(walk->root->func, second->call), ptrmap_new(pass->arena) };
	struct et_map *map = et_map_new(pass->ets, second_leaf, &run);
	launch_map(pass->arena, map, &overlap.second);
	overlap.nodes = stream_is_node(overlap.first.stream);
	const struct et *graph = graph_of(walk->root, walk->first->call);
	if (overlap.nodes && (!graph || graph != graph_of(walk->root, second->call)))
		return;
	overlap.reached[0] = value_reach(env, run.here);
	overlap.reached[1] = et_map_apply(map, value_reach(env, run.there));
	overlap.apart = streams_apart(pass, overlap.first.stream, overlap.second.stream);
	if (walk->passes)
		overlap.apart = et_and(pass->ets, overlap.apart, et_and(pass->ets, passed_by(walk->root, &walk->passed),
			et_and(pass->ets, overlap.reached[0], overlap.reached[1])));
	bool known = (overlap.first.kernel || overlap.first.transfer) && (overlap.second.kernel || overlap.second.transfer);
	if (!et_is_false(overlap.apart) && known)
		vec_push(pass->arena, &pass->host->overlaps, overlap);
}

static bool is_met(const struct walk *walk, LLVMValueRef call)
{
	vec_each(met, &walk->met)
		if (*met == call)
			return true;
	return false;
}

static void launch_met(struct walk *walk, const struct after *after, LLVMValueRef call)
{
	struct root *root = walk->root;
	if (walk->passes && (is_met(walk, call) || !are_in_one_loop(root, walk->first->call, call)))
		return;
	vec_each(known, walk->calls) {
		const struct order_from from = { root, walk->first->launch.stream, false };
		if (known->call != call || order_reaches(&from, after, known->launch.stream))
			continue;
		if (!walk->round)
			vec_push(root->pass->arena, &walk->met, call);
		overlap_add(walk, known);
	}
}

/* Goes on from an instruction to the end of its block. */
static void block_walk(struct walk *walk, struct after *after, LLVMValueRef from)
{
	const struct order_from order = { walk->root, walk->first->launch.stream, false };
	for (LLVMValueRef i = from; i && !after->ordered; i = LLVMGetNextInstruction(i)) {
		if (!is_call(i))
			continue;
		if (!walk->silent)
			launch_met(walk, after, i);
		if (walk->passes && may_pass_by(walk->root, walk->first->call, i)) {
			if (!walk->silent)
				vec_push(walk->root->pass->arena, &walk->passed, instruction_block(walk->root->func, i));
			continue;
		}
		order_step(&order, after, i);
	}
}

static bool is_walked(const struct walk *walk, const struct block *block)
{
	bool inside = walk->round && loop_contains(walk->round, block);
	return walk->part == PART_ALL || inside == (walk->part == PART_INSIDE);
}

static struct after *after_new(const struct root *root)
{
	return arena_alloc(root->pass->arena, root->func->blocks.n * sizeof(struct after));
}

static void once_through(struct walk *walk, const struct block *start)
{
	struct func *func = walk->root->func;
	vec_each(each, &func->blocks) {
		const struct block *block = *each;
		struct after *after = &walk->after[block->index];
		if (walk->behind[block->index].reached)
			after_join(walk->root->pass->arena, after, &walk->behind[block->index]);
		if (!after->reached || !is_walked(walk, block))
			continue;
		block_walk(walk, after,
			block == start ? LLVMGetNextInstruction(walk->first->call)
				       : LLVMGetFirstInstruction(block->llvm));
		vec_each(succ, &block->succs)
			if (!block_dominates(*succ, block))
				after_join(walk->root->pass->arena, &walk->after[(*succ)->index],
					after);
	}
}

/* What holds where the loop's next round begins. */
static struct after at_latches(
	const struct walk *walk, const struct after *after, const struct loop *loop)
{
	struct after all = { 0 };
	vec_each(pred, &loop->header->preds)
		if (loop_contains(loop, *pred) && after[(*pred)->index].reached)
			after_join(walk->root->pass->arena, &all, &after[(*pred)->index]);
	return all;
}

/* Adds what rounds of loops that are entered on the way do to what is behind the loops; is it more than was known? */
static bool loops_leave(struct walk *walk, const struct block *start)
{
	const struct block *within = walk->round ? walk->round->header : start;
	bool more = false;
	vec_each(loop, &walk->root->func->loops) {
		const struct after end = at_latches(walk, walk->after, *loop);
		if (!end.reached || loop_contains(*loop, within))
			continue;
		vec_each(exit, &(*loop)->exits)
			more |= after_join(walk->root->pass->arena, &walk->behind[exit->to->index], &end);
	}
	return more;
}

/* From the blocks that are reached on, without going back to what is walked; `start`, if any, is walked from
 * the first launch on. */
static void forward_walk(struct walk *walk, const struct block *start)
{
	struct after *after = walk->after;
	walk->behind = after_new(walk->root);
	walk->silent = walk->root->func->loops.n;
	while (walk->silent) {
		walk->after = after_new(walk->root);
		for (size_t i = 0; i < walk->root->func->blocks.n; i++)
			if (after[i].reached)
				after_join(walk->root->pass->arena, &walk->after[i], &after[i]);
		once_through(walk, start);
		walk->silent = loops_leave(walk, start);
	}
	walk->after = after;
	once_through(walk, start);
}

/* Over the loop's back edge; behind the loop only when a whole round orders nothing, since in
 * another round than the last the first launch may be just any. */
static void round_walk(struct walk *walk, const struct after *before, const struct loop *loop)
{
	struct after begin = at_latches(walk, before, loop);
	walk->round = loop;
	for (walk->times = 1; walk->times <= MOST_ROUNDS; walk->times++) {
		if (!begin.reached || begin.ordered)
			return;
		walk->part = PART_INSIDE;
		walk->after = after_new(walk->root);
		walk->after[loop->header->index] = begin;
		forward_walk(walk, NULL);
		begin = at_latches(walk, walk->after, loop);
		if (walk->times > 1 || !begin.reached || begin.ordered)
			continue;
		walk->part = PART_BEHIND;
		forward_walk(walk, NULL);
	}
}

static void overlaps_of(struct root *root, const launch_call_list *calls,
	const struct launch_call *first)
{
	const struct block *block = instruction_block(root->func, first->call);
	struct walk walk = { .root = root, .calls = calls, .first = first };
	struct after *before = walk.after = after_new(root);
	if (!block)
		return;
	before[block->index].reached = true;
	forward_walk(&walk, block);
	for (const struct loop *loop = block->loop; loop; loop = loop->parent)
		round_walk(&walk, before, loop);
	walk.round = NULL;
	walk.part = PART_ALL;
	walk.passes = true;
	walk.after = after_new(root);
	walk.after[block->index].reached = true;
	forward_walk(&walk, block);
}

/* Do two launches have different streams of which callers could tell more. */
static bool is_vague(const struct root *root, const launch_call_list *calls)
{
	vec_each(first, calls)
		vec_each(second, calls)
			if (first->launch.stream != second->launch.stream &&
				stream_is_foreign(root->pass, first->launch.stream))
				return true;
	return false;
}

/* Is the operation over, or may it be, before the host goes on. */
static bool is_awaited(struct root *root, const struct launch_call *call)
{
	return call->launch.transfer &&
	       (stream_op_of(call->call).action != STREAM_ENQUEUE || transfer_is_awaited(root, call->call));
}

static bool has_streams(const launch_call_list *calls)
{
	vec_each(call, calls)
		if (!et_is_const(call->launch.stream))
			return true;
	return false;
}

/* With copies and fills, unless these are too many. */
static launch_call_list operations_of(struct root *root, const launch_call_list *calls)
{
	launch_call_list all = { 0 };
	vec_each(call, calls)
		vec_push(root->pass->arena, &all, *call);
	transfers_add(root, &all);
	return all.n > MOST_CALLS ? *calls : all;
}

void overlaps_fill(struct root *root, const launch_call_list *launches)
{
	if (!launches->n || launches->n > MOST_CALLS || root->func->irreducible)
		return;
	if (!has_streams(launches) && !transfers_have_streams(root))
		return;
	const launch_call_list all = operations_of(root, launches), *calls = &all;
	if (is_vague(root, launches))
		vec_push(root->pass->arena, &root->pass->host->vague_roots, launches->at[0].launch.root);
	vec_each(call, calls)
		if (!is_awaited(root, call))
			overlaps_of(root, calls, call);
}
