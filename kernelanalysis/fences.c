#include "kernelanalysis/order.h"

/* Fences between an operation and the accesses that it is to order: the widest that counts for it. */

/* Is the fence wide, strong and of the right direction for the operation. */
static bool fence_serves(
	const struct sync *sync, const struct access *op, enum order other, enum scope best)
{
	return sync->kind == SYNC_FENCE && sync->order != other && sync->scope > best &&
	       (!op->asm_weak || sync->sc);
}

enum scope fence_after(struct orders *orders, const struct acquire *acquire, LLVMValueRef target,
	const struct sync **fence)
{
	struct kernel *kernel = orders->kernel;
	const struct access *op = acquire->op;
	bool own = op->order == ORDER_ACQUIRE || op->order == ORDER_ACQ_REL;
	enum scope best = own ? SCOPE_SYSTEM : SCOPE_NONE;
	*fence = NULL;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		LLVMValueRef at = sync->instruction;
		bool after = block_dominates(acquire->success, sync->block) ||
			     comes_before(kernel, op->instruction, at) ||
			     (acquire->spins && always_follows(kernel, op->instruction, at) &&
				     !loop_contains(op->block->loop, sync->block));
		bool in_time = ordered(kernel, at, target) || precedes(orders, at, target);
		if (!fence_serves(sync, op, ORDER_RELEASE, best) || !after || !in_time)
			continue;
		best = sync->scope;
		*fence = sync;
	}
	return best;
}

enum scope fence_before(struct orders *orders, LLVMValueRef source, const struct access *op,
	const struct sync **fence)
{
	struct kernel *kernel = orders->kernel;
	bool own = op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL;
	enum scope best = own ? SCOPE_SYSTEM : SCOPE_NONE;
	*fence = NULL;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		LLVMValueRef at = sync->instruction;
		if (!fence_serves(sync, op, ORDER_ACQUIRE, best))
			continue;
		if ((source && !ordered(kernel, source, at) && !precedes(orders, source, at)) ||
			!comes_before(kernel, at, op->instruction))
			continue;
		best = sync->scope;
		*fence = sync;
	}
	return best;
}

enum scope fence_of_writer(struct orders *orders, LLVMValueRef source, LLVMValueRef barrier,
	const struct access *op, const struct sync **fence)
{
	struct kernel *kernel = orders->kernel;
	enum scope best = SCOPE_NONE;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if (!fence_serves(*each, op, ORDER_ACQUIRE, best) ||
			!always_follows(kernel, source, at) || !comes_before(kernel, at, barrier))
			continue;
		best = (*each)->scope;
		*fence = *each;
	}
	return best;
}

enum scope fence_of_reader(struct orders *orders, LLVMValueRef barrier, LLVMValueRef target,
	const struct access *op, const struct sync **fence)
{
	struct kernel *kernel = orders->kernel;
	enum scope best = SCOPE_NONE;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if (!(*each)->sc || !fence_serves(*each, op, ORDER_RELEASE, best) ||
			!comes_before(kernel, barrier, at) || !comes_before(kernel, at, target))
			continue;
		best = (*each)->scope;
		*fence = *each;
	}
	return best;
}
