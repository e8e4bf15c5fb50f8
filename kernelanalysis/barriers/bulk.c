#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"

/*
 * Bulk copies that a barrier completes (cp.async.bulk with mbarrier::complete_tx): a phase of the
 * barrier is over when all have arrived and as many bytes have come as it was told to expect.
 * So a copy belongs to the phase of the operation that expects its bytes, and comes before all who
 * have waited for that phase, if the sums agree. Where a thread says itself that bytes have come (mbarrier.complete_tx), which
 * orders nothing, its barrier's copies are not bound.
 */

/* Does a thread say itself that bytes have come. */
static bool completes(struct kernel *kernel, const struct sync *op)
{
	const struct et *bytes = value_et(kernel->env, op->bytes);
	return et_is_const(bytes) ? et_signed(bytes) < 0 : bytes->op == ET_SUB && et_is_const(bytes->arg[0]);
}

static bool same_address(struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return value_et(kernel->env, a) == value_et(kernel->env, b);
}

/* Does every thread that runs the copy run the operation too, in the same round. */
static bool goes_with(struct kernel *kernel, const struct sync *op, const struct access *copy)
{
	const struct loop *around = op->block->loop, *loop = copy->block->loop;
	if (around && !loop_encloses(around, loop))
		return false;
	if (instruction_dominates(kernel->func, op->instruction, copy->instruction))
		return true;
	return guard_implies(lasting_guard(kernel, copy->block), lasting_guard(kernel, op->block));
}

static const struct sync *expecting(struct kernel *kernel, const struct access *copy, bool *any)
{
	const struct sync *best = NULL;
	bool by_hand = false;
	const struct object *barrier = object_of(kernel, copy->bound);
	vec_each(each, &kernel->syncs) {
		const struct sync *op = *each;
		if (op->kind != SYNC_PHASE || !op->bytes ||
			object_of(kernel, op->object) != barrier)
			continue;
		*any = true;
		by_hand |= completes(kernel, op);
		if (!same_address(kernel, op->object, copy->bound) || !goes_with(kernel, op, copy))
			continue;
		if (!best || op->block->loop == copy->block->loop)
			best = op;
	}
	return by_hand ? NULL : best;
}

/* Bytes of the copy for each time the operation is run; NULL: not known. */
static const struct et *bytes_of(
	struct kernel *kernel, const struct access *copy, const struct sync *op)
{
	const struct et *bytes = et_const(kernel->ets, 64, copy->size);
	for (const struct loop *loop = copy->block->loop; loop != op->block->loop;
		loop = loop->parent) {
		const struct et *rounds = loop_rounds(kernel->env, loop);
		if (!rounds)
			return NULL;
		bytes = et_binary(kernel->ets, ET_MUL, ET_NSW, bytes, rounds);
	}
	return bytes;
}

static const struct et *all_bytes(struct kernel *kernel, const struct sync *op)
{
	const struct et *sum = et_const(kernel->ets, 64, 0);
	vec_each(each, &kernel->accesses) {
		if ((*each)->expect != op || (*each)->type != ACCESS_WRITE)
			continue;
		const struct et *bytes = bytes_of(kernel, *each, op);
		if (!bytes)
			return NULL;
		sum = et_binary(kernel->ets, ET_ADD, ET_NSW, sum, bytes);
	}
	return sum;
}

/* Does a thread that says what is expected arrive in each phase, so that none is over before it has said so. */
static bool is_member(struct kernel *kernel, const struct sync *expect)
{
	const struct et *guard = lasting_guard(kernel, expect->block);
	vec_each(op, &expect->phased->ops) {
		const struct et *arrives = lasting_guard(kernel, (*op)->block);
		if ((*op)->arrives && (guard_implies(guard, arrives) ||
					      et_is_true(term_where(kernel, guard, arrives))))
			return true;
	}
	return false;
}

/* Is it known what the copy's barrier expects, if it expects anything. */
static bool bind(struct kernel *kernel, struct access *copy)
{
	bool any = false;
	copy->expect = expecting(kernel, copy, &any);
	if (!copy->expect || copy->expect->phased->unknown)
		return !copy->expect && !any;
	if (!is_member(kernel, copy->expect))
		return false;
	copy->phase = phased_before(
		kernel, copy->expect->phased, false, copy->expect->instruction);
	return copy->phase != NULL;
}

static void forget(struct kernel *kernel, const struct sync *op)
{
	vec_each(copy, &kernel->accesses) {
		if ((*copy)->expect == op)
			(*copy)->expect = NULL;
	}
}

/* More bytes than are expected may end a phase before its copies. False: that is not known. */
static bool bytes_agree(struct kernel *kernel, const struct sync *op)
{
	const struct et *sum = all_bytes(kernel, op), *expected = value_et(kernel->env, op->bytes);
	if (sum == expected)
		return true;
	if (!sum || !et_is_const(sum) || !et_is_const(expected) || sum->value < expected->value)
		return false;
	forget(kernel, op);
	return true;
}

void bulk_fill(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		struct access *copy = *each;
		if (copy->bulk && copy->bound && !cluster_bytes_fill(kernel, copy) && !bind(kernel, copy))
			kernel_unsupported(kernel, copy->instruction,
				"bulk copy whose barrier expects its bytes elsewhere");
	}
	vec_each(each, &kernel->accesses) {
		struct access *copy = *each;
		if (copy->bulk && copy->expect && !bytes_agree(kernel, copy->expect))
			kernel_unsupported(kernel, copy->instruction,
				"bulk copy whose bytes are not surely those that its barrier expects");
	}
}
