#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Numbers that are stored in turn: whoever stores n + 1 has waited for n in the same word, as those
 * who commit places that they have drawn. Each store comes behind the store of the number before
 * it, down to what the word began with, which is less than what anybody stores who has got to his
 * turn. So who reads a number follows each thread that alone stores one that is no greater.
 */

/* Does the wait go on with one number alone, and is what is stored one more. */
static bool waits_for_one_less(
	struct kernel *kernel, const struct access *write, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct et *stored = value_written(kernel, write);
	if (acquire->running || acquire->vote || acquire->told || !et_is_false(acquire->left_early))
		return false;
	acquire_test(kernel, acquire, et_const(ets, acquire->op->size * 8, 0));
	const struct et *test = acquire->test, *value = et_sym(ets, acquire->value);
	if (!stored || stored->width != value->width || test->op != ET_EQ || acquire->compared)
		return false;
	const struct et *turn = test->arg[test->arg[0] == value];
	if ((test->arg[0] != value && test->arg[1] != value) ||
		et_mentions(kernel->arena, turn, value))
		return false;
	const struct et *more = et_binary(ets, ET_SUB, 0, stored, turn);
	const struct et *one_more = et_binary(ets, ET_ADD, 0, turn, et_const(ets, turn->width, 1));
	return one_more == stored || (et_is_const(more) && more->value == 1);
}

/* Is what has been acquired by the wait released by the write: with its fence between the two. */
static bool passes_on(const struct access *wait, const struct access *write)
{
	vec_each(path, &wait->releases)
		if (path->op == write && path->via == VIA_SELF && path->scope >= SCOPE_DEVICE &&
			!path->guarded)
			return true;
	return false;
}

/* Is the write one by who has waited for the number before, with an order of device scope on both
 * sides. */
static bool is_in_line(struct kernel *kernel, const struct access *write)
{
	bool stores =
		write->rmw == RMW_STORE || write->rmw == RMW_EXCHANGE || write->rmw == RMW_NONE;
	if (!strong_write(write) || !stores)
		return false;
	vec_each(path, &write->acquired)
		if (path->via == VIA_SELF && !path->previous && !path->guarded && !path->late &&
			path->scope >= SCOPE_DEVICE && path->acquire->spins &&
			lock_only_read(path->op) && path->op->address == write->address &&
			path->op->size == write->size && et_is_true(path->condition) &&
			passes_on(path->op, write) &&
			waits_for_one_less(kernel, write, path->acquire))
			return true;
	return false;
}

static bool all_in_line(const struct link *link, const struct access *read)
{
	vec_each(each, &link->q->kernel->accesses) {
		bool writes =
			access_writes(*each) && !keeps_value(*each) && at_one_place(*each, read);
		if (writes && ((*each)->size != read->size || !is_in_line(link->q->kernel, *each)))
			return false;
	}
	return true;
}

/* Is z's write just that of x: by one thread, in one round. */
static const struct et *is_own(
	const struct link *link, const struct access *write, const struct view *z)
{
	struct order_query *q = link->q;
	struct ets *ets = q->kernel->ets;
	const struct et *own = et_and(ets, ids_equal(q, link->x, VIA_SELF, z, q->kernel->tid),
		ids_equal(q, link->x, VIA_SELF, z, q->kernel->ctaid));
	for (const struct loop *loop = write->block->loop; loop; loop = loop->parent) {
		const struct et *k = et_sym(ets, q->kernel->env->loops[loop->index].counter);
		own = et_and(ets, own,
			et_binary(ets, ET_EQ, 0, order_term(q, k, VIA_SELF, link->x),
				order_term(q, k, VIA_SELF, z)));
	}
	return own;
}

/* Does another thread, or x in another round, store the same number there. */
static const struct et *stored_twice(const struct link *link, const struct order_path *release,
	const struct et *number, const struct et *address)
{
	struct order_query *q = link->q;
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	struct view z = { .map = other_thread_map(kernel, q->others++), .copy = THIRD };
	const struct et *twice = et_bool(ets, false);
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each, *const at[2] = { link->from, write };
		if (!access_writes(write) || keeps_value(write) ||
			!at_one_place(write, release->op))
			continue;
		const struct et *stored = order_term(q, value_written(kernel, write), VIA_SELF, &z);
		const struct et *same = et_and(ets, et_binary(ets, ET_EQ, 0, stored, number),
			same_address(kernel, order_term(q, write->address, VIA_SELF, &z), address));
		same = et_and(ets, same, order_term(q, write->guard, VIA_SELF, &z));
		same = et_and(
			ets, et_and(ets, same, in_launch(q, &z)), draws_differ(q, link->x, &z, at));
		if (write == release->op)
			same = et_and(ets, same, et_not(ets, is_own(link, write, &z)));
		twice = et_or(ets, twice, same);
	}
	return twice;
}

/* Is the access in all loops that the write is in, so that x's round says which write it is. */
static bool is_in_round(const struct access *from, const struct access *write)
{
	return !write->block->loop || loop_contains(write->block->loop, from->block);
}

const struct et *signal_in_line(const struct link *link, const struct order_path *acquire)
{
	struct order_query *q = link->q;
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *found = et_bool(ets, false);
	const struct access *read = acquire->op;
	bool lasts = read->object->kind == OBJECT_PARAM || read->object->kind == OBJECT_GLOBAL;
	if (link->depth || read->size < 4 || !lasts || !lock_only_read(read) ||
		acquire->scope < SCOPE_DEVICE || acquire->via != VIA_SELF || acquire->previous ||
		acquire->guarded)
		return found;
	vec_each(release, &link->from->releases) {
		const struct access *write = release->op;
		if (release->via != VIA_SELF || release->scope < SCOPE_DEVICE || release->guarded ||
			!at_one_place(write, read) || !access_writes(write) ||
			!is_in_round(link->from, write) || !all_in_line(link, read))
			continue;
		const struct et *number =
			order_term(q, value_written(kernel, write), VIA_SELF, link->x);
		const struct et *address = order_term(q, write->address, VIA_SELF, link->x);
		const struct et *seen = counter_value(link, acquire, link->y);
		if (seen->width != number->width)
			continue;
		const struct et *behind = et_and(ets, et_binary(ets, ET_SLE, 0, number, seen),
			et_binary(ets, ET_ULE, 0, number, seen));
		behind = et_and(ets, behind, signal_executed(link, release, link->x));
		behind = et_and(ets, behind, signal_executed(link, acquire, link->y));
		behind = et_and(ets, behind,
			same_address(kernel, address,
				acquire_term(link, acquire, read->address, VIA_SELF)));
		behind = et_and(
			ets, behind, et_not(ets, stored_twice(link, release, number, address)));
		found = et_or(ets, found, behind);
	}
	return found;
}
