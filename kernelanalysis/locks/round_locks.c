#include "expr/linear.h"
#include "kernelanalysis/locks/lock_entries.h"

/*
 * Locks of an array that are taken hand over hand in a loop: each round takes the next one (A(k) in
 * round k) and leaves the one that the round before has taken, A(k - 1); the first round begins
 * with one that was taken before the loop, A(-1). So who is in a round, or has left the loop, holds
 * A(k - 1) until he leaves it.
 */

struct round_lock {
	struct orders *orders;
	const struct acquire *taken; /* in each round */
	const struct loop *loop;
	const struct acquire *first; /* before the loop */
	const struct et *address;    /* of the lock that the round before has taken */
	enum scope enter, atomic;
};

/* How far the addresses lie apart, or subscripts in them; NULL: not always as far. */
static const struct et *distance(
	const struct kernel *kernel, const struct et *a, const struct et *b)
{
	lock_subscripts(&a, &b);
	const struct et *apart = a->width == b->width ? et_difference(kernel->ets, a, b) : NULL;
	return apart && et_is_const(apart) ? apart : NULL;
}

static bool always_apart(const struct kernel *kernel, const struct et *a, const struct et *b)
{
	const struct et *apart = distance(kernel, a, b);
	return apart && apart->value;
}

static bool always_equal(const struct kernel *kernel, const struct et *a, const struct et *b)
{
	const struct et *apart = distance(kernel, a, b);
	return apart && !apart->value;
}

/* A branch that lets in one thread alone, who has written so to the lock. */
static bool takes_alone(struct kernel *kernel, const struct acquire *acquire)
{
	return acquire->spins && !acquire->queue && !acquire->vote && !acquire->told &&
	       !acquire->permits && !acquire->permits_apart && !acquire->for_readers &&
	       lock_excludes(kernel, acquire) && !lock_only_read(acquire->op) &&
	       !lock_bits(kernel, acquire);
}

static bool may_leave(struct orders *orders, const struct access *write, const struct access *op)
{
	return may_free(write, op) && !lock_is_taken_by(orders, write);
}

/* May the lock of this address be left on a way from the block to the target; ways that come to
 * `again` end there. */
static bool left_on_way(const struct round_lock *lock, const struct et *address,
	const struct block *since, LLVMValueRef target, const struct block *again)
{
	struct orders *orders = lock->orders;
	vec_each(write, &orders->kernel->accesses)
		if ((*write)->instruction != target && may_leave(orders, *write, lock->taken->op) &&
			!always_apart(orders->kernel, (*write)->address, address) &&
			runs_between(orders, since, NULL, (*write)->instruction, target, again))
			return true;
	return false;
}

/* Does each round take it, fence behind, and go on to the next one with it. */
static bool kept_to_end(struct round_lock *lock)
{
	const struct sync *fence;
	bool kept = true;
	vec_each(from, &lock->loop->header->preds) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator((*from)->llvm);
		if (!loop_contains(lock->loop, *from))
			continue;
		kept &= block_dominates(lock->taken->success, *from) &&
			!left_on_way(lock, lock->taken->op->address, lock->taken->success, end,
				lock->loop->header);
		lock->enter =
			narrower(lock->enter, fence_after(lock->orders, lock->taken, end, &fence));
	}
	return kept;
}

/* Finds what takes the first round's lock, before the loop. */
static bool begins(struct round_lock *lock, const struct et *address)
{
	struct orders *orders = lock->orders;
	const struct block *header = lock->loop->header;
	LLVMValueRef start = LLVMGetFirstInstruction(header->llvm);
	const struct sync *fence;
	vec_each(each, &orders->acquires) {
		const struct acquire *first = *each;
		if (first->op->object != lock->taken->op->object ||
			first->success->loop != lock->loop->parent ||
			!block_dominates(first->success, header) ||
			!takes_alone(orders->kernel, first) ||
			first->op->size != lock->taken->op->size ||
			!always_equal(orders->kernel, first->op->address, address) ||
			left_on_way(lock, address, first->success, start, header))
			continue;
		lock->first = first;
		lock->enter = narrower(lock->enter, fence_after(orders, first, start, &fence));
		lock->atomic = narrower(strong_scope(first->op), strong_scope(lock->taken->op));
		return true;
	}
	return false;
}

static bool is_round_lock(struct round_lock *lock)
{
	struct kernel *kernel = lock->orders->kernel;
	const struct et *address = lock->taken->op->address;
	lock->loop = lock->taken->success->loop;
	if (!lock->loop || !takes_alone(kernel, lock->taken) || !lock->loop->header->idom)
		return false;
	const struct et *counter =
		et_sym(kernel->ets, kernel->env->loops[lock->loop->index].counter);
	if (!et_mentions(kernel->arena, address, counter))
		return false;
	lock->enter = SCOPE_SYSTEM;
	lock->address = previous_iteration(kernel->env, lock->loop, address);
	const struct et *zero = et_const(kernel->ets, counter->width, 0);
	return kept_to_end(lock) &&
	       begins(lock, with_value(kernel->ets, lock->address, counter->sym, zero));
}

/* How well locks of this kind are left behind the access, and the write that does so worst. */
static enum scope left_behind(
	const struct round_lock *lock, const struct access *access, struct lock_hold *hold)
{
	struct orders *orders = lock->orders;
	enum scope atomic = hold->atomic;
	vec_each(write, &orders->kernel->accesses) {
		const struct sync *fence = NULL;
		if (!may_leave(orders, *write, lock->taken->op) || *write == access ||
			!runs_between(orders, access->block, access->instruction,
				(*write)->instruction, NULL, NULL))
			continue;
		enum scope strong = strong_write(*write) ? strong_scope(*write) : SCOPE_NONE;
		enum scope leave = strong == SCOPE_NONE ? SCOPE_NONE
							: fence_before(orders, access->instruction,
								  *write, &fence);
		atomic = narrower(atomic, strong);
		if (!hold->release || leave < hold->leave) {
			hold->release = *write;
			hold->leave = leave;
			hold->leave_op = fence;
		}
	}
	return atomic;
}

static void hold_in_round(const struct round_lock *lock, struct access *access)
{
	struct kernel *kernel = lock->orders->kernel;
	const struct block *header = lock->loop->header;
	if (!block_dominates(header, access->block) || lock->taken->op == access ||
		left_on_way(lock, lock->address, header, access->instruction, header))
		return;
	struct lock_hold hold = { .acquire = lock->taken->op,
		.address = lock->address,
		.atomic = lock->atomic,
		.leave = SCOPE_SYSTEM,
		.enter = lock->enter,
		.entry = lock->taken,
		.of_rounds = true };
	hold.condition = et_and(kernel->ets, lock_left_taken(kernel, lock->taken),
		lock_left_taken(kernel, lock->first));
	if (always_equal(kernel, access->address, hold.address))
		hold.address = access->address;
	hold.atomic = left_behind(lock, access, &hold);
	hold.scope = narrower(narrower(hold.enter, hold.leave), hold.atomic);
	vec_push(kernel->arena, &access->locks, hold);
}

/* A lock that the round takes is left in the next one, as well as it is there; one that was taken
 * before the loop is left in some round. */
static void renew_others(const struct round_lock *lock, struct access *access)
{
	size_t kept = 0;
	vec_each(hold, &access->locks) {
		bool other = hold->queue || hold->acquire->object != lock->taken->op->object ||
			     hold->of_rounds;
		if (!other && hold->entry == lock->taken) {
			hold->atomic = left_behind(lock, access, hold);
			hold->scope = narrower(narrower(hold->enter, hold->leave), hold->atomic);
		} else if (!other && block_dominates(lock->loop->header, access->block)) {
			continue;
		}
		access->locks.at[kept++] = *hold;
	}
	access->locks.n = kept;
}

void round_locks_find(struct orders *orders)
{
	vec_each(taken, &orders->acquires) {
		struct round_lock lock = { .orders = orders, .taken = *taken };
		if (!is_round_lock(&lock))
			continue;
		vec_each(each, &orders->kernel->accesses) {
			renew_others(&lock, *each);
			hold_in_round(&lock, *each);
		}
	}
}
