#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/* What lies in an awaited word before anybody has signalled: the wait must not go on with that. */

/* Condition for a draw from a count that nothing sets back to be tested for a number that fewer draws lead to from another beginning. */
static const struct et *draw_meets(struct kernel *kernel, const struct acquire *acquire)
{
	const struct access *draw = acquire->op;
	const struct et *no = et_bool(kernel->ets, false);
	if ((draw->object->kind != OBJECT_PARAM && draw->object->kind != OBJECT_GLOBAL) || counter_step(draw) <= 0)
		return no;
	vec_each(each, &kernel->accesses) {
		bool writes = access_writes(*each);
		if (writes && (*each)->object == draw->object && !keeps_value(*each) && counter_step(*each) <= 0 &&
			accesses_may_meet(*each, draw))
			return no;
	}
	acquire_test(kernel, acquire, et_const(kernel->ets, draw->size * 8, 0));
	if (!et_mentions(kernel->arena, acquire->test, et_sym(kernel->ets, acquire->value)))
		return no;
	const struct et *left = et_or(kernel->ets, object_left_resized(kernel, draw->object),
		object_left_resized_perhaps(kernel, draw->object));
	return et_and(kernel->ets, left, counter_goes_on(kernel, draw));
}

/* Conditions for an earlier launch of another size to have let y's wait go on: there the first thread is known to have been. */
static void resized_add(const struct link *link, const struct order_path *release, const struct wait *wait,
	const struct et **left, const struct et **maybe)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	struct begins resized =
		wait_left_resized(kernel, link->from, release->op, link->to, wait->path->acquire);
	const struct et *first = et_bool(ets, true);
	for (unsigned i = 0; i < 6; i++) {
		const struct et *id = et_sym(ets, i < 3 ? kernel->ctaid[i] : kernel->tid[i - 3]);
		first = et_and(ets, first,
			et_binary(ets, ET_EQ, 0, order_term(link->q, id, release->via, link->x),
				et_const(ets, id->width, 0)));
	}
	const struct et *surely = acquire_term(link, wait->path, resized.surely, wait->path->via);
	*left = et_or(ets, *left, et_and(ets, surely, first));
	const struct et *unsure = et_or(ets, resized.maybe, draw_meets(kernel, wait->path->acquire));
	*maybe = et_or(ets, *maybe, acquire_term(link, wait->path, unsure, wait->path->via));
	*maybe = et_or(ets, *maybe, et_and(ets, surely, et_not(ets, first)));
}

/* Stands for what a flag begins with of which nothing is known, where 0 would let its wait go on. */
static const struct et *begins_unknown(struct kernel *kernel)
{
	return et_sym(kernel->ets,
		symbol_new(kernel->ets, SYM_HAVOC, LEVEL_GRID, 1, "what a flag begins with, as a wait goes on with 0"));
}

const struct et *left_in_vain(
	const struct link *link, const struct order_path *release, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct order_path *path = wait->path;
	const struct access *by = release ? release->op : NULL;
	bool unset_unknown;
	if (!path->acquire->running && waits_behind_own_write(kernel, path->op))
		return et_bool(ets, true);
	const struct et *set = wait_is_set(kernel, path->op, &unset_unknown);
	if (et_is_false(set) && !unset_unknown)
		return set;
	set = acquire_term(link, path, set, path->via);
	const struct et *left = wait_left(kernel, link->from, by, link->to, path->acquire);
	struct begins begins = wait_begins(kernel, path->acquire);
	left = acquire_term(link, path, et_or(ets, left, begins.surely), path->via);
	const struct et *maybe = et_or(ets, wait_left_perhaps(kernel, link->from, by, link->to, path->acquire),
		wait_left_given(kernel, link->from, by, link->to, path->acquire));
	maybe = et_or(ets, maybe, wait_left_unsure(kernel, path->acquire));
	maybe = acquire_term(link, path, et_or(ets, begins.maybe, maybe), path->via);
	struct begins doubt = running_doubt(link, wait);
	left = et_or(ets, left, doubt.surely);
	const struct et *unsure = et_or(ets, maybe, doubt.maybe);
	if (release)
		resized_add(link, release, wait, &left, &unsure);
	set = unset_unknown ? et_or(ets, set, signal_unknown(link)) : set;
	const struct et *unset =
		acquire_term(link, path, wait_takes_unset(kernel, path->acquire), path->via);
	set = et_is_false(unset) ? set : et_and(ets, set, et_or(ets, et_not(ets, unset), begins_unknown(kernel)));
	return et_and(ets, et_and(ets, set, et_not(ets, left)),
		et_or(ets, et_not(ets, unsure), signal_unknown(link)));
}

const struct et *beginning_refused(const struct link *link, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct order_path *path = wait->path;
	const struct et *zero = et_const(ets, wait->value->width, 0);
	const struct et *refused = et_not(ets, wait_satisfied(link, wait, zero));
	if (et_is_true(refused) || !lock_only_read(path->op))
		return refused;
	const struct et *put = et_and(ets, word_is_put(kernel, path->op),
		et_not(ets, wait_begins_open(kernel, path->acquire).surely));
	return et_or(ets, refused, acquire_term(link, path, put, path->via));
}
