#include "kernelanalysis/pairs/order.h"

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

struct own_values {
	enum level group;
	bool found;
};

static void own_visit(void *data, const struct et *leaf)
{
	struct own_values *own = data;
	if (leaf->op != ET_SYM && leaf->op != ET_APP)
		return;
	enum sym_kind kind = leaf->sym->kind;
	own->found |= leaf->sym->level > own->group &&
			  (kind == SYM_DATA || kind == SYM_HAVOC || kind == SYM_UNKNOWN);
}

bool rests_on_own(struct kernel *kernel, const struct et *term, enum level group)
{
	struct own_values own = { group, false };
	et_once(kernel->arena, term, own_visit, &own);
	return own.found;
}

/* What must hold for one thread of a group besides what holds for others of it. */
static const struct et *not_in_common(struct kernel *kernel, const struct et *term, enum level group)
{
	struct ets *ets = kernel->ets;
	if (term->op == ET_AND && term->width == 1)
		return et_and(ets, not_in_common(kernel, term->arg[0], group),
			not_in_common(kernel, term->arg[1], group));
	if (term_is_common(term, group))
		return et_bool(ets, true);
	if (!rests_on_own(kernel, term, group))
		return term;
	return et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1, "what the thread that acts for others finds"));
}

/* What of the condition all threads of a group have in common. */
static const struct et *in_common(struct kernel *kernel, const struct et *term, enum level group)
{
	struct ets *ets = kernel->ets;
	if (term->op == ET_AND && term->width == 1)
		return et_and(ets, in_common(kernel, term->arg[0], group), in_common(kernel, term->arg[1], group));
	return term_is_common(term, group) ? term : et_bool(ets, true);
}

const struct et *group_comes_to(struct kernel *kernel, const struct block *from, const struct sync *barrier)
{
	enum level group = barrier->kind == SYNC_BLOCK_BARRIER ? LEVEL_BLOCK : LEVEL_WARP;
	const struct loop *loop = barrier->block->loop;
	if (loop && !loop_contains(loop, from))
		return et_bool(kernel->ets, true);
	return in_common(kernel, condition_between(kernel, from, barrier->block), group);
}

const struct et *leader_arrives(struct kernel *kernel, const struct sync *barrier)
{
	const struct block *entry = kernel->func->blocks.at[0];
	enum level group = barrier->kind == SYNC_BLOCK_BARRIER ? LEVEL_BLOCK : LEVEL_WARP;
	return not_in_common(kernel, reach_between(kernel, entry, barrier->block), group);
}

const struct et *waits_in_round(struct kernel *kernel, const struct access *op, const struct block *after)
{
	const struct loop *spin = op->block->loop, *around = NULL;
	for (const struct loop *loop = spin ? spin->parent : NULL; loop && !loop_contains(loop, after);
		loop = loop->parent)
		around = loop;
	if (!around)
		return et_bool(kernel->ets, true);
	return value_reach_from(kernel->env, around->header->idom, spin->header->idom);
}

const struct et *wait_before_barrier(
	struct kernel *kernel, const struct acquire *acquire, const struct sync *barrier)
{
	struct ets *ets = kernel->ets;
	const struct et *came = condition_between(
		kernel, barrier->block, before_spin(acquire->op, barrier->block));
	came = et_and(ets, came, leader_arrives(kernel, barrier));
	came = et_and(ets, came, waits_in_round(kernel, acquire->op, barrier->block));
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
