#include "solver/causes/cause.h"

#include "kernelanalysis/signals/signal.h"

/* Why locks that one or both of the threads hold do not keep them apart. */

/* A fence, which is the operation itself where that has the order. */
static const char *narrow_fence(const struct why *why, const struct sync *fence, enum scope scope,
	const char *place, const struct access *op)
{
	unsigned line = fence ? sync_loc(why->check->kernel, fence).line : cause_line(why, op);
	return arena_printf(why->check->run, "scope too narrow: the fence at line %u, %s line %u, "
					     "has %s scope; %s",
		line, place, cause_line(why, op), cause_scope(scope), why->other);
}

static const char *hold_cause(const struct why *why, const struct lock_hold *hold)
{
	if (hold->begun && why->needed > SCOPE_BLOCK)
		return arena_printf(why->check->run, "the lock is set at line %u while threads of other blocks may hold it",
			cause_line(why, hold->begun));
	if (hold->enter == SCOPE_NONE)
		return arena_printf(why->check->run,
			"fence missing after the lock is taken at line %u",
			cause_line(why, hold->acquire));
	if (hold->release && hold->leave == SCOPE_NONE)
		return arena_printf(why->check->run,
			"fence missing before the lock is released at line %u",
			cause_line(why, hold->release));
	if (strong_scope(hold->acquire) < why->needed)
		return narrow_cause(why, "taking the lock at", cause_line(why, hold->acquire),
			strong_scope(hold->acquire));
	if (hold->release && hold->atomic < why->needed)
		return narrow_cause(why, "releasing the lock at", cause_line(why, hold->release),
			hold->atomic);
	if (hold->enter < why->needed)
		return narrow_fence(why, hold->enter_op, hold->enter,
			"after the lock is taken at", hold->acquire);
	return hold->release ? narrow_fence(why, hold->leave_op, hold->leave,
				       "before the lock is released at", hold->release)
			     : NULL;
}

/* Is the lock one that a thread has taken for a group of which both are. */
static bool is_of_group(const struct why *why, const struct lock_hold *hold)
{
	return hold->via != VIA_SELF && why->kind != RACE_INTER_BLOCK &&
	       (hold->via != VIA_WARP || why->kind == RACE_INTRA_WARP);
}

/* Has one of the threads no other lock than those that are held for the group of both, but for what the leader has himself. */
static bool within_group(const struct why *why)
{
	const struct access *sides[] = { why->a, why->b };
	for (unsigned t = 0; t < 2; t++) {
		bool group = false, own = false;
		vec_each(hold, &sides[t]->locks) {
			bool counts = hold->scope >= why->needed;
			group |= counts && is_of_group(why, hold);
			own |= counts && !is_of_group(why, hold) && !hold->partial;
		}
		if (group && !own)
			return true;
	}
	return false;
}

static bool both_read(const struct why *why)
{
	bool shared = true;
	vec_each(hold, &why->a->locks) shared &= hold->shared;
	vec_each(hold, &why->b->locks) shared &= hold->shared;
	return shared;
}

/* Is it behind more than an election. */
static bool has_lock(const struct access *access)
{
	vec_each(hold, &access->locks)
		if (!hold->states && !hold->elects)
			return true;
	return false;
}

/* Have both threads a lock of one address that is the same for all. */
static bool one_lock(const struct why *why)
{
	vec_each(a, &why->a->locks)
		vec_each(b, &why->b->locks)
			if (a->address && a->address == b->address && a->via == b->via &&
				term_is_common(a->address, LEVEL_GRID))
				return true;
	return false;
}

const char *lock_cause(const struct why *why)
{
	bool ok[2] = { false, false };
	const struct access *sides[] = { why->a, why->b };
	if (!has_lock(why->a) && !has_lock(why->b))
		return NULL;
	for (unsigned t = 0; t < 2; t++)
		vec_each(hold, &sides[t]->locks) ok[t] |= hold->scope >= why->needed;
	if (ok[0] && ok[1] && both_read(why))
		return "both threads hold the lock as readers, who can do so at the same time";
	if (ok[0] && ok[1] && within_group(why))
		return "the lock is held for the whole group, whose own threads it does not keep apart";
	if (ok[0] && ok[1] && one_lock(why))
		return "the lock can be open while somebody has it: several are let in, or leave it";
	if (ok[0] && ok[1])
		return "the two threads can hold different locks: the lock address can differ";
	for (unsigned t = 0; t < 2; t++)
		if (!ok[t] && sides[t]->locks.n)
			return hold_cause(why, &sides[t]->locks.at[0]);
	const char *told = told_cause(why);
	return told ? told : arena_printf(why->check->run, "no lock is held at line %u, only on the other side",
				     cause_line(why, ok[0] ? why->b : why->a));
}
