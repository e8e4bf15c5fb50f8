#include "kernelanalysis/signals/arrivals.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Last blocks in two levels: who is the last of his group counts at a further counter, and who
 * finds there as many as there are groups comes after the last of each group, and so after all of
 * the groups whom these come after. As there is one of each group at most, and all have been
 * counted, it is a condition of the query that nobody is chosen at x's counter who does not come
 * after x.
 */

/* The one addition to the awaited counter, made by who is chosen; NULL: there are others, or it is
 * no such. */
static const struct access *addition_of(
	const struct link *link, const struct wait *wait, struct chooser *chooser)
{
	struct kernel *kernel = link->q->kernel;
	const struct access *op = wait->path->op, *addition = NULL;
	vec_each(each, &kernel->accesses) {
		if (!counter_step(*each) || (*each)->size != op->size || !at_one_place(*each, op))
			continue;
		if (addition)
			return NULL;
		addition = *each;
	}
	if (!addition || addition->block->loop || !term_is_common(addition->address, LEVEL_GRID))
		return NULL;
	*chooser = chooser_of(kernel, addition);
	return chooser->draw && chooser->draw->object != addition->object ? addition : NULL;
}

/* Has y seen the count of all who may be chosen, itself among them where it adds, as its wait goes
 * on. */
static const struct et *all_counted(
	const struct link *link, const struct wait *wait, const struct access *addition)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	unsigned width = addition->size * 8;
	const struct et *when, *n = threads_chosen(kernel, addition, &when);
	const struct et *seen = counter_value(link, wait->path, link->y);
	struct beginning begins = counter_beginning(kernel, addition);
	if (seen->width != width || begins.value->width != width || counter_fall(addition))
		return et_bool(ets, false);
	n = width > 32 ? et_cast(ets, ET_ZEXT, width, n) : n;
	n = et_binary(
		ets, ET_MUL, ET_NSW | ET_NUW, n, et_const(ets, width, counter_step(addition)));
	if (wait->path->op == addition)
		n = et_binary(ets, ET_SUB, 0, n, et_const(ets, width, counter_step(addition)));
	n = et_binary(ets, ET_ADD, 0, n, begins.value);
	const struct et *known = et_and(ets, order_term(link->q, when, VIA_SELF, link->x),
		order_term(link->q, begins.known, VIA_SELF, link->x));
	const struct et *all =
		et_binary(ets, ET_ULE, 0, order_term(link->q, n, VIA_SELF, link->x), seen);
	return et_and(ets, known, et_or(ets, all, et_not(ets, wait_satisfied(link, wait, seen))));
}

/* Somebody is chosen at x's counter, and adds, who does not come after x's access. */
static const struct et *chosen_apart(const struct link *link, const struct wait *wait,
	const struct access *addition, const struct access *draw, const struct order_path *release)
{
	struct order_query *q = link->q;
	struct ets *ets = q->kernel->ets;
	struct view z = { .map = other_thread_map(q->kernel, q->others++), .copy = THIRD };
	const struct et *reaches = et_bool(ets, false);
	vec_each(path, &addition->releases)
		if (path->op == addition)
			reaches =
				et_or(ets, reaches, scope_between(link, path->scope, &z, link->y));
	const struct et *possible =
		et_and(ets, in_launch(q, &z), order_term(q, addition->guard, VIA_SELF, &z));
	possible = et_and(ets, possible,
		same_address(q->kernel, order_term(q, draw->address, release->via, link->x),
			order_term(q, draw->address, VIA_SELF, &z)));
	const struct et *after = et_or(ets, same_thread(link, wait->path, addition, &z),
		signal_condition(q, link->from, link->x, addition, &z, link->depth + 1));
	return et_and(ets, possible, et_not(ets, et_and(ets, after, reaches)));
}

const struct et *signal_by_chosen(const struct link *link, struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *found = et_bool(ets, false);
	struct chooser chooser;
	if (link->depth || wait->path->late || wait->path->guarded || wait->path->previous)
		return found;
	const struct access *addition = addition_of(link, wait, &chooser);
	if (!addition || !wait_only_counts(link, addition, wait->path))
		return found;
	vec_each(release, &link->from->releases) {
		if (release->op != chooser.draw || release->scope == SCOPE_NONE)
			continue;
		const struct et *after =
			et_not(ets, chosen_apart(link, wait, addition, chooser.draw, release));
		found = et_or(
			ets, found, et_and(ets, signal_executed(link, release, link->x), after));
	}
	if (et_is_false(found))
		return found;
	found = et_and(ets, found, all_counted(link, wait, addition));
	found = et_and(ets, found, left_in_vain(link, NULL, wait));
	found = et_and(ets, found, scope_reaches(link, wait->path->scope));
	return et_and(ets, found, signal_executed(link, wait->path, link->y));
}
