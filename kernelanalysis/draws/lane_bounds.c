#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/signals/signal.h"

#include <string.h>

/*
 * Counters that one lane adds the number of its group's lanes to, the group being those that are converged there. Each thread is in one
 * such group, so that all groups together add no more than there are threads that come there, as a guard for ids says (id_bounds.c).
 */

/* Does nothing else change the counter, which all blocks share. */
static bool is_alone(struct kernel *kernel, const struct access *counter)
{
	bool lasts = counter->object->kind == OBJECT_PARAM || counter->object->kind == OBJECT_GLOBAL;
	if (!lasts || counter->size != 4 || !term_is_common(counter->address, LEVEL_GRID))
		return false;
	vec_each(other, &kernel->accesses)
		if (*other != counter && access_writes(*other) && (*other)->object == counter->object && accesses_may_meet(*other, counter))
			return false;
	return true;
}

/* Does one lane of the converged ones add their number, at most once in the kernel. */
static bool adds_group(struct kernel *kernel, const struct draw *draw)
{
	const struct aggregated *lanes = draw->lanes;
	const struct block *group = lanes && lanes->mask ? instruction_block(kernel->func, lanes->mask) : NULL;
	return group && !group->loop && !draw->counter->block->loop && !draw->down && !draw->changes &&
	       !strncmp(call_name(lanes->mask), "llvm.nvvm.activemask", 20) && draw->counter->rmw == RMW_ADD &&
	       draw->amount == lanes->count && shuffle_is_of_one(lanes->shuffle, lanes->mask) && is_alone(kernel, draw->counter);
}

/* Is the condition one of those of the pair. */
static bool is_said(const struct pair_terms *terms, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1)
		return is_said(terms, condition->arg[0]) && is_said(terms, condition->arg[1]);
	vec_each(known, &terms->conditions)
		if (*known == condition)
			return true;
	return et_is_true(condition);
}

void say_group_bounded(struct drawing *d, const struct draw *draw, unsigned t)
{
	struct kernel *kernel = d->kernel;
	struct ets *ets = kernel->ets;
	const struct et *own, *known;
	if (!adds_group(kernel, draw))
		return;
	const struct et *comes = value_reach(kernel->env, instruction_block(kernel->func, draw->lanes->mask));
	const struct et *shuffles = drawn_term(d, value_reach(kernel->env, instruction_block(kernel->func, draw->lanes->shuffle)), t);
	const struct et *most = threads_below_guard(kernel, comes, &own);
	if (!most || most->width != 32)
		return;
	const struct et *first = drawn_term(d, counter_begins_known(kernel, draw->counter, &known), t);
	const struct et *when = et_and(ets, drawn_term(d, own, t), et_and(ets, drawn_term(d, known, t), lanes_known(d, draw->flat || draw->lanes->flat)));
	when = is_said(d->terms, shuffles) ? when : et_and(ets, when, shuffles);
	const struct et *drawn = et_binary(ets, ET_SUB, 0, drawn_term(d, draw->found, t), first);
	const struct et *count = drawn_term(d, draw->amount, t), *all = drawn_term(d, most, t);
	const struct et *left = et_binary(ets, ET_SUB, 0, all, count);
	drawing_say(d, et_or(ets, et_not(ets, when),
		et_and(ets, et_binary(ets, ET_ULE, 0, count, all), et_binary(ets, ET_ULE, 0, drawn, left))));
}
