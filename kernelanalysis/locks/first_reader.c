#include "expr/span.h"
#include "kernelanalysis/draws/locked_draws.h"
#include "kernelanalysis/locks/first_reader.h"

/*
 * Readers who count themselves under a lock of their own, a mutex; the first one takes the writers'
 * lock for all, the last one leaves it (Courtois, Heymans, Parnas 1971). From where a reader is
 * counted and the first has the lock, up to where it is no longer counted, it holds the lock as a
 * reader (first_reader_holds.c).
 */

static const struct lock_hold *own_mutex(const struct access *access)
{
	vec_each(hold, &access->locks)
		if (hold->via == VIA_SELF && !hold->shared && !hold->bits &&
			et_is_true(hold->condition))
			return hold;
	return NULL;
}

static bool holds_mutex(const struct access *access, const struct lock_hold *mutex)
{
	vec_each(hold, &access->locks)
		if (hold->entry == mutex->entry && hold->via == VIA_SELF &&
			et_is_true(hold->condition))
			return true;
	return false;
}

/* Fills `change` with what the write does to a count; false: it does not change it by one, under a
 * mutex. */
static bool is_change(
	const struct kernel *kernel, const struct access *write, struct change *change)
{
	LLVMValueRef other;
	bool down;
	*change = (struct change){ .write = write, .found = write->instruction };
	if (write->atomic_rmw) {
		change->by = (int)counter_change(write);
		change->mutex = own_mutex(write);
		return change->mutex && write->rmw != RMW_INC &&
		       (counter_change(write) == 1 || counter_change(write) == -1);
	}
	const struct access *read = locked_change(kernel, write, true, &other, &down);
	if (!read || !LLVMIsAConstantInt(other))
		return false;
	int64_t amount = LLVMConstIntGetSExtValue(other);
	change->found = read->instruction;
	change->mutex = held_at_both(read, write, true);
	change->by = down ? -1 : 1;
	return amount == 1 || amount == -1;
}

struct seen {
	const struct readers *readers;
	const struct change *change;
	struct span found;
};

/* What a reading of the count under the mutex gives: what was found, or that and the change. */
static bool count_span(void *data, const struct et *leaf, struct span *span)
{
	const struct seen *seen = data;
	LLVMValueRef origin = (LLVMValueRef)(uintptr_t)leaf->sym->origin;
	const struct access *read =
		origin ? access_at(seen->readers->orders->kernel, origin) : NULL;
	if (origin == seen->change->found) {
		*span = seen->found;
		return true;
	}
	const struct access *write = seen->change->write;
	if (!read || read->address != write->address || read->type != ACCESS_READ ||
		!holds_mutex(read, seen->change->mutex) ||
		!comes_before(seen->readers->orders->kernel, write->instruction, origin))
		return false;
	uint64_t by = (uint64_t)(int64_t)seen->change->by;
	*span = span_steps(leaf->width, (seen->found.lo + by) & mask_bits(leaf->width),
		(seen->found.hi + by) & mask_bits(leaf->width), 1);
	return true;
}

/* Is the block run after the change just by who has found `alone` readers. */
static bool run_when_alone(const struct readers *readers, const struct change *change,
	const struct block *block, uint64_t alone)
{
	struct kernel *kernel = readers->orders->kernel;
	unsigned width = change->write->size * 8;
	const struct block *start = change->write->block;
	if (block == start || !block_dominates(start, block))
		return false;
	const struct et *run = value_reach_from(kernel->env, start, block);
	struct seen seen = { readers, change, span_steps(width, alone, alone, 1) };
	struct span when = span_of(kernel->arena, run, count_span, &seen);
	seen.found = span_steps(width, alone + 1, mask_bits(width) / 2, 1);
	struct span unless = span_of(kernel->arena, run, count_span, &seen);
	return span_is(&when, 1) && span_is(&unless, 0);
}

/* The taking of the writers' lock by the first reader, under the mutex; NULL: there is none. */
static const struct acquire *taken_by_first(
	const struct readers *readers, const struct change *change)
{
	struct kernel *kernel = readers->orders->kernel;
	vec_each(each, &readers->orders->acquires) {
		const struct acquire *taker = *each;
		if (!taker->spins || lock_only_read(taker->op) || !lock_excludes(kernel, taker) ||
			!et_is_false(taker->left_early) || !holds_mutex(taker->op, change->mutex) ||
			taker->op == change->mutex->acquire ||
			!et_is_true(lock_left_taken(kernel, taker)) || lock_bits(kernel, taker))
			continue;
		if (run_when_alone(
			    readers, change, before_spin(taker->op, change->write->block), 0))
			return taker;
	}
	return NULL;
}

static const struct access *left_by_last(const struct readers *readers, const struct change *change)
{
	const struct kernel *kernel = readers->orders->kernel;
	vec_each(each, &kernel->accesses)
		if ((*each)->address == readers->lock && strong_write(*each) &&
			holds_mutex(*each, change->mutex) &&
			run_when_alone(readers, change, (*each)->block, 1))
			return *each;
	return NULL;
}

/* The pointer without constant offsets. */
static LLVMValueRef base_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer)) {
		for (int i = 1; i < LLVMGetNumOperands(pointer); i++)
			if (!LLVMIsAConstantInt(LLVMGetOperand(pointer, (unsigned)i)))
				return pointer;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return pointer;
}

/* Has each count one place of the other kind. */
static bool belong_together(const struct access *a, const struct access *b)
{
	return base_of(a->pointer) == base_of(b->pointer) ||
	       (term_is_common(a->address, LEVEL_GRID) && term_is_common(b->address, LEVEL_GRID));
}

/* Collects the changes of the count that `first` changes; false: something else writes it. */
static bool collect(struct readers *readers, const struct change *first)
{
	struct kernel *kernel = readers->orders->kernel;
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		struct change change;
		bool writes = access_writes(write);
		if (!writes || write->object != first->write->object || keeps_value(write) ||
			!accesses_may_meet(write, first->write))
			continue;
		if (write->address != first->write->address || !is_change(kernel, write, &change) ||
			change.mutex->address != first->mutex->address)
			return false;
		vec_push(kernel->arena, &readers->changes, change);
	}
	return true;
}

/* Finds who takes the lock when a reader comes and who leaves it when one goes. */
static bool find_ends(struct readers *readers)
{
	readers->lock = NULL;
	vec_each(change, &readers->changes) {
		if (change->by < 0)
			continue;
		change->taken = taken_by_first(readers, change);
		if (!change->taken ||
			(readers->lock && change->taken->op->address != readers->lock) ||
			!belong_together(change->taken->op, change->write) ||
			!belong_together(change->mutex->acquire, change->write))
			return false;
		readers->lock = change->taken->op->address;
	}
	vec_each(change, &readers->changes) {
		if (change->by < 0 && readers->lock)
			change->left = left_by_last(readers, change);
		if (change->by < 0 && !change->left)
			return false;
	}
	return readers->lock != NULL;
}

static bool is_first_change(const struct readers *readers, const struct change *change)
{
	return readers->changes.n && readers->changes.at[0].write == change->write;
}

void first_readers_find(struct orders *orders)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &kernel->accesses) {
		struct change change;
		struct readers readers = { .orders = orders };
		bool writes = (*each)->type == ACCESS_WRITE || (*each)->atomic_rmw;
		if (!writes || !(*each)->locks.n || !is_change(kernel, *each, &change) ||
			!collect(&readers, &change) || !is_first_change(&readers, &change))
			continue;
		if (find_ends(&readers) && readers_come_first(&readers) &&
			lock_closed(orders, change.mutex->acquire))
			readers_hold(&readers);
	}
}
