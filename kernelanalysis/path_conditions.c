#include "kernelanalysis/order.h"

/* Conditions for one block to be executed by a thread that executes another one. */

/* The first block of the same round and loop, from `start` on, from which every way leads to this one. */
static const struct block *leads_to(
	const struct kernel *kernel, const struct block *block, const struct block *start)
{
	const struct block *at = block, *first = block;
	while (at != start && at->idom && (!block->loop || loop_contains(block->loop, at->idom)) &&
		passes_in_round(kernel, block->loop, at->idom, block)) {
		at = at->idom;
		first = at->loop == block->loop ? at : first;
	}
	return first;
}

/* Condition for `to` to be executed after its dominator `start`: without what is decided on the way by branches that
 * meet again, such as how long a wait took. */
static const struct et *reach_between(
	struct kernel *kernel, const struct block *start, const struct block *to)
{
	struct ets *ets = kernel->ets;
	const struct et *term = et_bool(ets, true);
	for (to = leads_to(kernel, to, start); to != start; to = leads_to(kernel, to->idom, start)) {
		if (to->loop != to->idom->loop)
			return et_and(ets, term, value_reach_from(kernel->env, start, to));
		term = et_and(ets, term, value_reach_from(kernel->env, to->idom, to));
	}
	return term;
}

const struct et *condition_between(
	struct kernel *kernel, const struct block *from, const struct block *to)
{
	const struct block *start = to;
	while (start && !block_post_dominates(start, from) && !block_dominates(start, from))
		start = start->idom;
	assert(start);
	return reach_between(kernel, start, to);
}

const struct et *condition_before(
	struct kernel *kernel, const struct block *from, const struct block *to)
{
	const struct block *start = to;
	while (!block_dominates(start, from))
		start = start->idom;
	return reach_between(kernel, start, to);
}

static const struct et *not_in_common(struct ets *ets, const struct et *term)
{
	if (term->op == ET_AND && term->width == 1)
		return et_and(ets, not_in_common(ets, term->arg[0]), not_in_common(ets, term->arg[1]));
	return term_is_common(term, LEVEL_BLOCK) ? et_bool(ets, true) : term;
}

const struct et *leader_arrives(struct kernel *kernel, const struct sync *barrier)
{
	const struct block *entry = kernel->func->blocks.at[0];
	return not_in_common(kernel->ets, reach_between(kernel, entry, barrier->block));
}

const struct et *wait_before_barrier(
	struct kernel *kernel, const struct acquire *acquire, const struct sync *barrier)
{
	struct ets *ets = kernel->ets;
	const struct et *came = condition_between(
		kernel, barrier->block, before_spin(acquire->op, barrier->block));
	came = et_and(ets, came, leader_arrives(kernel, barrier));
	return et_and(ets, came, et_not(ets, acquire->left_early));
}

const struct block *before_spin(const struct access *op, const struct block *after)
{
	const struct block *block = op->block;
	for (const struct loop *loop = block->loop; loop && !loop_contains(loop, after);
		loop = loop->parent)
		block = loop->header->idom;
	return block;
}
