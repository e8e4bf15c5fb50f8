#include "kernelanalysis/signals/signal.h"

#include "base/effort.h"
#include "kernelanalysis/locks/lock_entries.h"

/*
 * Signals (SEMANTICS, race 4): thread x releases after its access, y waits before
 * its own. The order holds when whoever made y's wait succeed did so after x's
 * access: x itself, or a thread that had waited for x (heterogeneous-race-free
 * chains). For that, any other writer of the awaited address is a third thread of
 * the query. Counters are simpler: y's value is greater than what x's addition found.
 */

enum { CHAIN_DEPTH = 1, LONG_CHAIN_DEPTH = 3, CHAIN_LIMIT = 24 };

const struct et *scope_between(const struct link *link, enum scope scope,
	const struct view *a, const struct view *b)
{
	struct ets *ets = link->q->kernel->ets;
	bool pair = a->copy <= 2 && b->copy <= 2;
	if (scope >= SCOPE_DEVICE || scope == SCOPE_NONE)
		return et_bool(ets, scope != SCOPE_NONE);
	if (pair)
		return et_bool(ets, scope >= link->q->needed);
	return ids_equal(link->q, a, VIA_SELF, b, link->q->kernel->ctaid);
}

const struct et *scope_reaches(const struct link *link, enum scope scope)
{
	return scope_between(link, scope, link->x, link->y);
}

const struct et *signal_executed(
	const struct link *link, const struct order_path *path, const struct view *view)
{
	return et_and(link->q->kernel->ets, leader_valid(link->q, path->via),
		order_term(link->q, path->condition, path->via, view));
}

const struct et *acquire_term(const struct link *link, const struct order_path *path,
	const struct et *term, enum via via)
{
	if (path->previous)
		term = previous_iteration(link->q->kernel->env, path->previous, term);
	return order_term(link->q, term, via, link->y);
}

const struct et *signal_unknown(const struct link *link)
{
	struct ets *ets = link->q->kernel->ets;
	return et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1, "value of a signal"));
}

const struct et *signal_unproved(const struct link *link, const struct wait *wait)
{
	const struct et *refused = beginning_refused(link, wait);
	return et_is_false(refused)
		       ? refused
		       : et_and(link->q->kernel->ets, refused, signal_unknown(link));
}

const struct et *wait_satisfied(
	const struct link *link, const struct wait *wait, const struct et *value)
{
	return with_value(link->q->kernel->ets, wait->test, wait->value, value);
}

/* Is the branch one on the value read, and not on what a barrier's vote made of it. */
static bool reads_value(const struct link *link, const struct order_path *path)
{
	const struct kernel *kernel = link->q->kernel;
	const struct et *value = et_sym(kernel->ets, path->acquire->value);
	return et_mentions(kernel->arena, path->acquire->test, value) ||
	       et_is_const(path->acquire->test);
}

struct wait signal_wait(const struct link *link, const struct order_path *path)
{
	struct kernel *kernel = link->q->kernel;
	if (!path->acquire->test)
		acquire_test(kernel, path->acquire, et_const(kernel->ets, path->op->size * 8, 0));
	const struct et *test = path->acquire->test;
	return (struct wait){ path, path->acquire->value,
		acquire_term(link, path, test, path->via), { .copy = THIRD }, NULL, NULL, false };
}

/* What a write puts there, for the thread. */
static const struct et *written(const struct link *link, const struct access *write,
	enum via via, const struct view *view)
{
	const struct et *value = value_written(link->q->kernel, write);
	return value ? order_term(link->q, value, via, view) : NULL;
}

/* A variable hands the order on under a lock that both hold. */
static const struct et *same_guard(
	const struct link *link, const struct order_path *release, const struct order_path *acquire)
{
	if (!release->guarded && !acquire->guarded)
		return et_bool(link->q->kernel->ets, true);
	if (link->depth || acquire->previous)
		return et_bool(link->q->kernel->ets, false);
	return locked_together(link->q, release->op, link->x, acquire->op, link->y);
}

const struct et *same_thread(const struct link *link, const struct order_path *acquire,
	const struct access *write, const struct view *z)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = link->q->kernel->ets;
	const struct et *after = et_bool(ets, false);
	vec_each(path, &link->from->releases) {
		if (path->op != write || path->scope == SCOPE_NONE)
			continue;
		const struct et *same = et_and(ets,
			ids_equal(link->q, link->x, path->via, z, kernel->tid),
			ids_equal(link->q, link->x, VIA_SELF, z, kernel->ctaid));
		for (const struct loop *loop = write->block->loop; loop; loop = loop->parent) {
			if (!loop_contains(loop, link->from->block))
				continue;
			const struct et *k = et_sym(ets, kernel->env->loops[loop->index].counter);
			same = et_and(ets, same,
				et_binary(ets, ET_SLE, 0, order_term(link->q, k, VIA_SELF, link->x),
					order_term(link->q, k, VIA_SELF, z)));
		}
		same = et_and(ets, same, scope_reaches(link, path->scope));
		same = et_and(ets, same, same_guard(link, path, acquire));
		after = et_or(ets, after, same);
	}
	return et_or(ets, after, in_later_round(link, write, z));
}

/* Is a chain followed further: a longer one only over words that are written at one place, each at another one. */
static bool follows(const struct link *link, const struct wait *wait)
{
	unsigned writes = 0;
	if (link->depth < CHAIN_DEPTH)
		return true;
	vec_each(each, &link->q->kernel->accesses)
		if (may_signal(*each, wait))
			writes += *each == link->to ? 2u : 1u;
	return link->depth < LONG_CHAIN_DEPTH && writes == 1;
}

/* By a wait before the write, which the same release or another one of x's satisfied. */
static const struct et *chained(const struct link *link, const struct wait *wait,
	const struct access *write, const struct view *z)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *after = et_bool(ets, false);
	if (!follows(link, wait))
		return after;
	vec_each(path, &write->acquired)
		vec_each(release, &path->op->releases)
			if (release->op == write && !release->guarded)
				after = et_or(ets, after,
					scope_between(link, release->scope, z, link->y));
	if (et_is_false(after))
		return after;
	if (++link->q->chained > CHAIN_LIMIT)
		return signal_unknown(link);
	return et_and(ets, after,
		signal_condition(link->q, link->from, link->x, write, z, link->depth + 1));
}

/* If x's access and z's write are behind one election, x is z. */
static const struct et *elected_apart(
	const struct link *link, const struct access *write, const struct view *z)
{
	struct order_query *q = link->q;
	struct ets *ets = q->kernel->ets;
	const struct et *together = elected_together(q, link->from, link->x, write, z);
	const struct et *same = et_and(ets,
		ids_equal(q, link->x, VIA_SELF, z, q->kernel->tid),
		ids_equal(q, link->x, VIA_SELF, z, q->kernel->ctaid));
	return et_and(ets, together, et_not(ets, same));
}

const struct et *signalled_there(
	const struct link *link, struct wait *wait, const struct access *write, const struct view *z)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *value = written(link, write, VIA_SELF, z);
	bool known = value && value->width == wait->value->width;
	const struct et *possible = known ? wait_satisfied(link, wait, value) : signal_unknown(link);
	if (known && write->rmw == RMW_OR)
		possible = et_or(ets, possible, completed_by(link, wait, value));
	if (et_is_false(possible))
		return possible;
	const struct et *executed = et_and(ets, order_term(link->q, write->guard, VIA_SELF, z), in_launch(link->q, z));
	const struct et *same = word_written(link, wait, write, z, executed);
	if (et_is_false(same))
		return same;
	wait->guessed |= !known;
	possible = et_and(ets, possible, same);
	possible = et_and(ets, possible, same_block(link->q, write->object, link->y, z));
	return et_and(ets, possible, executed);
}

/* A write of z's that y may have seen instead, and that is not after x's access. */
static const struct et *other_signal(
	const struct link *link, struct wait *wait, const struct access *write)
{
	struct ets *ets = link->q->kernel->ets;
	struct view z = wait->z;
	const struct et *possible = signalled_there(link, wait, write, &z);
	if (et_is_false(possible))
		return possible;
	const struct access *const at[2] = { link->from, write };
	possible = et_and(ets, possible, draws_differ(link->q, link->x, &z, at));
	possible = et_and(ets, possible, et_not(ets, elected_apart(link, write, &z)));
	possible = et_and(ets, possible, et_not(ets, taken_back(link, wait, write, &z)));
	const struct et *after = et_or(
		ets, same_thread(link, wait->path, write, &z), chained(link, wait, write, &z));
	after = et_or(ets, after, signalled_behind_phase(link, write, &z));
	return et_and(ets, possible, et_not(ets, after));
}

bool may_signal(const struct access *write, const struct wait *wait)
{
	bool writes = access_writes(write);
	return writes && write != wait->path->op && !keeps_value(write) &&
	       at_one_place(write, wait->path->op);
}

const struct et *signalled_after(const struct link *link, struct wait *wait)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *other = et_bool(ets, false);
	if (wait->other)
		return et_not(ets, wait->other);
	wait->z.map = other_thread_map(link->q->kernel, link->q->others++);
	vec_each(each, &link->q->kernel->accesses)
		if (may_signal(*each, wait))
			other = et_or(ets, other, other_signal(link, wait, *each));
	wait->other = other;
	return et_not(ets, other);
}

/* Does the wait itself change the number that it finds, so that others who come to it have made it too. */
static bool counts(const struct access *op)
{
	return op->type == ACCESS_ATOMIC && op->writes && !keeps_value(op) && op->rmw != RMW_EXCHANGE &&
	       op->rmw != RMW_STORE && op->rmw != RMW_CAS;
}

/* x's signal is one of those before the last that y has taken, whatever the word began with. */
static const struct et *turns_begun(const struct link *link, const struct order_path *release, struct wait *wait)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *value = counter_step(release->op) ? NULL : written(link, release->op, release->via, link->x);
	if (!value || value->width != wait->value->width || counts(wait->path->op))
		return et_bool(ets, false);
	return et_and(ets, wait_satisfied(link, wait, value), taken_in_turns(link, release, wait, true));
}

const struct et *signal_direct(
	const struct link *link, const struct order_path *release, struct wait *wait)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *same = same_address(link->q->kernel,
		order_term(link->q, release->op->address, release->via, link->x),
		acquire_term(link, wait->path, wait->path->op->address, wait->path->via));
	if (et_is_false(same))
		return same;
	if (wait->path->late && !(release->fence_op && release->fence_op->sc))
		return et_bool(ets, false);
	const struct et *both = et_and(ets, signal_executed(link, release, link->x),
		signal_executed(link, wait->path, link->y));
	both = et_and(ets, both, scope_reaches(link, release->scope));
	both = et_and(ets, both, scope_reaches(link, wait->path->scope));
	both = et_and(ets, both, same);
	both = et_and(ets, both, same_block(link->q, release->op->object, link->x, link->y));
	both = et_and(ets, both, same_guard(link, release, wait->path));
	if (et_is_false(both))
		return both;
	if (!reads_value(link, wait->path))
		return et_and(ets, both, et_or(ets, bits_seen(link, release, wait), signal_unknown(link)));
	const struct et *behind = et_and(ets, both, turns_begun(link, release, wait));
	both = et_and(ets, both, left_in_vain(link, release, wait));
	if (counter_step(release->op) || counter_fall(release->op))
		return et_and(ets, both, counted(link, release, wait));
	const struct et *value = written(link, release->op, release->via, link->x);
	if (!value || value->width != wait->value->width)
		return et_and(ets, both, signal_unproved(link, wait));
	const struct et *bits = et_or(ets, behind, et_and(ets, both, bits_seen(link, release, wait)));
	const struct et *proved = et_and(ets, both, wait_satisfied(link, wait, value));
	if (et_is_false(proved))
		return bits;
	proved = et_and(ets, proved, et_not(ets, wait_in_vain(link, wait)));
	if (wait->path->acquire->compared)
		proved = et_and(ets, proved, beginning_refused(link, wait));
	proved = et_and(ets, proved,
		et_or(ets, signalled_after(link, wait), taken_in_turns(link, release, wait, false)));
	proved = et_and(ets, proved, et_not(ets, made_by_waiting(link, wait)));
	const struct et *unknown = compared_unknown(link->q->kernel, wait->path->acquire);
	proved = et_or(ets, proved, bits);
	return et_or(ets, proved, et_and(ets, both, unknown));
}

/* Does x come to one of its releases, with which all chains begin. */
static const struct et *releases_some(const struct link *link)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *some = et_bool(ets, false);
	vec_each(release, &link->from->releases)
		if (release->scope != SCOPE_NONE && may_lie_between(link->q, release->op))
			some = et_or(ets, some, signal_executed(link, release, link->x));
	return some;
}

const struct et *signal_indirect(const struct link *link, struct wait *wait)
{
	struct ets *ets = link->q->kernel->ets;
	bool passed_on = false, released = false, handed_on = false;
	vec_each(release, &link->from->releases)
		released |= release->scope != SCOPE_NONE && may_lie_between(link->q, release->op);
	if (!follows(link, wait) || wait->path->late || wait->path->guarded ||
		et_is_false(scope_reaches(link, wait->path->scope)))
		return et_bool(ets, false);
	vec_each(each, &link->q->kernel->accesses)
		if (strong_write(*each) && (*each) != wait->path->op &&
			at_one_place(*each, wait->path->op)) {
			passed_on |= (*each)->acquired.n > 0;
			handed_on |= (*each)->handed_on.n > 0;
		}
	vec_each(release, &link->from->later) {
		bool here =
			release->scope != SCOPE_NONE && at_one_place(release->op, wait->path->op);
		passed_on |= here;
		released |= here;
	}
	if (!(passed_on && released) && !handed_on)
		return et_bool(ets, false);
	const struct et *after = signalled_after(link, wait);
	if (wait->guessed)
		return et_bool(ets, false);
	after = et_and(ets, after, et_not(ets, wait_in_vain(link, wait)));
	if (!is_of_block(link->q->kernel, wait->path->op->object))
		after = et_and(ets, after, beginning_refused(link, wait));
	after = et_and(ets, after, left_in_vain(link, NULL, wait));
	if (!counts(wait->path->op))
		after = et_and(ets, after, et_not(ets, made_by_waiting(link, wait)));
	else
		after = et_and(ets, after, et_and(ets, signal_unknown(link), handed_on ? et_bool(ets, true) : releases_some(link)));
	return et_and(ets, et_and(ets, signal_executed(link, wait->path, link->y), after),
		scope_reaches(link, wait->path->scope));
}

const struct et *signal_by_wait(const struct link *link, const struct order_path *acquire)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *found = et_bool(ets, false);
	struct wait wait = signal_wait(link, acquire);
	const struct et *bound = signal_bound(link, &wait);
	if (bound)
		return bound;
	vec_each(release, &link->from->releases) {
		if (release->scope == SCOPE_NONE || !at_one_place(release->op, acquire->op) ||
			!may_lie_between(link->q, release->op))
			continue;
		found = et_or(ets, found, signal_direct(link, release, &wait));
		found = et_or(ets, found, signal_in_instance(link, release, &wait));
	}
	found = et_or(ets, found, signal_indirect(link, &wait));
	found = et_or(ets, found, counted_later(link, acquire));
	found = et_or(ets, found, signal_by_chosen(link, &wait));
	found = et_or(ets, found, et_or(ets, signal_beyond(link, &wait), signal_in_line(link, acquire)));
	found = et_and(ets, found, permits_missing(link, acquire));
	return et_or(ets, found, permits_given(link, acquire));
}

const struct et *signal_condition(struct order_query *q, const struct access *from,
	const struct view *x, const struct access *to, const struct view *y, unsigned depth)
{
	struct link link = { q, from, to, x, y, depth };
	struct ets *ets = q->kernel->ets;
	const struct et *result = et_or(ets, signal_behind_wait(&link), signal_by_visit(&link));
	result = et_or(ets, result, et_or(ets, signal_by_own_flags(&link), signal_by_value(&link)));
	vec_each(acquire, &to->acquired) {
		if (acquire->scope == SCOPE_NONE || (!depth && !may_lie_between(q, acquire->op)))
			continue;
		if (q->kernel->deadline > 0 && effort_now() > q->kernel->deadline)
			return et_or(ets, result, signal_unknown(&link));
		result = et_or(ets, result, signal_by_wait(&link, acquire));
	}
	return result;
}
