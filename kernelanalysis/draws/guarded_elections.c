#include "kernelanalysis/grid/grid_barriers.h"
#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/draws/locked_draws.h"

/*
 * Elections by a plain or volatile word under a lock: who finds that nothing is done yet says before he leaves the lock that
 * it is (double-checked initialization). Nobody takes that back, so only one thread is ever let in.
 */

static bool writes_word(const struct access *write, const struct access *word)
{
	return access_writes(write) && !keeps_value(write) && write->object == word->object &&
	       accesses_may_meet(write, word);
}

/* Does it leave a constant with which the branch lets nobody in. */
static bool shuts(struct kernel *kernel, const struct acquire *acquire, const struct access *write)
{
	uint64_t value;
	bool stores = write->rmw == RMW_NONE || write->rmw == RMW_STORE || write->rmw == RMW_EXCHANGE;
	LLVMValueRef stored = write->type == ACCESS_ATOMIC ? write->operand : write->stored;
	return stores && write->size == acquire->op->size &&
	       write->address == acquire->op->address && constant_of(stored, &value) &&
	       et_is_false(tested(kernel, acquire, value));
}

static bool all_shut(struct kernel *kernel, const struct acquire *acquire)
{
	vec_each(each, &kernel->accesses)
		if (writes_word(*each, acquire->op) && !shuts(kernel, acquire, *each))
			return false;
	return true;
}

/* All who use it mean the same word or lock. */
static bool is_common(struct kernel *kernel, const struct access *access)
{
	enum level group = is_of_block(kernel, access->object) ? LEVEL_BLOCK : LEVEL_GRID;
	return value_level(kernel, access->pointer) <= group;
}

/* Does who is let in come to the write in that round: the word is an element of an array, and each round may be at another one. */
static bool writes_in_round(struct kernel *kernel, const struct acquire *acquire, const struct access *write)
{
	const struct loop *loop = write->block->loop;
	return is_common(kernel, acquire->op) ||
	       (loop == acquire->op->block->loop && loop == acquire->success->loop &&
		       passes_in_round(kernel, loop, acquire->success, write->block));
}

/* The lock under which who is let in says so, on every way; NULL: there is none. */
static const struct lock_hold *lock_of(struct kernel *kernel, const struct acquire *acquire)
{
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		if (!writes_word(write, acquire->op) ||
			!block_dominates(acquire->success, write->block) ||
			!block_post_dominates(write->block, acquire->success) ||
			!writes_in_round(kernel, acquire, write))
			continue;
		const struct lock_hold *hold = held_at_both(acquire->op, write, false);
		if (hold && is_common(kernel, hold->acquire) &&
			is_of_block(kernel, hold->acquire->object) ==
				is_of_block(kernel, acquire->op->object))
			return hold;
	}
	return NULL;
}

static void elect(struct kernel *kernel, const struct acquire *acquire, const struct lock_hold *lock)
{
	struct lock_hold hold = { .acquire = lock->acquire, .address = acquire->op->address,
		.scope = lock->scope, .atomic = lock->atomic, .enter = lock->scope, .leave = lock->scope,
		.condition = et_bool(kernel->ets, true), .entry = acquire, .elects = true, .states = true };
	vec_each(held, &acquire->op->locks)
		if (held->acquire == lock->acquire && held->via == VIA_SELF)
			hold.scope = narrower(hold.scope, held->scope);
	vec_each(each, &kernel->accesses)
		if (block_dominates(acquire->success, (*each)->block))
			vec_push(kernel->arena, &(*each)->locks, hold);
}

void guarded_elections_find(struct orders *orders)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &orders->acquires) {
		const struct acquire *acquire = *each;
		if (acquire->vote || !lock_only_read(acquire->op) || acquire->op->of_barrier ||
			!acquire->op->locks.n)
			continue;
		const struct lock_hold *lock = lock_of(kernel, acquire);
		if (lock && all_shut(kernel, acquire))
			elect(kernel, acquire, lock);
	}
}
