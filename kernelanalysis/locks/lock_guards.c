#include "kernelanalysis/locks/permits.h"

/* Who leaves a lock holds it: else the lock is open, and keeps nobody out. */

/* Is the write made by who holds the lock so. */
static bool frees(struct kernel *kernel, const struct lock_hold *hold, const struct access *write)
{
	return (hold->address == write->address ||
		       (hold->of_rounds && hold->acquire->object == write->object)) &&
	       (!hold->bits || lock_bits_left(kernel, hold->bits, write)) &&
	       (!hold->shared || counter_change(write) == -lock_step(hold->acquire));
}

/* Does the one hold say more of who keeps others away: he has written to the lock, or waited, or that is later. */
static bool is_better(const struct lock_hold *hold, const struct lock_hold *than)
{
	if (hold->turn != than->turn)
		return than->turn;
	if (hold->entry->spins != than->entry->spins)
		return hold->entry->spins;
	return hold->turn && block_dominates(than->entry->success, hold->entry->success);
}

/* The branch that keeps others away from who writes; NULL: none. */
static const struct acquire *guard_of_write(struct kernel *kernel, const struct access *write)
{
	const struct lock_hold *best = NULL;
	vec_each(hold, &write->locks)
		if (frees(kernel, hold, write) && hold_is_certain(kernel, hold, write) &&
			(!best || is_better(hold, best)))
			best = hold;
	return best ? best->entry : NULL;
}

/* Does the write set the lock before it is used: with a barrier of the block behind. */
static bool begins(struct orders *orders, const struct access *write, const struct access *op)
{
	return precedes(orders, write->instruction, op->instruction) &&
	       !lock_shares_interval(orders->kernel, write, op, RACE_INTRA_BLOCK);
}

/* Does the write leave a lock, and not before this is used. */
static bool leaves(struct orders *orders, const struct access *write, const struct access *op)
{
	return may_free(write, op) && !lock_is_taken_by(orders, write) && !write->by_last &&
	       !begins(orders, write, op) && !lock_is_apart(orders->kernel, write, op);
}

/* May the lock be used by who has waited for something else before, by which others may tell that it is set. */
static bool may_be_told(const struct orders *orders, const struct access *op)
{
	vec_each(acquire, &orders->acquires)
		if (((*acquire)->op->object != op->object || !accesses_may_meet((*acquire)->op, op)) &&
			block_reaches(orders->kernel, (*acquire)->success, op->block))
			return true;
	return false;
}

/* Do all blocks come to the write. */
static bool is_of_all_blocks(const struct kernel *kernel, const struct access *write)
{
	bool all = true;
	for (unsigned axis = 0; axis < 3; axis++)
		all &= !et_mentions(kernel->arena, write->guard, et_sym(kernel->ets, kernel->ctaid[axis]));
	return all;
}

/*
 * The strong write by which a block sets the lock when others may use it already, so that nobody of another block is kept out; NULL: none. A
 * plain one races with them itself.
 */
static struct access *begins_in_block(struct orders *orders, const struct access *op)
{
	vec_each(write, &orders->kernel->accesses)
		if (op->object->space != SPACE_SHARED && strong_write(*write) && may_free(*write, op) && !lock_is_taken_by(orders, *write) &&
			(is_of_all_blocks(orders->kernel, *write) || !may_be_told(orders, op)) && begins(orders, *write, op) &&
			lock_shares_interval(orders->kernel, *write, op, RACE_INTER_BLOCK) &&
			!guard_of_write(orders->kernel, *write) && !lock_entry_undone(orders, *write))
			return *write;
	return NULL;
}

bool lock_closed(struct orders *orders, const struct access *op)
{
	if (permits_of(orders, op))
		return true;
	vec_each(write, &orders->kernel->accesses)
		if (leaves(orders, *write, op) && !guard_of_write(orders->kernel, *write) &&
			!lock_entry_undone(orders, *write))
			return false;
	return true;
}

static void rely_on_guards(struct orders *orders, const struct access *op)
{
	vec_each(write, &orders->kernel->accesses) {
		const struct acquire *guard =
			leaves(orders, *write, op) ? guard_of_write(orders->kernel, *write)
						    : NULL;
		if (guard)
			((struct acquire *)guard)->relied_on = true;
	}
}

/* Is it known that nothing which anybody writes lets another one in, without a lock around. */
static bool is_election(const struct lock_hold *hold)
{
	return hold->elects && hold->states && hold->entry->op == hold->acquire;
}

void locks_drop_open(struct orders *orders)
{
	struct ptrmap *open = ptrmap_new(orders->kernel->arena), *begun = ptrmap_new(orders->kernel->arena);
	vec_each(each, &orders->acquires) {
		if (!lock_closed(orders, (*each)->op))
			ptrmap_set(open, (*each)->op, (void *)(*each)->op);
		else
			ptrmap_set(begun, (*each)->op, begins_in_block(orders, (*each)->op));
	}
	vec_each(each, &orders->acquires)
		if (!ptrmap_get(open, (*each)->op))
			rely_on_guards(orders, (*each)->op);
	vec_each(each, &orders->kernel->accesses) {
		struct access *access = *each;
		size_t kept = 0;
		vec_each(hold, &access->locks)
			if (hold->queue || is_election(hold) || (!ptrmap_get(open, hold->acquire) &&
						   (!hold->turn || hold->entry->relied_on)))
				access->locks.at[kept++] = *hold;
		access->locks.n = kept;
		vec_each(hold, &access->locks)
			hold->begun = hold->queue || is_election(hold) ? NULL : ptrmap_get(begun, hold->acquire);
		vec_each(hold, &access->locks)
			if (hold->begun)
				hold->scope = narrower(hold->scope, SCOPE_BLOCK);
	}
}
