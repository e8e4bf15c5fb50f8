#include "kernelanalysis/locks/lock_entries.h"

#include "expr/known.h"

/*
 * A lock that one thread takes for its warp or block has to be left by one of them, too: where two threads of the group
 * come to the release in one round, the second one may open it for a third while somebody else has it.
 */

/* Is the write made by a group that has the lock, by whichever branch, by one of its threads; VIA_SELF: not only so. */
static enum via group_of(
	struct kernel *kernel, const struct access *write, const struct access *op)
{
	enum via via = VIA_SELF;
	vec_each(hold, &write->locks) {
		if (hold->queue || hold->acquire->object != op->object ||
			hold->address != write->address || !hold_is_certain(kernel, hold, write))
			continue;
		bool told = hold->entry->told;
		if (hold->via == VIA_SELF && !told)
			return VIA_SELF;
		via = told ? VIA_BLOCK : hold->via;
	}
	return via;
}

static struct leavers *leavers_of(struct kernel *kernel, const struct access *write)
{
	vec_each(known, &kernel->leavers)
		if (known->write == write)
			return known;
	struct leavers made = { write,
		{ another_thread_map(kernel), another_thread_map(kernel) } };
	vec_push(kernel->arena, &kernel->leavers, made);
	return &kernel->leavers.at[kernel->leavers.n - 1];
}

static const struct et *equal_in_both(const struct order_query *q, const struct et *term,
	const struct view *a, const struct view *b)
{
	return et_binary(q->kernel->ets, ET_EQ, 0, order_term(q, term, VIA_SELF, a),
		order_term(q, term, VIA_SELF, b));
}

/* Are both of one block, or of one warp of it, and in one round of the loops around the write. */
static const struct et *together(const struct order_query *q, const struct access *write, enum via via,
	const struct view *a, const struct view *b)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *same = ids_equal(q, a, VIA_SELF, b, kernel->ctaid);
	for (const struct loop *loop = write->block->loop; loop; loop = loop->parent)
		same = et_and(ets, same,
			equal_in_both(q, et_sym(ets, kernel->env->loops[loop->index].counter), a, b));
	if (via != VIA_WARP)
		return same;
	const struct et *warp = et_binary(
		ets, ET_UDIV, 0, et_sym(ets, kernel->tid[0]), et_const(ets, 32, 32));
	same = et_and(ets, same, equal_in_both(q, warp, a, b));
	for (unsigned i = 1; i < 3; i++)
		same = et_and(ets, same, equal_in_both(q, et_sym(ets, kernel->tid[i]), a, b));
	return same;
}

static const struct et *left_by_both(
	const struct order_query *q, const struct access *write, enum via via)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct leavers *leavers = leavers_of(kernel, write);
	struct view a = { .map = leavers->maps[0], .copy = THIRD }, b = { .map = leavers->maps[1], .copy = THIRD };
	const struct et *both = et_and(ets, order_term(q, write->guard, VIA_SELF, &a),
		order_term(q, write->guard, VIA_SELF, &b));
	both = et_and(ets, both, together(q, write, via, &a, &b));
	both = et_and(ets, both, equal_in_both(q, write->address, &a, &b));
	both = et_and(ets, both, et_not(ets, ids_equal(q, &a, VIA_SELF, &b, kernel->tid)));
	if (et_is_false(both))
		return both;
	return et_and(ets, both, et_and(ets, in_launch(q, &a), in_launch(q, &b)));
}

/* Does the write's guard say that the lock is held. */
static bool says_held(const struct order_query *q, const struct access *write, const struct lock_hold *hold)
{
	struct kernel *kernel = q->kernel;
	const struct et *when = hold->condition;
	struct known *known = known_new(kernel->arena, kernel->ets);
	size_t n;
	if (hold->via != VIA_SELF)
		when = et_map_apply(q->leader[hold->via], when);
	return !known_conjuncts(kernel->arena, known, 1, &write->guard, &n) ||
	       et_is_true(known_apply(known, when));
}

/* Does the term mean for each thread of the group what it means for who acts for it. */
static bool is_of_group(const struct kernel *kernel, const struct et *term, enum via via)
{
	bool flat = false;
	if (via == VIA_WARP)
		return term_is_common_in_warp(kernel, term, NULL, &flat);
	return via == VIA_SELF || term_is_common(term, LEVEL_BLOCK);
}

/* Condition for the lock that who acts for the group has taken to be the one that its thread writes to. */
static const struct et *is_that_lock(const struct order_query *q, const struct lock_hold *hold, const struct view *a)
{
	struct ets *ets = q->kernel->ets;
	const struct et *terms[] = { hold->address, hold->bits }, *same = et_bool(ets, true);
	for (unsigned i = 0; i < 2; i++)
		if (terms[i] && !is_of_group(q->kernel, terms[i], hold->via))
			same = et_and(ets, same, et_binary(ets, ET_EQ, 0, order_term(q, terms[i], hold->via, a),
				order_term(q, terms[i], VIA_SELF, a)));
	return same;
}

/* Somebody leaves it for whose group nobody has taken it: who acts for the others has returned before, by ids and what they share,
 * or has taken another one of the same array. */
static const struct et *left_untaken(
	const struct order_query *q, const struct access *write, const struct access *op)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	struct view a = { .map = leavers_of(kernel, write)->maps[0], .copy = THIRD };
	const struct et *untaken = order_term(q, write->guard, VIA_SELF, &a);
	vec_each(hold, &write->locks) {
		enum level group = hold->via == VIA_WARP ? LEVEL_WARP : LEVEL_BLOCK;
		if (hold->queue || hold->acquire->object != op->object ||
			hold->address != write->address || !hold_is_certain(kernel, hold, write))
			continue;
		const struct et *taken = is_that_lock(q, hold, &a);
		if (!rests_on_own(kernel, hold->condition, group) && !says_held(q, write, hold))
			taken = et_and(ets, taken, hold_condition(q, hold, &a));
		untaken = et_and(ets, untaken, et_not(ets, taken));
	}
	return et_is_false(untaken) ? untaken : et_and(ets, untaken, in_launch(q, &a));
}

/* Somebody leaves another lock than the one that his round before has taken, and holds no other of
 * that address. */
static const struct et *left_another(
	const struct order_query *q, const struct access *write, const struct access *op)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	struct view a = { .map = leavers_of(kernel, write)->maps[0], .copy = THIRD };
	const struct et *another = et_bool(ets, false);
	vec_each(hold, &write->locks) {
		if (hold->queue || hold->acquire->object != op->object ||
			!hold_is_certain(kernel, hold, write))
			continue;
		if (hold->address == write->address)
			return et_bool(ets, false);
		if (hold->of_rounds)
			another = et_not(ets,
				same_address(kernel, order_term(q, hold->address, VIA_SELF, &a),
					order_term(q, write->address, VIA_SELF, &a)));
	}
	another = et_and(ets, another, order_term(q, write->guard, VIA_SELF, &a));
	return et_is_false(another) ? another : et_and(ets, another, in_launch(q, &a));
}

const struct et *lock_left_twice(const struct order_query *q, const struct access *op)
{
	struct ets *ets = q->kernel->ets;
	const struct et *twice = et_bool(ets, false);
	vec_each(each, &q->kernel->accesses) {
		const struct access *write = *each;
		bool leaves = write != op && may_free(write, op);
		enum via via = leaves ? group_of(q->kernel, write, op) : VIA_SELF;
		if (via != VIA_SELF)
			twice = et_or(ets, twice, et_or(ets, left_by_both(q, write, via),
				left_untaken(q, write, op)));
		else if (leaves)
			twice = et_or(ets, twice, left_another(q, write, op));
	}
	return twice;
}
