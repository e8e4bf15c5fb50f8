#include "kernelanalysis/lock_entries.h"

#include "expr/known.h"

/*
 * Locks that are taken in some cases only, before what they guard with others: if (b != a) lock(b). Behind, the lock is
 * held where the way has passed its branch since the block from where it may be left out.
 */

const struct block *lock_passed_on_some_ways(struct orders *orders, const struct acquire *acquire,
	const struct access *access, const struct et **passed)
{
	struct kernel *kernel = orders->kernel;
	const struct block *success = acquire->success, *start = success;
	if (acquire->vote || acquire->told || acquire->queue || lock_only_read(acquire->op))
		return NULL;
	while (!block_dominates(start, access->block)) start = start->idom;
	if (start == success || start->loop != success->loop ||
		(start->loop && !loop_contains(start->loop, access->block)) ||
		!precedes_in_round(orders, LLVMGetBasicBlockTerminator(success->llvm),
			access->instruction))
		return NULL;
	*passed = condition_before(kernel, access->block, success);
	return et_is_false(*passed) ? NULL : start;
}

bool hold_is_certain(
	struct kernel *kernel, const struct lock_hold *hold, const struct access *access)
{
	if (!hold->partial)
		return true;
	struct known *known = known_new(kernel->arena, kernel->ets);
	size_t n;
	return !known_conjuncts(kernel->arena, known, 1, &access->guard, &n) ||
	       et_is_true(known_apply(known, hold->condition));
}
