#include "kernelanalysis/pairs/pair.h"

/*
 * Conditions for a thread to take a way from an interval's point to an
 * instance without crossing a barrier that ends the interval.
 */

/* The term for the side's thread when the loops made the rounds of `state`. */
static const struct et *in_state(const struct side *side, uint32_t state, const struct et *term)
{
	return apply(
		side->launch, renaming_map(side->kernel, side->interval, state, side->copy), term);
}

static const struct et *at_instance(const struct side *side, const struct et *term)
{
	return in_state(side, side->instance->state, term);
}

static void push(const struct side *side, const struct et *condition)
{
	push_condition(side->kernel, side->terms, condition);
}

static unsigned rounds_of(const struct side *side, const struct loop *loop)
{
	return interval_loop_state(side->interval, loop, side->instance->state);
}

/* Did the thread go on from the point's round to another one. */
static bool went_on(unsigned rounds)
{
	return rounds == 1 || rounds == LOOP_MANY;
}

/*
 * Condition for the instance's round to be the first one that may come without a barrier;
 * NULL: no whole round lies between the point and the instance.
 */
static const struct et *in_first_round(const struct side *side, const struct loop *loop)
{
	struct ets *ets = side->kernel->ets;
	unsigned rounds = rounds_of(side, loop);
	const struct et *k = et_sym(ets, side->kernel->env->loops[loop->index].counter);
	const struct et *start = et_const(ets, 64, 0);
	if (rounds == LOOP_MANY)
		start = in_state(side, interval_state_before(loop, 1), k);
	else if (rounds != LOOP_OUTSIDE || !side->interval->reached[loop->index] ||
		 !side->interval->free_loop[loop->index])
		return NULL;
	return et_binary(ets, ET_EQ, 0, at_instance(side, k), start);
}

/*
 * An instance lies in the interval only when no barrier ran between the point and the access.
 * For barriers that some ways to the access cross and others avoid: not crossed.
 */
static void push_avoided(const struct side *side)
{
	struct kernel *kernel = side->kernel;
	const struct interval *interval = side->interval;
	const struct block *target = side->instance->access->block;
	const struct sync *point = interval->point;
	vec_each(each, &kernel->syncs) {
		const struct block *block = (*each)->block;
		if (!interval_ends(interval, *each) || block->index >= target->index ||
			block_dominates(block, target))
			continue;
		if (block->loop && !loop_encloses(block->loop, target->loop))
			continue;
		bool fresh_round = false;
		for (const struct loop *loop = block->loop; loop; loop = loop->parent)
			fresh_round |= rounds_of(side, loop) != 0;
		if (point && !fresh_round && point->block->index >= block->index)
			continue;
		const struct block *start = block;
		while (!block_dominates(start, target))
			start = start->idom;
		const struct et *crossed =
			value_reach_seen_from(kernel->env, start, block, target);
		push(side, et_not(kernel->ets, at_instance(side, crossed)));
	}
}

struct inner {
	const struct loop *loop;
	bool found;
};

static void inner_visit(void *data, const struct et *et)
{
	struct inner *inner = data;
	if (et->op != ET_SYM || et->sym->kind != SYM_LOOP || et->sym->level != LEVEL_THREAD)
		return;
	const struct loop *loop = et->sym->origin;
	inner->found |= loop != inner->loop && !loop_encloses(loop, inner->loop);
}

/* Does every way in a round of the loop to the block cross a barrier that ends the interval. */
static bool is_behind_barrier(struct kernel *kernel, const struct interval *interval,
	const struct loop *loop, const struct block *block)
{
	vec_each(sync, &kernel->syncs)
		if (interval_ends(interval, *sync) && loop_contains(loop, (*sync)->block) &&
			block_dominates((*sync)->block, block))
			return true;
	return false;
}

/*
 * Condition to leave the loop in its current iteration; true when inner loops decide it. With
 * an interval, to leave it before its barriers.
 */
static const struct et *leaves(
	struct kernel *kernel, const struct loop *loop, const struct interval *interval)
{
	struct ets *ets = kernel->ets;
	const struct et *term = et_bool(ets, false);
	vec_each(exit, &loop->exits) {
		if (interval && is_behind_barrier(kernel, interval, loop, exit->from))
			continue;
		term = et_or(ets, term,
			et_and(ets, value_reach_from(kernel->env, loop->header, exit->from),
				value_edge(kernel->env, exit->from, exit->to)));
	}
	struct inner inner = { loop, false };
	et_once(kernel->arena, term, inner_visit, &inner);
	return inner.found ? et_bool(ets, true) : term;
}

/*
 * Rounds since the point after which a loop around it was left, on the way to the instance;
 * false: it was not, or it is not known after how many.
 */
static bool was_left(const struct interval *interval, const struct loop *loop,
	const struct instance *instance, unsigned *rounds)
{
	unsigned state = interval_loop_state(interval, loop, instance->state);
	if (state < LOOP_ANEW) {
		*rounds = state;
		return !loop_contains(loop, instance->access->block);
	}
	*rounds = state - LOOP_ANEW;
	if (*rounds >= LOOP_MANY || !loop->parent)
		return false;
	unsigned outer = interval_loop_state(interval, loop->parent, instance->state);
	return outer == 1 || outer == LOOP_MANY;
}

/* Loops around the point that were left, for good or to be entered again in the next round of
 * the loop around them: they were left when their exit test said so. */
static void push_left(const struct side *side)
{
	struct kernel *kernel = side->kernel;
	const struct interval *interval = side->interval;
	const struct loop *loop = interval->point ? interval->point->block->loop : NULL;
	for (; loop; loop = loop->parent) {
		unsigned rounds;
		if (!was_left(interval, loop, side->instance, &rounds))
			continue;
		uint32_t then = interval_state_before(loop, rounds);
		push(side, in_state(side, then, leaves(kernel, loop, rounds ? interval : NULL)));
	}
}

/* Does the way to the instance start the loop afresh and leave it before its first barrier. */
static bool is_skipped(const struct interval *interval, const struct loop *loop, uint32_t state)
{
	unsigned rounds = interval_loop_state(interval, loop, state);
	if (interval->free_loop[loop->index])
		return false;
	return rounds == LOOP_OUTSIDE ? interval->reached[loop->index] : rounds >= LOOP_ANEW;
}

/*
 * A loop that goes round without a barrier although a loop with barriers lies
 * inside it: each such round left the inner loop before its first barrier, and so did what was
 * left of the point's own round.
 */
static void push_skipped(const struct side *side)
{
	struct kernel *kernel = side->kernel;
	const struct interval *interval = side->interval;
	vec_each(each, &kernel->func->loops) {
		const struct loop *inner = *each, *loop = inner->parent;
		if (!loop || !loop->latch || !block_dominates(inner->header, loop->latch) ||
			!is_skipped(interval, inner, side->instance->state))
			continue;
		if (went_on(rounds_of(side, loop)) &&
			inner->header->index > interval->point->block->index)
			push(side, in_state(side, 0, leaves(kernel, inner, interval)));
		const struct et *first = in_first_round(side, loop);
		if (!first)
			continue;
		const struct et *left =
			previous_iteration(kernel->env, loop, leaves(kernel, inner, interval));
		push(side, et_or(kernel->ets, first, at_instance(side, left)));
	}
}

/*
 * A loop with barriers that lies between the point and the instance, on every way: it was left in
 * its first round, before its barriers.
 */
static void push_passed(const struct side *side)
{
	struct kernel *kernel = side->kernel;
	const struct interval *interval = side->interval;
	const struct block *target = side->instance->access->block;
	vec_each(each, &kernel->func->loops) {
		const struct loop *loop = *each;
		if (interval->free_loop[loop->index] || !interval->reached[loop->index] ||
			loop_contains(loop, target) || !block_dominates(loop->header, target) ||
			rounds_of(side, loop) != LOOP_OUTSIDE)
			continue;
		push(side, at_instance(side, leaves(kernel, loop, interval)));
	}
}

/*
 * Condition for the barrier to be run in a round of its innermost loop, from a block of the round
 * on; false (nothing is said) when loops inside decide it.
 */
static const struct et *crossed_in_round(
	struct kernel *kernel, const struct block *start, const struct sync *sync)
{
	while (!block_dominates(start, sync->block))
		start = start->idom;
	const struct et *term = value_reach_past(kernel->env, start, sync->block);
	struct inner inner = { sync->block->loop, false };
	et_once(kernel->arena, term, inner_visit, &inner);
	return inner.found ? et_bool(kernel->ets, false) : term;
}

/*
 * From where on what is left of the point's round of the sync's loop decides about the sync: the point, or behind loops around the point
 * a block that each round comes to; NULL: none is known.
 */
static const struct block *rest_of_round(const struct block *point, const struct sync *sync)
{
	const struct loop *loop = sync->block->loop;
	const struct block *start = NULL;
	if (point->loop == loop)
		return point;
	for (const struct block *at = sync->block; at && at->index > point->index; at = at->idom)
		if (at->loop == loop && loop->latch && block_dominates(at, loop->latch))
			start = at;
	return start;
}

/*
 * Rounds of a loop that the way to the instance completed crossed none of the
 * loop's barriers: the last round before the instance's, and what was left of the
 * point's own round.
 */
static void push_rounds(const struct side *side)
{
	struct kernel *kernel = side->kernel;
	const struct interval *interval = side->interval;
	struct ets *ets = kernel->ets;
	const struct sync *point = interval->point;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		const struct loop *loop = sync->block->loop;
		if (!loop || !interval_ends(interval, sync))
			continue;
		const struct et *first = in_first_round(side, loop);
		if (first) {
			const struct et *crossed = previous_iteration(
				kernel->env, loop, crossed_in_round(kernel, loop->header, sync));
			push(side, et_or(ets, first, et_not(ets, at_instance(side, crossed))));
		}
		if (went_on(rounds_of(side, loop)) && loop_contains(loop, point->block) && sync != point &&
			sync->block->index > point->block->index) {
			const struct block *start = rest_of_round(point->block, sync);
			if (start)
				push(side, et_not(ets, in_state(side, 0, crossed_in_round(kernel, start, sync))));
		}
	}
}

void ways_push(const struct side *side)
{
	if (!side->interval->flight)
		push_avoided(side);
	push_left(side);
	if (side->interval->flight)
		return;
	push_skipped(side);
	push_passed(side);
	push_rounds(side);
}
