#include "kernelanalysis/locks/permits.h"
#include "kernelanalysis/locks/queue_locks.h"

/*
 * Locks (HGRD 6.5 and appendix A.2): an acquire that only one thread can get
 * past at a time, every release at the same address after the access, none
 * between. A lock that is never released elects one thread for good.
 */

/* A hold being put together. */
struct holding {
	struct orders *orders;
	const struct acquire *acquire;
	const struct access *access;
	const struct sync *barrier; /* that tells the others, NULL: the thread itself */
	const struct block *start; /* partial: from here on some ways pass the branch, others do not */
	struct lock_hold hold;
};

/* Is it an operation on a word by a pointer that may be to one of several objects. */
static bool is_anywhere(const struct access *write, const struct access *op)
{
	return write->object->kind == OBJECT_UNKNOWN && op->object->space != SPACE_SHARED && strong_write(write) && write->size == op->size;
}

bool may_free(const struct access *write, const struct access *op)
{
	bool writes = access_writes(write);
	return writes && write != op && !keeps_value(write) &&
	       (write->object == op->object ? accesses_may_meet(write, op) : is_anywhere(write, op));
}

static bool may_unlock(const struct holding *h, const struct access *write)
{
	if (h->hold.queue)
		return write != h->access && queue_is_left(h->hold.queue, write);
	return write != h->access && may_free(write, h->acquire->op) &&
	       !lock_is_taken_by(h->orders, write);
}

/* The barrier after the access behind which the thread that acts for others writes. */
static const struct sync *barrier_after(const struct holding *h, const struct access *write)
{
	const struct kernel *kernel = h->orders->kernel;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind == h->barrier->kind && !(*each)->partial &&
			always_follows(kernel, h->access->instruction, at) &&
			comes_before(kernel, at, write->instruction))
			return *each;
	}
	return NULL;
}

/* Where the write comes after the access by who acts for others: the barrier before it, or else the access, if both are the
 * leader's own; NULL: not known. */
static LLVMValueRef released_since(struct holding *h, const struct access *write)
{
	struct kernel *kernel = h->orders->kernel;
	const struct sync *after = barrier_after(h, write);
	if (after)
		return after->instruction;
	h->hold.condition = et_and(kernel->ets, h->hold.condition,
		et_and(kernel->ets, leader_makes(kernel, h->access), leader_makes(kernel, write)));
	return et_is_false(h->hold.condition) ? NULL : h->access->instruction;
}

/* A write of the lock's address after the access: how well it releases. False: not at all. */
static bool add_release(struct holding *h, const struct access *write)
{
	LLVMValueRef access = h->access->instruction;
	LLVMValueRef source = h->barrier ? released_since(h, write) : access;
	const struct sync *fence = NULL;
	if (!source)
		return false;
	enum scope leave = strong_write(write)
		? fence_before(h->orders, source, write, &fence)
		: SCOPE_NONE;
	if (source != access && leave == SCOPE_NONE && strong_write(write))
		leave = fence_of_writer(h->orders, access, source, write, &fence);
	enum scope atomic = strong_write(write) ? strong_scope(write) : SCOPE_NONE;
	h->hold.leaves_weakly |= !fence || !fence->sc;
	enum scope whole = narrower(leave, atomic);
	if (!h->hold.release || whole < narrower(h->hold.leave, strong_scope(h->hold.release))) {
		h->hold.release = write;
		h->hold.leave = leave;
		h->hold.leave_op = fence;
	}
	h->hold.atomic = narrower(h->hold.atomic, atomic);
	return true;
}

/* The block from where the lock is waited for, by those for whom the condition holds. */
static const struct block *entry_of(
	struct kernel *kernel, const struct acquire *acquire, const struct et **condition)
{
	const struct block *block = acquire->op->block;
	*condition = et_bool(kernel->ets, true);
	if (acquire->queue)
		return acquire->queue->begin;
	if (block->loop && (acquire->spins || !acquire->told))
		block = block->loop->header->idom;
	if (!block->idom || block_post_dominates(block, block->idom))
		return block;
	*condition = value_reach_from(kernel->env, block->idom, block);
	return block->idom;
}

/* Does everybody who has had the lock since then wait for it again before the write. */
static bool taken_again(const struct holding *h, const struct block *since, LLVMValueRef first,
	const struct access *write)
{
	struct kernel *kernel = h->orders->kernel;
	const struct et *here, *there;
	entry_of(kernel, h->acquire, &here);
	vec_each(each, &h->orders->acquires) {
		const struct acquire *taker = *each;
		if (taker->op->address != h->acquire->op->address || !taker->spins ||
			!lock_excludes(kernel, taker))
			continue;
		const struct block *entry = entry_of(kernel, taker, &there);
		if ((et_is_true(there) || (there == here && term_of_ids(here))) &&
			!runs_between(h->orders, since, first, write->instruction, NULL, entry))
			return true;
	}
	return false;
}

/* Can the write run after the lock is taken and before the access: by who acts for others, on either side of
 * the barrier that tells them. */
static bool comes_between(const struct holding *h, const struct access *write)
{
	const struct block *success = h->acquire->success, *again = h->acquire->op->block;
	LLVMValueRef access = h->access->instruction;
	if (!h->barrier)
		return runs_between(h->orders, success, NULL, write->instruction, access,
			h->start ? h->start : again);
	const struct et *some;
	const struct block *entry = entry_of(h->orders->kernel, h->acquire, &some);
	LLVMValueRef told = h->barrier->instruction;
	const struct block *since = h->barrier->block;
	return runs_between(h->orders, success, NULL, write->instruction, told, entry) ||
	       runs_between(h->orders, since, told, write->instruction, access, since);
}

/* Goes through the writes of the lock before and after the access; false: it is not held. Who acts
 * for others may release on a way that leaves the access out. Readers leave it when they have taken it since. */
static bool releases_fill(struct holding *h)
{
	struct kernel *kernel = h->orders->kernel;
	const struct access *op = h->acquire->op;
	const struct block *again = h->barrier ? h->barrier->block : op->block;
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		if (!may_unlock(h, write) || (write->by_last && !h->acquire->for_readers))
			continue;
		const struct et *same = h->hold.queue ? et_bool(kernel->ets, true)
			: et_and(kernel->ets, et_binary(kernel->ets, ET_EQ, 0, write->address, op->address),
				  lock_bits_cleared(kernel, h->hold.bits, write));
		if (et_is_false(same))
			continue;
		if (comes_between(h, write) && !(h->start && lock_left_elsewhere(kernel, write, op))) {
			h->hold.condition =
				et_and(kernel->ets, h->hold.condition, et_not(kernel->ets, same));
			if (et_is_false(h->hold.condition))
				return false;
		}
		const struct block *since = h->barrier ? h->barrier->block : h->access->block;
		LLVMValueRef start =
			h->barrier ? h->barrier->instruction : h->access->instruction;
		if (et_is_true(same) &&
			runs_between(h->orders, since, start, write->instruction, NULL, again) &&
			!taken_again(h, since, start, write) && !add_release(h, write))
			return false;
	}
	return true;
}

/* The thread is elected, whatever it leaves in the lock. */
static void elect(const struct holding *h)
{
	struct lock_hold hold = h->hold;
	hold.elects = hold.states = true;
	hold.enter = hold.leave = SCOPE_SYSTEM;
	hold.scope = hold.atomic;
	vec_push(h->orders->kernel->arena, &((struct access *)h->access)->locks, hold);
}

static void finish(struct holding *h)
{
	struct lock_hold *hold = &h->hold;
	bool states, left = hold->queue || lock_is_left(h->orders, h->acquire, NULL, &states);
	if (h->hold.partial && !left)
		return;
	if (!left && states && h->hold.via == VIA_SELF)
		elect(h);
	hold->elects = !left && !states;
	if (!releases_fill(h))
		return;
	if (!hold->queue && !lock_is_left(h->orders, h->acquire, h->access, &states) && !states)
		hold->enter = SCOPE_SYSTEM;
	else if (hold->bits && !lock_bits_alone(h->orders, h->acquire->op))
		return;
	hold->scope = narrower(narrower(hold->enter, hold->leave), hold->atomic);
	vec_push(h->orders->kernel->arena, &((struct access *)h->access)->locks, *hold);
}

/* A queue lock, which is another one's business to prove. */
static struct holding begin_queue(
	struct orders *orders, const struct acquire *acquire, const struct access *access)
{
	const struct queue_lock *queue = acquire->queue;
	struct lock_hold hold = { .acquire = queue->take, .address = queue->take->address,
		.leave = SCOPE_SYSTEM, .condition = et_bool(orders->kernel->ets, true),
		.entry = acquire, .queue = queue };
	hold.atomic = narrower(strong_scope(queue->take), strong_scope(queue->wait->op));
	return (struct holding){ orders, acquire, access, NULL, NULL, hold };
}

static struct holding begin(
	struct orders *orders, const struct acquire *acquire, const struct access *access)
{
	const struct access *op = acquire->op;
	if (acquire->queue)
		return begin_queue(orders, acquire, access);
	struct lock_hold hold = { .acquire = op, .address = op->address,
		.atomic = strong_scope(op), .leave = SCOPE_SYSTEM,
		.condition = et_bool(orders->kernel->ets, true), .entry = acquire,
		.turn = lock_only_read(op) };
	hold.bits = lock_bits(orders->kernel, acquire);
	hold.shared = !lock_excludes(orders->kernel, acquire);
	hold.condition = hold.shared      ? lock_entry_fits(orders, acquire)
			 : acquire->permits ? acquire->permits->one
			 : hold.bits	    ? lock_bits_some(orders->kernel, hold.bits)
					    : lock_left_taken(orders->kernel, acquire);
	if (acquire->permits)
		hold.atomic = acquire->permits->scope;
	return (struct holding){ orders, acquire, access, NULL, NULL, hold };
}

/* Is who runs the instruction past the branch, or all ways in. */
static bool is_past(const struct acquire *acquire, LLVMValueRef instruction, struct kernel *kernel)
{
	const struct block *block = instruction_block(kernel->func, instruction);
	return block_dominates(acquire->success, block) &&
	       (!acquire->queue || queue_entered(acquire->queue, instruction));
}

static enum scope fence_of_entry(struct orders *orders, const struct acquire *acquire,
	LLVMValueRef target, const struct sync **fence)
{
	return acquire->queue ? queue_fence(orders, acquire->queue, target, fence)
			      : fence_after(orders, acquire, target, fence);
}

/* The thread itself got past the branch; `start` (NULL: always): behind that block under this condition. */
static void own_hold(struct orders *orders, const struct acquire *acquire, const struct access *access,
	const struct block *start, const struct et *passed)
{
	struct holding h = begin(orders, acquire, access);
	h.start = start;
	h.hold.partial = start != NULL;
	h.hold.condition = et_and(orders->kernel->ets, h.hold.condition, passed);
	h.hold.enter = fence_of_entry(
		orders, acquire, access->instruction, &h.hold.enter_op);
	finish(&h);
}

/* A thread of the group has taken the lock before the barrier. */
static void hold_behind(struct orders *orders, const struct acquire *acquire, const struct access *access,
	const struct sync *barrier, enum via via, const struct et *waited)
{
	LLVMValueRef at = barrier->instruction;
	struct holding h = begin(orders, acquire, access);
	h.barrier = barrier;
	h.hold.via = via;
	h.hold.enter = fence_of_entry(orders, acquire, at, &h.hold.enter_op);
	bool late = h.hold.enter == SCOPE_NONE;
	if (late)
		h.hold.enter = fence_of_reader(
			orders, at, access->instruction, acquire->op, &h.hold.enter_op);
	h.hold.condition = et_and(orders->kernel->ets, h.hold.condition, waited);
	h.hold.late = late && h.hold.enter != SCOPE_NONE;
	finish(&h);
}

/* One thread of the block has told it before the branch, by a barrier, that it got the lock, which is one for all of them, and leaves it
 * behind another. */
static void told_hold(
	struct orders *orders, const struct acquire *acquire, const struct access *access)
{
	struct kernel *kernel = orders->kernel;
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(acquire->from->llvm);
	const struct et *bits = lock_bits(kernel, acquire);
	if (!term_is_common(acquire->op->address, LEVEL_BLOCK) || (bits && !term_is_common(bits, LEVEL_BLOCK)))
		return;
	vec_each(sync, &kernel->syncs) {
		LLVMValueRef at = (*sync)->instruction;
		if ((*sync)->kind == SYNC_BLOCK_BARRIER && !(*sync)->partial &&
			always_follows(kernel, acquire->op->instruction, at) &&
			comes_before(kernel, at, branch) &&
			!comes_before(kernel, at, acquire->op->instruction)) {
			hold_behind(orders, acquire, access, *sync, VIA_SELF, acquire->exists);
			return;
		}
	}
}

/* One thread of the warp or block got past it before the barrier, and releases behind another. */
static void group_hold(struct orders *orders, const struct acquire *acquire,
	const struct access *access, const struct sync *barrier, enum via via)
{
	struct kernel *kernel = orders->kernel;
	const struct access *op = acquire->op;
	LLVMValueRef at = barrier->instruction;
	bool waiting = !acquire->queue && acquire->spins && loop_contains(op->block->loop, access->block);
	if (!acquire->spins || waiting ||
		!always_follows(kernel, op->instruction, at) ||
		!comes_before(kernel, at, access->instruction) ||
		comes_before(kernel, at, op->instruction) ||
		(acquire->queue && !queue_entered(acquire->queue, at)))
		return;
	hold_behind(orders, acquire, access, barrier, via, wait_before_barrier(kernel, acquire, barrier));
}

static void hold_find(
	struct orders *orders, const struct acquire *acquire, struct access *access)
{
	enum via via;
	if (acquire->op == access)
		return;
	struct kernel *kernel = orders->kernel;
	const struct et *passed;
	const struct block *start = NULL;
	bool past = !acquire->vote && is_past(acquire, access->instruction, kernel);
	if (past && acquire->told)
		told_hold(orders, acquire, access);
	else if (past)
		own_hold(orders, acquire, access, NULL, et_bool(kernel->ets, true));
	else if ((start = lock_passed_on_some_ways(orders, acquire, access, &passed)))
		own_hold(orders, acquire, access, start, passed);
	vec_each(sync, &kernel->syncs)
		if (barrier_via(*sync, &via))
			group_hold(orders, acquire, access, *sync, via);
}

void holds_find(struct orders *orders, struct access *access)
{
	vec_each(each, &orders->acquires)
		if (lock_excludes(orders->kernel, *each) || lock_shares(orders, *each))
			hold_find(orders, *each, access);
	vec_each(queue, &orders->queues) hold_find(orders, &(*queue)->entry, access);
}

void holds_renew(struct orders *orders, const struct et *lock)
{
	vec_each(each, &orders->kernel->accesses) {
		size_t kept = 0;
		vec_each(hold, &(*each)->locks)
			if (hold->queue || hold->acquire->address != lock)
				(*each)->locks.at[kept++] = *hold;
		(*each)->locks.n = kept;
		vec_each(acquire, &orders->acquires)
			if ((*acquire)->op->address == lock &&
				(lock_excludes(orders->kernel, *acquire) || lock_shares(orders, *acquire)))
				hold_find(orders, *acquire, *each);
	}
}
