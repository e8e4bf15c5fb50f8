#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/pairs/pair.h"

/*
 * Counters that some threads take the other way, such as a stack that is filled and emptied: what
 * the pair's threads draw is apart where no other thread can be on a way there between the same
 * barriers. The question asks for such a third thread, which has the values that the pair has in
 * common.
 */

enum { MOST_TURNS = 4 };

/* Condition for a third thread to come to the instance. */
static const struct et *thread_comes(const struct drawing *d, const struct instance *instance)
{
	struct kernel *kernel = d->kernel;
	struct ets *ets = kernel->ets;
	struct pair_terms terms = { 0 };
	struct interval *interval = d->pair->interval;
	struct et_map *map = renaming_map(kernel, interval, instance->state, THIRD);
	const struct et *ntid[3], *nctaid[3], *comes = et_bool(ets, true);
	dimensions(kernel, d->threads.launch, ntid, nctaid);
	for (unsigned t = 0; t < 2; t++)
		for (unsigned i = 0; i < 3; i++) {
			terms.tid[t][i] = et_map_apply(map, et_sym(ets, kernel->tid[i]));
			terms.ctaid[t][i] = et_map_apply(map, et_sym(ets, kernel->ctaid[i]));
		}
	range_conditions(kernel, ntid, nctaid, &terms);
	push_condition(kernel, &terms, apply(d->threads.launch, map, instance->access->guard));
	struct side side = { kernel, interval, instance, THIRD, d->threads.launch, &terms };
	ways_push(&side);
	vec_each(condition, &terms.conditions)
		comes = et_and(ets, comes, *condition);
	return comes;
}

/* Do just barriers of the whole block end the interval: its other threads are between the same ones. */
static bool lasts_for_block(const struct drawing *d)
{
	const struct interval *interval = d->pair->interval;
	vec_each(sync, &d->kernel->syncs)
		if (interval_ends(interval, *sync) && (*sync)->extent < EXTENT_BLOCK)
			return false;
	return interval->kind != RACE_INTER_BLOCK && !interval->flight && !interval->split;
}

const struct et *counter_turned(const struct drawing *d, const struct access *counter)
{
	struct ets *ets = d->kernel->ets;
	const struct et *turned = et_bool(ets, false);
	const struct interval *interval = d->pair->interval;
	bool here = counter->object->space == SPACE_SHARED && lasts_for_block(d);
	unsigned turns = 0;
	if (!counter_turns(d->kernel, counter))
		return turned;
	vec_each(each, &d->kernel->accesses)
		if (interval->split && counter_turns_back(d->kernel, *each, counter) &&
			!counter_is_set_at(d->kernel, counter, *each))
			return et_bool(ets, true);
	vec_each(instance, &interval->instances) {
		if (!counter_turns_back(d->kernel, instance->access, counter) ||
			counter_is_set_at(d->kernel, counter, instance->access))
			continue;
		if (!here || ++turns > MOST_TURNS)
			return et_bool(ets, true);
		turned = et_or(ets, turned, thread_comes(d, instance));
	}
	return turned;
}
