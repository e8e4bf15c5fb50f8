#include "kernelanalysis/signals/signal.h"

#include "expr/known.h"

/* Which signals can order a pair at all, and how much there is to look at. */

bool may_lie_between(const struct order_query *q, const struct access *op)
{
	if (!q->within)
		return true;
	vec_each(instance, &q->within->instances)
		if (instance->access == op)
			return true;
	return false;
}

bool at_one_place(const struct access *a, const struct access *b)
{
	return a->object == b->object && accesses_may_meet(a, b);
}

const struct et *word_written(const struct link *link, const struct wait *wait, const struct access *write,
	const struct view *z, const struct et *executed)
{
	const struct et *same = same_address(link->q->kernel, order_term(link->q, write->address, VIA_SELF, z),
		acquire_term(link, wait->path, wait->path->op->address, wait->path->via));
	bool far = same->op == ET_EQ && !places_may_meet(same->arg[0], same->arg[1], executed);
	return far ? et_bool(link->q->kernel->ets, false) : same;
}

/* Steps to find what orders one access before the other. */
static size_t steps_between(
	const struct order_query *q, const struct access *from, const struct access *to)
{
	size_t releases = 0, steps = 0;
	vec_each(release, &from->releases)
		releases += release->scope != SCOPE_NONE && may_lie_between(q, release->op);
	vec_each(acquire, &to->acquired) {
		if (acquire->scope == SCOPE_NONE || !may_lie_between(q, acquire->op))
			continue;
		vec_each(each, &q->kernel->accesses)
			if (strong_write(*each) && at_one_place(*each, acquire->op))
				steps += releases * (1 + (*each)->acquired.n);
	}
	return steps;
}

size_t pair_signal_steps(struct kernel *kernel, const struct pair *pair)
{
	struct order_query q = { .kernel = kernel, .within = signals_within(pair->interval) };
	const struct access *a = pair->a.access, *b = pair->b.access;
	return steps_between(&q, a, b) + steps_between(&q, b, a);
}

const struct interval *signals_within(const struct interval *interval)
{
	return interval->kind != RACE_INTER_BLOCK && !interval->flight ? interval : NULL;
}

/* A release of x's at the address that y reads, or one that somebody else has waited for. */
static const struct et *may_be_signalled(const struct link *link, const struct wait *wait)
{
	const struct order_path *acquire = wait->path;
	struct ets *ets = link->q->kernel->ets;
	const struct et *may = et_bool(ets, false);
	const struct et *read = acquire_term(link, acquire, acquire->op->address, acquire->via);
	bool released = false;
	vec_each(release, &link->from->releases) {
		if (release->scope == SCOPE_NONE || !may_lie_between(link->q, release->op))
			continue;
		released = true;
		if (at_one_place(release->op, acquire->op))
			may = et_or(ets, may,
				same_address(link->q->kernel,
					order_term(link->q, release->op->address, release->via, link->x), read));
	}
	return released ? et_or(ets, may, beginning_refused(link, wait)) : may;
}

const struct et *signal_bound(const struct link *link, const struct wait *wait)
{
	const struct order_path *acquire = wait->path;
	struct ets *ets = link->q->kernel->ets;
	if (!link->y->drawn || link->depth || acquire->acquire->spins)
		return NULL;
	const struct et *bound = et_and(ets, signal_executed(link, acquire, link->y), scope_reaches(link, acquire->scope));
	bound = known_apply(link->y->drawn->known, bound);
	if (!et_is_false(bound))
		bound = known_apply(link->y->drawn->known, et_and(ets, bound, may_be_signalled(link, wait)));
	return et_is_true(bound) ? NULL : bound;
}
