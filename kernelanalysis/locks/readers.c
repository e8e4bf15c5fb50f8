#include "kernelanalysis/locks/lock_entries.h"

/*
 * Locks of readers and writers: the writer changes 0 to a value of its own by compare-and-swap, each
 * reader adds a step, by compare-and-swap or addition, and goes on only where no writer was. Every
 * write of the lock must be one of these or take one back.
 */

struct readers {
	uint64_t writer; /* what a writer leaves there while it has the lock */
	int64_t step;    /* what a reader adds */
	bool adds;       /* ... before it knows whether it may */
};

static uint64_t cut(int64_t value, const struct access *op)
{
	return op->size >= 8 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << op->size * 8) - 1);
}

/* Compare-and-swap of a value for one that is greater by a constant; 0: it is none. */
static int64_t swapped_step(const struct access *op)
{
	LLVMValueRef sum = op->operand;
	if (op->rmw != RMW_CAS || !LLVMIsAInstruction(sum) ||
		LLVMGetInstructionOpcode(sum) != LLVMAdd ||
		LLVMGetOperand(sum, 0) != op->expected || !LLVMIsAConstantInt(LLVMGetOperand(sum, 1)))
		return 0;
	return LLVMConstIntGetSExtValue(LLVMGetOperand(sum, 1));
}

/* Is the branch taken only when the swap was made, and it is not made of what a writer leaves. */
static bool swap_lets_in(struct kernel *kernel, const struct acquire *acquire, uint64_t writer)
{
	const struct access *op = acquire->op;
	const struct et *swapped = et_and(
		kernel->ets, value_reach(kernel->env, op->block), tested(kernel, acquire, writer));
	return lock_swap_needed(kernel, acquire) &&
	       et_is_false(with_constant(kernel, swapped, op->expected, writer));
}

/* More readers than a device runs threads at a time: a bound on the count that need not be shown. */
#define MOST_READERS (UINT64_C(1) << 20)

/* Is the branch not taken with a writer there, whatever up to `others` readers have added. */
static bool addition_lets_in(struct kernel *kernel, const struct acquire *acquire,
	const struct readers *readers, uint64_t others)
{
	unsigned width = acquire->op->size * 8;
	uint64_t step = (uint64_t)readers->step, added;
	if (__builtin_mul_overflow(step, others, &added) ||
		added > mask_bits(width) - readers->writer)
		return false;
	return lock_keeps_out(kernel, acquire,
		span_steps(width, readers->writer, readers->writer + added, step));
}

static bool lets_readers_in(
	struct kernel *kernel, const struct acquire *acquire, const struct readers *readers)
{
	if (readers->adds)
		return counter_step(acquire->op) == (uint64_t)readers->step &&
		       addition_lets_in(kernel, acquire, readers, 1);
	return swapped_step(acquire->op) == readers->step &&
	       swap_lets_in(kernel, acquire, readers->writer);
}

/* The value that writers leave in the lock; false: there are none, or several. */
static bool find_writer(const struct orders *orders, const struct access *op, uint64_t *writer)
{
	bool found = false;
	vec_each(each, &orders->acquires) {
		const struct access *taker = (*each)->op;
		uint64_t free, held;
		if (taker->address != op->address || taker->rmw != RMW_CAS ||
			!constant_of(taker->expected, &free) || free ||
			!constant_of(taker->operand, &held) ||
			!lock_excludes(orders->kernel, *each))
			continue;
		held = cut((int64_t)held, op);
		if (!held || (found && held != *writer))
			return false;
		*writer = held;
		found = true;
	}
	return found;
}

/* Does a branch let readers in behind the write. */
static bool is_entry(
	const struct orders *orders, const struct access *write, const struct readers *readers)
{
	vec_each(each, &orders->acquires)
		if ((*each)->op == write && lets_readers_in(orders->kernel, *each, readers))
			return true;
	return false;
}

/* Does the write take the lock for a writer, count a reader, or take one of these back. */
static bool write_fits(
	const struct orders *orders, const struct access *write, const struct readers *readers)
{
	uint64_t value;
	int64_t change = counter_change(write);
	LLVMValueRef stored = write->type == ACCESS_ATOMIC ? write->operand : write->stored;
	bool stores = write->rmw == RMW_NONE || write->rmw == RMW_STORE || write->rmw == RMW_EXCHANGE;
	if (write->rmw == RMW_CAS && constant_of(write->expected, &value) && !value)
		return constant_of(write->operand, &value) &&
		       cut((int64_t)value, write) == readers->writer;
	if (is_entry(orders, write, readers))
		return true;
	if (change)
		return change == -readers->step ||
		       cut(-change, write) == readers->writer;
	return stores && !readers->adds && constant_of(stored, &value) && !value;
}

int64_t lock_step(const struct access *op)
{
	int64_t added = (int64_t)counter_step(op);
	return added ? added : swapped_step(op);
}

static bool readers_of(
	const struct orders *orders, const struct access *op, struct readers *readers)
{
	readers->adds = counter_step(op) > 0;
	readers->step = lock_step(op);
	if (readers->step <= 0 || op->rmw == RMW_INC || !find_writer(orders, op, &readers->writer))
		return false;
	vec_each(write, &orders->kernel->accesses)
		if (may_free(*write, op) && ((*write)->address != op->address ||
						    !write_fits(orders, *write, readers)))
			return false;
	return true;
}

bool lock_shares(const struct orders *orders, const struct acquire *acquire)
{
	struct readers readers;
	return acquire->op->atomic_rmw && readers_of(orders, acquire->op, &readers) &&
	       lets_readers_in(orders->kernel, acquire, &readers);
}

/* The most other readers whose additions leave the branch shut with a writer there, by bisection. */
static uint64_t room_for_others(
	struct kernel *kernel, const struct acquire *acquire, const struct readers *readers)
{
	uint64_t fit = 0, most = MOST_READERS;
	if (addition_lets_in(kernel, acquire, readers, most))
		return most;
	while (fit + 1 < most) {
		uint64_t middle = fit + (most - fit) / 2;
		if (addition_lets_in(kernel, acquire, readers, middle))
			fit = middle;
		else
			most = middle;
	}
	return fit;
}

const struct et *lock_entry_fits(const struct orders *orders, const struct acquire *acquire)
{
	struct kernel *kernel = orders->kernel;
	struct readers readers;
	if (!readers_of(orders, acquire->op, &readers))
		return et_bool(kernel->ets, false);
	uint64_t room = readers.adds ? room_for_others(kernel, acquire, &readers) : MOST_READERS;
	if (room == MOST_READERS)
		return et_bool(kernel->ets, true);
	return et_binary(kernel->ets, ET_ULE, 0, threads_at(kernel, acquire->op),
		et_const(kernel->ets, 32, room + 1));
}

bool lock_entry_undone(const struct orders *orders, const struct access *write)
{
	vec_each(each, &orders->acquires) {
		const struct acquire *acquire = *each;
		struct readers readers;
		if (acquire->op->address != write->address || !counter_step(acquire->op) ||
			lock_shares(orders, acquire) ||
			!block_dominates(acquire->success, write->block))
			continue;
		if (readers_of(orders, acquire->op, &readers) &&
			counter_change(write) == -readers.step)
			return true;
	}
	return false;
}
