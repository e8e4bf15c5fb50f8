#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"
#include "hostanalysis/streams/untold.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Launches that may run at the same time: the ways from one launch to another are walked, forwards and over the back edge of a loop around
 * it, a few times, as buffers that take turns meet in a later round only. What may order the second after the first on some way is taken
 * to do so on all, but for what a branch passes by whose condition follows from arguments and constants (doubts.c).
 */

enum part { PART_ALL, PART_INSIDE, PART_BEHIND };

/* A launch that was met after the first one. */
struct met {
	LLVMValueRef call;
	const struct loop *round;
	unsigned times;
	enum part part;
};

struct walk {
	struct root *root;
	const launch_call_list *calls;
	const struct launch_call *first;
	bool passes;		  /* over what is captured, as it runs where the graph is launched */
	struct after *after;	  /* by block index */
	const struct loop *round; /* whose back edge was taken, NULL: none */
	unsigned times;		  /* ... so often */
	enum part part;		  /* blocks that are walked: inside `round`, or behind it */
	struct after *behind;	  /* by block index: what rounds of loops that are left there have done */
	struct after *again;	  /* by block index of a header: what all rounds of a loop that is entered on the way have done */
	bool any_round;		  /* such loops are in any round, not in their first one */
	bool silent;		  /* launches that are met do not count */
	bool doubting;		  /* what may order nothing does not, as is supposed */
	struct doubts doubts;
	VEC(struct met) met;	  /* without doubts */
	VEC(LLVMValueRef) met_again;	  /* in any round of the loops around them */
};

/* The stream of a launch or copy, as the call has it; NULL: none. */
static LLVMValueRef stream_given(LLVMValueRef call)
{
	bool launches = !strcmp(call_name(call), "hgrd.launch");
	int arg = launches ? LAUNCH_STREAM : stream_op_of(call).stream;
	return arg >= 0 && (unsigned)arg < call_args(call) ? call_arg(call, (unsigned)arg) : NULL;
}

/* The graph that a node's launch or copy is of; NULL: it is no node's, or the graph changes with the rounds of a loop. */
static const struct et *graph_of(struct root *root, LLVMValueRef call)
{
	LLVMValueRef node = is_call(call) ? stream_given(call) : NULL;
	for (LLVMUseRef use = node ? LLVMGetFirstUse(node) : NULL; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_call(user) || strcmp(call_name(user), "hgrd.node_record"))
			continue;
		const struct et *graph = host_term(root, call_arg(user, 2));
		return is_steady(root, graph) ? graph : NULL;
	}
	return NULL;
}

static struct later later_of(const struct walk *walk, const struct launch_call *second)
{
	struct later later = walk->doubts.later;
	later.any_round = walk->any_round || second->launch.by_host;
	later.anew = walk->any_round ? ptrmap_new(walk->root->pass->arena) : NULL;
	later.round = walk->round;
	later.times = walk->times;
	later.there = instruction_block(walk->root->func, second->call);
	return later;
}

static void overlap_add(struct walk *walk, const struct launch_call *second)
{
	struct host_pass *pass = walk->root->pass;
	struct value_env *env = walk->root->env;
	struct host_overlap overlap = { .first = walk->first->launch, .second = second->launch };
	const struct later run = later_of(walk, second);
	struct et_map *map = later_map(pass->ets, &run);
	launch_map(pass->arena, map, &overlap.second);
	overlap.nodes = stream_is_node(overlap.first.stream);
	const struct et *graph = graph_of(walk->root, walk->first->call);
	if (walk->first->launch.task && (second->launch.by_host || second->launch.task))
		return;
	if (overlap.nodes && (!graph || graph != graph_of(walk->root, second->call)))
		return;
	overlap.reached[0] = value_reach(env, run.here);
	overlap.reached[1] = et_map_apply(map, value_reach(env, run.there));
	overlap.apart = overlap.second.by_host
		? et_bool(pass->ets, !overlap.nodes && !is_captured(walk->root, walk->first->call))
		: streams_apart(pass, overlap.first.stream, overlap.second.stream);
	if (walk->doubting)
		overlap.apart = et_and(pass->ets, overlap.apart, et_and(pass->ets, walk->doubts.agreed,
			et_and(pass->ets, overlap.reached[0], overlap.reached[1])));
	bool known = (overlap.first.kernel || overlap.first.transfer) && (overlap.second.kernel || overlap.second.transfer);
	if (!et_is_false(overlap.apart) && known)
		vec_push(pass->arena, &pass->host->overlaps, overlap);
}

/* Is a loop, or one around it, entered on the way. */
static bool is_entered(const struct walk *walk, const struct loop *loop)
{
	const struct block *within = walk->round ? walk->round->header : instruction_block(walk->root->func, walk->first->call);
	return loop && !loop_contains(loop, within);
}

static bool is_met_again(const struct walk *walk, LLVMValueRef call)
{
	vec_each(met, &walk->met_again)
		if (*met == call)
			return true;
	return false;
}

static struct met met_of(const struct walk *walk, LLVMValueRef call)
{
	return (struct met){ call, walk->part == PART_ALL ? NULL : walk->round, walk->times, walk->part };
}

static bool is_met(const struct walk *walk, LLVMValueRef call)
{
	const struct met one = met_of(walk, call);
	vec_each(met, &walk->met)
		if (met->call == one.call && met->round == one.round && met->times == one.times && met->part == one.part)
			return true;
	return false;
}

/* Where doubts count: in a launch's own loop, and behind it only when a whole round orders nothing. */
static bool is_looked_for(const struct walk *walk, LLVMValueRef call)
{
	if (walk->any_round && !is_entered(walk, instruction_block(walk->root->func, call)->loop))
		return false;
	if (!walk->any_round && is_met_again(walk, call))
		return false;
	if (!walk->doubting)
		return true;
	if (walk->part == PART_INSIDE && !walk->times)
		return false;
	return !is_met(walk, call) && (walk->part != PART_ALL || are_in_one_loop(walk->root, walk->first->call, call));
}

static struct order_from order_of(struct walk *walk)
{
	walk->doubts.later.round = walk->round;
	walk->doubts.later.times = walk->times;
	return (struct order_from){ walk->root, walk->first->launch.stream, false,
		walk->doubting ? &walk->doubts : NULL };
}

static void launch_met(struct walk *walk, const struct after *after, LLVMValueRef call)
{
	const struct order_from from = order_of(walk);
	const struct et *agreed = walk->doubts.agreed;
	if (!is_looked_for(walk, call))
		return;
	vec_each(known, walk->calls) {
		walk->doubts.agreed = agreed;
		if (known->call != call || (!known->launch.by_host && order_reaches(&from, call, after, known->launch.stream)))
			continue;
		if (!walk->doubting)
			vec_push(walk->root->pass->arena, &walk->met, met_of(walk, call));
		if (walk->any_round)
			vec_push(walk->root->pass->arena, &walk->met_again, call);
		overlap_add(walk, known);
	}
	walk->doubts.agreed = agreed;
}

/* Is a call made while a graph is captured or made, which does not run it; what the host waits for then counts. */
static bool is_passed_over(const struct walk *walk, LLVMValueRef call)
{
	enum stream_action action;
	if (!walk->passes || !is_call(call))
		return false;
	const char *name = runtime_name(call);
	if (!strcmp(name, "cudaStreamBeginCapture") || !strcmp(name, "cudaStreamEndCapture"))
		return true;
	action = stream_op_of(call).action;
	return action != STREAM_JOIN && action != EVENT_JOIN && runs_in_graph(walk->root, call);
}

/* Does a call change nothing, be it as it is supposed not to be come to, or to be for another handle. */
static bool is_doubted(struct walk *walk, const struct order_from *order, const struct after *after, LLVMValueRef call)
{
	const struct et *idle_if = order_idle_if(order, after, call);
	return idle_if == walk->doubts.agreed || doubts_pass_by(&walk->doubts, walk->first->call, call, idle_if);
}

/* Goes on from an instruction to the end of its block. */
static void block_walk(struct walk *walk, struct after *after, LLVMValueRef from)
{
	const struct order_from order = order_of(walk);
	for (LLVMValueRef i = from; i && !after->ordered; i = LLVMGetNextInstruction(i)) {
		if (is_passed_over(walk, i))
			continue;
		if (!walk->silent && (is_call(i) || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)))
			launch_met(walk, after, i);
		if (!is_call(i))
			continue;
		if (walk->passes && is_graph_launch(i))
			order_enqueue(&order, after, stream_handle(walk->root, i, 1));
		else if (!walk->doubting || !is_doubted(walk, &order, after, i))
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
		if (walk->any_round && after->reached && walk->again[block->index].reached)
			after_join(walk->root->pass->arena, after, &walk->again[block->index]);
		if (!after->reached || !is_walked(walk, block))
			continue;
		const struct et *agreed = walk->doubts.agreed;
		block_walk(walk, after,
			block == start ? LLVMGetNextInstruction(walk->first->call)
				       : LLVMGetFirstInstruction(block->llvm));
		if (walk->silent && !is_entered(walk, block->loop))
			walk->doubts.agreed = agreed;
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
static bool loops_leave(struct walk *walk)
{
	struct arena *arena = walk->root->pass->arena;
	bool more = false;
	vec_each(loop, &walk->root->func->loops) {
		const struct after end = at_latches(walk, walk->after, *loop);
		if (!end.reached || !is_entered(walk, *loop))
			continue;
		more |= after_join(arena, &walk->again[(*loop)->header->index], &end);
		vec_each(exit, &(*loop)->exits)
			more |= after_join(arena, &walk->behind[exit->to->index], &end);
	}
	return more;
}

static void through_from(struct walk *walk, const struct after *begin, const struct block *start, bool any_round)
{
	walk->after = after_new(walk->root);
	walk->any_round = walk->doubts.any_round = any_round;
	for (size_t i = 0; i < walk->root->func->blocks.n; i++)
		if (begin[i].reached)
			after_join(walk->root->pass->arena, &walk->after[i], &begin[i]);
	once_through(walk, start);
}

/*
 * From the blocks that are reached on, without going back to what is walked; `start`, if any, is walked from the first
 * launch on. What all rounds of loops that are entered may do is known first; what they do not order is looked at in any of
 * these, the rest in the first ones. What is supposed of operations outside these loops is so for what comes behind them alone.
 */
static void forward_walk(struct walk *walk, const struct block *start)
{
	struct after *begin = walk->after;
	walk->behind = after_new(walk->root);
	walk->again = after_new(walk->root);
	walk->silent = walk->root->func->loops.n;
	walk->met_again.n = 0;
	while (walk->silent) {
		through_from(walk, begin, start, true);
		walk->silent = loops_leave(walk);
	}
	const struct et *agreed = walk->doubts.agreed;
	if (walk->root->func->loops.n)
		through_from(walk, begin, start, true);
	walk->doubts.agreed = agreed;
	walk->any_round = walk->doubts.any_round = false;
	walk->after = begin;
	once_through(walk, start);
}

/* Over the loop's back edge; behind the loop only when a whole round orders nothing, since in
 * another round than the last the first launch may be just any. */
static void round_walk(struct walk *walk, const struct after *before, const struct loop *loop)
{
	struct after begin = at_latches(walk, before, loop);
	const struct et *agreed = walk->doubts.agreed;
	walk->round = loop;
	for (walk->times = 1; walk->times <= MOST_ROUNDS; walk->times++) {
		if (!begin.reached || begin.ordered)
			return;
		walk->part = PART_INSIDE;
		walk->after = after_new(walk->root);
		walk->after[loop->header->index] = begin;
		forward_walk(walk, NULL);
		begin = at_latches(walk, walk->after, loop);
		bool doubted = walk->doubts.agreed != agreed;
		if (walk->times > 1 || !begin.reached || begin.ordered || doubted)
			continue;
		const struct et *inside = walk->doubts.agreed;
		walk->part = PART_BEHIND;
		forward_walk(walk, NULL);
		walk->doubts.agreed = inside;
	}
}

static struct after *at_first(struct walk *walk, const struct block *block)
{
	struct after *after = walk->after = after_new(walk->root);
	after[block->index].reached = true;
	walk->round = NULL;
	walk->times = 0;
	walk->part = PART_ALL;
	doubts_begin(&walk->doubts, walk->root, walk->first->call);
	return after;
}

/* Once more, with doubts: on to the end, and over the back edge of the innermost loop. */
static void doubtful_walk(struct walk *walk, const struct block *block)
{
	walk->doubting = true;
	at_first(walk, block);
	forward_walk(walk, block);
	if (!block->loop)
		return;
	const struct after *before = at_first(walk, block);
	walk->round = block->loop;
	walk->part = PART_INSIDE;
	forward_walk(walk, block);
	round_walk(walk, before, block->loop);
}

static void overlaps_of(struct root *root, const launch_call_list *calls, const struct launch_call *first, bool graph_told)
{
	const struct block *block = instruction_block(root->func, first->call);
	struct walk walk = { .root = root, .calls = calls, .first = first };
	walk.passes = graph_told && !is_captured(root, first->call);
	if (!block)
		return;
	const struct after *before = at_first(&walk, block);
	forward_walk(&walk, block);
	for (const struct loop *loop = block->loop; loop; loop = loop->parent)
		round_walk(&walk, before, loop);
	doubtful_walk(&walk, block);
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

void overlaps_fill(struct root *root, const launch_call_list *launches)
{
	streams_untold(root, launches);
	if (!launches->n || launches->n > MOST_OPERATIONS || root->func->irreducible)
		return;
	const bool graphs = graphs_told(root, launches);
	const launch_call_list all = operations_of(root, launches, graphs), *calls = &all;
	if (all.n == launches->n && !operations_have_streams(launches))
		return;
	if (is_vague(root, launches))
		vec_push(root->pass->arena, &root->pass->host->vague_roots, launches->at[0].launch.root);
	vec_each(call, calls)
		if (!operation_is_awaited(root, call))
			overlaps_of(root, calls, call, graphs);
}
