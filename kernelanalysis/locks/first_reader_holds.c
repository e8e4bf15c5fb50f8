#include "expr/known.h"
#include "kernelanalysis/locks/first_reader.h"

/*
 * Where readers hold a lock that the first of them takes for all: a thread from where it has been
 * counted, and the first one has the lock, up to where it is no longer counted; others of its warp
 * or block between a barrier behind the one and a barrier before the other.
 */

/* Of a way in by which a reader holds the lock at an access. */
struct counted {
	const struct readers *readers;
	const struct change *come;
	struct access *access;
	const struct sync *barrier; /* that tells the others; NULL: the thread itself */
	enum via via;
	const struct et *condition; /* for there to be who has been counted */
};

/* Fills where a reader comes: the block from which on ids and parameters decide who does. */
static void begin_fill(const struct readers *readers, struct change *change)
{
	struct kernel *kernel = readers->orders->kernel;
	const struct block *at = change->write->block;
	change->begin = at;
	change->comes = et_bool(kernel->ets, true);
	for (const struct block *block = at->idom; block; block = block->idom) {
		if (block->loop != at->loop)
			continue;
		const struct et *comes = value_reach_past(kernel->env, block, at);
		if (!term_of_ids(comes))
			return;
		change->begin = block;
		change->comes = comes;
	}
}

/* Does the condition hold whenever the access is made. */
static bool is_implied(
	struct kernel *kernel, const struct access *access, const struct et *condition)
{
	struct known *known = known_new(kernel->arena, kernel->ets);
	size_t n;
	return et_is_true(condition) ||
	       !known_conjuncts(kernel->arena, known, 1, &access->guard, &n) ||
	       et_is_true(known_apply(known, condition));
}

/* Can a reader be no longer counted between the two. */
static bool goes_between(const struct readers *readers, const struct block *since,
	LLVMValueRef from, LLVMValueRef until, const struct block *avoid)
{
	vec_each(change, &readers->changes)
		if (change->by < 0 && runs_between(readers->orders, since, from,
					      change->write->instruction, until, avoid))
			return true;
	return false;
}

/* Has a thread that comes at all come before the instruction, in the same round, and not gone. */
static bool is_counted_at(const struct readers *readers, const struct change *come, LLVMValueRef at)
{
	const struct kernel *kernel = readers->orders->kernel;
	const struct access *write = come->write;
	const struct block *block = instruction_block(kernel->func, at);
	return come->by > 0 && block_dominates(come->begin, block) &&
	       (comes_before(kernel, write->instruction, at) ||
		       (block->loop == come->begin->loop &&
			       precedes_in_round(readers->orders, write->instruction, at))) &&
	       !goes_between(readers, write->block, write->instruction, at, come->begin);
}

/* The coming of whoever goes there. */
static const struct change *come_of(const struct readers *readers, const struct access *gone)
{
	vec_each(change, &readers->changes)
		if (is_counted_at(readers, change, gone->instruction) &&
			is_implied(readers->orders->kernel, gone, change->comes))
			return change;
	return NULL;
}

bool readers_come_first(const struct readers *readers)
{
	vec_each(change, &readers->changes)
		if (change->by > 0)
			begin_fill(readers, change);
	vec_each(change, &readers->changes) {
		const struct access *gone = change->write;
		const struct change *come = change->by < 0 ? come_of(readers, gone) : NULL;
		if (change->by < 0 &&
			(!come || runs_between(readers->orders, gone->block, gone->instruction,
					  gone->instruction, NULL, come->begin)))
			return false;
	}
	return true;
}

static void narrow(struct lock_hold *hold, const struct lock_hold *mutex)
{
	hold->enter = narrower(hold->enter, mutex->scope);
	hold->leave = narrower(hold->leave, mutex->scope);
}

/* The barrier behind the access that those have passed for whom a reader goes; NULL: there is none.
 */
static const struct sync *barrier_before(const struct counted *counted, const struct access *gone)
{
	const struct kernel *kernel = counted->readers->orders->kernel;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind == counted->barrier->kind && !(*each)->partial &&
			always_follows(kernel, counted->access->instruction, at) &&
			(comes_before(kernel, at, gone->instruction) ||
				precedes_in_round(counted->readers->orders, at, gone->instruction)))
			return *each;
	}
	return NULL;
}

/* How well the last reader leaves the lock, once this one has gone; false: it may have gone before
 * the access is made. */
static bool leave_fill(
	const struct counted *counted, const struct change *change, struct lock_hold *hold)
{
	struct orders *orders = counted->readers->orders;
	LLVMValueRef access = counted->access->instruction, source = access;
	const struct sync *fence;
	if (counted->barrier && runs_between(orders, counted->access->block, access,
					change->write->instruction, NULL, counted->come->begin)) {
		const struct sync *behind = barrier_before(counted, change->write);
		if (!behind)
			return false;
		source = behind->instruction;
	}
	enum scope leave = fence_before(orders, source, change->left, &fence);
	if (source != access && leave == SCOPE_NONE)
		leave = fence_of_writer(orders, access, source, change->left, &fence);
	hold->release = change->left;
	hold->leave_op = fence;
	hold->leave = narrower(hold->leave, leave);
	hold->atomic = narrower(hold->atomic, strong_scope(change->left));
	return true;
}

/* The hold of the lock at an access of a reader. */
static void add_hold(const struct counted *counted)
{
	struct orders *orders = counted->readers->orders;
	struct kernel *kernel = orders->kernel;
	const struct change *come = counted->come;
	const struct access *op = come->taken->op;
	LLVMValueRef access = counted->access->instruction;
	LLVMValueRef until = counted->barrier ? counted->barrier->instruction : access;
	struct lock_hold hold = { .acquire = op,
		.address = op->address,
		.atomic = strong_scope(op),
		.leave = SCOPE_SYSTEM,
		.condition = counted->condition,
		.entry = come->taken,
		.via = counted->via,
		.shared = true,
		.leaves_weakly = true,
		.mutex = come->mutex->acquire };
	hold.enter = fence_after(orders, come->taken, until, &hold.enter_op);
	if (counted->barrier && hold.enter == SCOPE_NONE) {
		hold.enter = fence_of_reader(orders, until, access, op, &hold.enter_op);
		hold.late = hold.enter != SCOPE_NONE;
	}
	vec_each(mutex, &op->locks)
		if (mutex->entry == come->mutex->entry && mutex->via == VIA_SELF)
			narrow(&hold, mutex);
	vec_each(change, &counted->readers->changes) {
		narrow(&hold, change->mutex);
		if (change->by < 0 &&
			is_counted_at(counted->readers, come, change->write->instruction) &&
			!leave_fill(counted, change, &hold))
			return;
	}
	hold.scope = narrower(narrower(hold.enter, hold.leave), hold.atomic);
	vec_push(kernel->arena, &counted->access->locks, hold);
}

static void own_hold(
	const struct readers *readers, const struct change *come, struct access *access)
{
	if (is_counted_at(readers, come, access->instruction) &&
		!runs_between(readers->orders, come->write->block, come->write->instruction,
			access->instruction, come->taken->op->instruction, come->begin))
		add_hold(&(struct counted){ readers, come, access, NULL, VIA_SELF, come->comes });
}

/* One thread of the group has been counted before the barrier, and goes behind another. */
static void group_hold(const struct readers *readers, const struct change *come,
	struct access *access, const struct sync *barrier)
{
	struct kernel *kernel = readers->orders->kernel;
	LLVMValueRef at = barrier->instruction;
	struct counted counted = { readers, come, access, barrier, VIA_SELF, come->comes };
	if (!barrier_via(barrier, &counted.via) ||
		!always_follows(kernel, come->write->instruction, at) ||
		!is_counted_at(readers, come, at) ||
		!comes_before(kernel, at, access->instruction) ||
		goes_between(readers, barrier->block, at, access->instruction, barrier->block))
		return;
	counted.condition = et_and(kernel->ets, come->comes, leader_arrives(kernel, barrier));
	add_hold(&counted);
}

/* Says of the operations what they do for all readers. The mutexes' holds are kept, as those of
 * accesses are found once more. */
static void mark_ends(struct readers *readers)
{
	vec_each(change, &readers->changes) {
		struct lock_hold *mutex =
			arena_alloc(readers->orders->kernel->arena, sizeof(*mutex));
		*mutex = *change->mutex;
		change->mutex = mutex;
		if (change->by < 0)
			((struct access *)change->left)->by_last = true;
		else
			((struct acquire *)change->taken)->for_readers = true;
	}
}

void readers_hold(struct readers *readers)
{
	struct kernel *kernel = readers->orders->kernel;
	mark_ends(readers);
	holds_renew(readers->orders, readers->lock);
	vec_each(each, &kernel->accesses) {
		if ((*each)->object->kind == OBJECT_LOCAL)
			continue;
		vec_each(come, &readers->changes) {
			if (come->by < 0)
				continue;
			own_hold(readers, come, *each);
			vec_each(sync, &kernel->syncs)
				group_hold(readers, come, *each, *sync);
		}
	}
}
