#include "kernelanalysis/pairs/pair.h"

#include "ir/quiet.h"

/* What the conditions of a pair say of loops that lie before its accesses, or before the interval's point. */

/* Only what speaks of the rounds: the rest has to hold for the loop to end. */
static void push_conjuncts(struct arena *arena, struct loop_before *before, const struct et *counter,
	const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1) {
		push_conjuncts(arena, before, counter, condition->arg[0]);
		push_conjuncts(arena, before, counter, condition->arg[1]);
	} else if (et_mentions(arena, condition, counter)) {
		vec_push(arena, &before->conditions, condition);
	}
}

/* Does the loop lie before the block on every way, and is it left at one place that it alone leads to. */
static bool lies_before(struct kernel *kernel, const struct loop *loop, const struct block *block)
{
	return !loop_contains(loop, block) && block_dominates(loop->header, block) &&
	       loop_ends(kernel->env, loop) &&
	       block_dominates(loop->header, loop->exits.at[0].to);
}

static void say(struct kernel *kernel, const struct loop *loop, struct et_map *launch,
	struct et_map *map, unsigned t, struct loop_before *before)
{
	struct value_env *env = kernel->env;
	const struct et *rounds = et_sym(kernel->ets, env->loops[loop->index].counter);
	const struct et *counter = apply(launch, map, rounds);
	if (counter->op != ET_SYM)
		return;
	before->counter[t] = counter;
	push_conjuncts(kernel->arena, before, counter,
		apply(launch, map, loop_entered(env, loop)));
	push_conjuncts(kernel->arena, before, counter,
		apply(launch, map, value_reach_from(env, loop->header, loop->exits.at[0].to)));
}

/* Fills index t of what one instance says of a loop before it, or before the interval's point. */
static void say_side(struct kernel *kernel, struct interval *interval, const struct instance *instance, unsigned t,
	const struct loop *loop, struct et_map *launch, bool of_point, struct loop_before *before)
{
	const struct block *block = of_point ? interval->point->block : instance->access->block;
	if (lies_before(kernel, loop, block))
		say(kernel, loop, launch, renaming_map(kernel, interval, of_point ? 0 : instance->state, t + 1), t, before);
}

static void push_before(struct kernel *kernel, const struct pair *pair, const struct loop *loop,
	struct et_map *launch, bool of_point, loop_before_list *list)
{
	struct loop_before before = { 0 };
	for (unsigned t = 0; t < 2; t++)
		say_side(kernel, pair->interval, t ? &pair->b : &pair->a, t, loop, launch, of_point, &before);
	if (before.conditions.n)
		vec_push(kernel->arena, list, before);
}

void pair_loops_before(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	loop_before_list *list)
{
	vec_each(loop, &kernel->func->loops) {
		push_before(kernel, pair, *loop, launch, false, list);
		if (pair->interval->point)
			push_before(kernel, pair, *loop, launch, true, list);
	}
}

void side_loops_before(struct kernel *kernel, struct interval *interval, const struct instance *instance, unsigned t,
	struct et_map *launch, loop_before_list *list)
{
	vec_each(loop, &kernel->func->loops) {
		for (unsigned of_point = 0; of_point < (interval->point ? 2U : 1U); of_point++) {
			struct loop_before before = { 0 };
			say_side(kernel, interval, instance, t, *loop, launch, of_point, &before);
			if (before.conditions.n)
				vec_push(kernel->arena, list, before);
		}
	}
}
