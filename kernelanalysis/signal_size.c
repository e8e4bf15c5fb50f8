#include "kernelanalysis/signal.h"

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
