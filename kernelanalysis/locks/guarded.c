#include "kernelanalysis/locks/lock_entries.h"

/*
 * Variables that are written and read under a lock: a reader that sees the value has had the lock
 * after the writer. So the write, with the leaving of the lock, is a release, the read, with the
 * taking of it before, an acquire; that both hold one lock is asked with the pair. Strong accesses
 * may have fences of their own instead.
 */

/* The widest lock that the thread itself holds at an access; NULL: none. */
static const struct lock_hold *guard_of(const struct access *access)
{
	const struct lock_hold *best = NULL;
	vec_each(hold, &access->locks)
		if (hold->via == VIA_SELF && !hold->partial && (!best || hold->scope > best->scope))
			best = hold;
	return best;
}

void guarded_acquires_find(struct orders *orders)
{
	vec_each(each, &orders->kernel->accesses)
		if ((*each)->type == ACCESS_READ && !is_strong(*each) && guard_of(*each))
			acquires_add(orders, *each);
}

bool guarded_release(const struct access *op, struct order_path *path)
{
	const struct lock_hold *hold = op->type == ACCESS_WRITE || op->rmw == RMW_STORE ? guard_of(op) : NULL;
	if (!hold || hold->shared)
		return false;
	path->guarded = true;
	path->fence = hold->scope;
	path->fence_op = hold->leave_op;
	return true;
}

bool guarded_acquire(const struct access *op, struct order_path *path)
{
	const struct lock_hold *hold = op->type == ACCESS_READ || op->rmw == RMW_LOAD ? guard_of(op) : NULL;
	if (!hold)
		return false;
	path->guarded = true;
	path->fence = hold->scope;
	path->fence_op = hold->enter_op;
	return true;
}
