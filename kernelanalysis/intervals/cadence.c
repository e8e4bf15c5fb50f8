#include "kernelanalysis/intervals/runs.h"

#include "expr/linear.h"

/*
 * In which rounds of a loop an operation is run: the branches on the way to it may choose threads,
 * once and for all rounds, and may leave out rounds at the beginning and at the end.
 */

/* Does a comparison of the loop's counter with a constant hold in the first round alone. */
static bool is_first_round(
	struct kernel *kernel, const struct loop *loop, const struct et *condition)
{
	if (condition->op != ET_EQ || !et_is_const(condition->arg[1]))
		return false;
	const struct et *at[3], *by[2];
	for (unsigned k = 0; k < 3; k++)
		at[k] = term_at_round(kernel->env, loop, condition->arg[0], k);
	for (unsigned k = 0; k < 2; k++)
		by[k] = et_binary(kernel->ets, ET_SUB, 0, at[k + 1], at[k]);
	return at[0] == condition->arg[1] && by[0] == by[1] && et_is_const(by[0]) &&
	       by[0]->value == 1;
}

/*
 * The loop goes on while a number is less than another one, by which it is one less in its last
 * round: that they differ there, a != b, then is a < b. Else the condition itself.
 */
static const struct et *as_order(struct kernel *kernel, const struct loop *loop,
	const struct block *at, const struct et *condition)
{
	struct ets *ets = kernel->ets;
	const struct et *equal = et_not(ets, condition);
	const struct edge *exit = loop->exits.n == 1 ? &loop->exits.at[0] : NULL;
	if (equal->op != ET_EQ || equal->arg[0]->width < 32 || !exit || exit->from->succs.n != 2 ||
		!block_dominates(exit->from, at) || exit->from == loop->latch)
		return condition;
	const struct et *stay = et_not(ets, value_edge(kernel->env, exit->from, exit->to));
	if (stay->op != ET_SLT && stay->op != ET_ULT)
		return condition;
	const struct et *left = et_difference(ets, stay->arg[1], stay->arg[0]);
	for (unsigned i = 0; i < 2 && equal->arg[0]->width == left->width; i++) {
		const struct et *by =
			et_difference(ets, left, et_difference(ets, equal->arg[!i], equal->arg[i]));
		if (et_is_const(by) && by->value == 1)
			return et_binary(
				ets, (enum et_op)stay->op, 0, equal->arg[i], equal->arg[!i]);
	}
	return condition;
}

/* Which rounds pass the condition, when these are all from one on, or all up to one. */
static bool choose_rounds(struct kernel *kernel, const struct loop *loop,
	const struct et *condition, struct cadence *c)
{
	struct value_env *env = kernel->env;
	const struct et *other = et_not(kernel->ets, condition);
	condition = as_order(kernel, loop, c->branch, condition);
	if (condition == et_not(kernel->ets, other))
		other = as_order(kernel, loop, c->branch, other);
	const struct et *cap = value_rounds_while(env, loop, condition);
	const struct et *skip = value_rounds_while(env, loop, other);
	if (is_first_round(kernel, loop, other))
		skip = et_const(kernel->ets, 64, 1);
	if ((cap && c->cap) || (skip && c->skip) || (!cap && !skip))
		return false;
	if (cap)
		c->cap = cap;
	else
		c->skip = skip;
	return true;
}

static bool add_condition(struct kernel *kernel, const struct loop *loop,
	const struct et *condition, struct cadence *c)
{
	if (condition->op == ET_AND && condition->width == 1)
		return add_condition(kernel, loop, condition->arg[0], c) &&
		       add_condition(kernel, loop, condition->arg[1], c);
	if (counts_round(kernel->env, loop, condition))
		return choose_rounds(kernel, loop, condition, c);
	c->guard = et_and(kernel->ets, c->guard, condition);
	return true;
}

/* Ways on from the block that stay in the loop. */
static unsigned ways_inside(const struct loop *loop, const struct block *block)
{
	unsigned ways = 0;
	vec_each(succ, &block->succs)
		ways += loop_contains(loop, *succ);
	return ways;
}

/* Does a branch there end the loop, and not the thread. */
static bool leaves_loop(const struct loop *loop, const struct block *block)
{
	vec_each(succ, &block->succs)
		if (!loop_contains(loop, *succ) && !block_is_dead_end(*succ))
			return true;
	return false;
}

/* Is the loop left on the way to the block by a branch that not all come to. */
static bool exits_on_the_way(
	struct kernel *kernel, const struct loop *loop, const struct block *block)
{
	vec_each(exit, &loop->exits) {
		if (!block_is_dead_end(exit->to) && !block_dominates(exit->from, block) &&
			leads_to(kernel, loop, exit->from, block))
			return true;
	}
	return false;
}

bool cadence_inside(struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	const struct loop *loop = block->loop;
	*cadence = (struct cadence){ et_bool(kernel->ets, true), NULL, NULL, block };
	if (!loop || !loop->latch || exits_on_the_way(kernel, loop, block))
		return false;
	for (const struct block *at = block; at != loop->header; at = at->idom) {
		unsigned ways = ways_inside(loop, at->idom);
		bool leaves = leaves_loop(loop, at->idom);
		if (block_post_dominates(at, at->idom) || ways < 2)
			continue;
		const struct et *condition = value_reach_from(kernel->env, at->idom, at);
		if (leaves || !add_condition(kernel, loop, condition, cadence))
			return false;
		cadence->branch = at->idom;
	}
	return true;
}

bool cadence_of(struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	return block->loop && !block->loop->parent && cadence_inside(kernel, block, cadence);
}

const struct block *loop_entry(const struct loop *loop)
{
	return loop->header->idom;
}

/* Is the number (NULL: none) the same in all rounds of loops around this one. */
static bool stays_around(struct kernel *kernel, const struct loop *loop, const struct et *number)
{
	for (const struct loop *around = loop->parent; number && around; around = around->parent)
		if (counts_round(kernel->env, around, number))
			return false;
	return true;
}

const struct et *rounds_each_time(struct kernel *kernel, const struct loop *loop)
{
	const struct et *rounds = loop_rounds(kernel->env, loop);
	return stays_around(kernel, loop, rounds) ? rounds : NULL;
}

bool cadence_repeated(struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	struct cadence outer;
	const struct loop *loop = block->loop;
	if (!cadence_inside(kernel, block, cadence))
		return false;
	if (!loop->parent)
		return true;
	if (!stays_around(kernel, loop, cadence->skip) ||
		!stays_around(kernel, loop, cadence->cap) || !rounds_each_time(kernel, loop) ||
		!cadence_nested(kernel, loop_entry(loop), &outer) || outer.skip || outer.cap)
		return false;
	cadence->guard = et_and(kernel->ets, cadence->guard, outer.guard);
	return true;
}

bool cadence_nested(struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	return cadence_repeated(kernel, block, cadence) &&
	       (!block->loop->parent || (!cadence->skip && !cadence->cap));
}
