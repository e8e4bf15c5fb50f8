#include "kernelanalysis/locks/lock_entries.h"

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

void lock_subscripts(const struct et **first, const struct et **second)
{
	const struct et *a = *first, *b = *second;
	while (a->op == b->op && a->width == b->width && a->nargs && a->op != ET_APP) {
		bool extends = a->op == ET_SEXT || a->op == ET_ZEXT;
		bool front = a->nargs == 2 && a->arg[0] == b->arg[0],
		     rear = a->nargs == 2 && a->arg[1] == b->arg[1];
		bool adds = a->op == ET_ADD && (front || rear);
		bool scales = a->op == ET_MUL && rear && et_is_const(a->arg[1]) && a->arg[1]->value;
		if (!adds && !scales && !(extends && a->arg[0]->width == b->arg[0]->width))
			break;
		bool behind = adds && front;
		a = a->arg[behind];
		b = b->arg[behind];
	}
	*first = a;
	*second = b;
}

static const struct et *subscripts_equal(struct ets *ets, const struct et *a, const struct et *b)
{
	lock_subscripts(&a, &b);
	return a->width == b->width ? et_binary(ets, ET_EQ, 0, a, b) : et_bool(ets, true);
}

bool lock_left_elsewhere(struct kernel *kernel, const struct access *write, const struct access *op)
{
	struct known *known = known_new(kernel->arena, kernel->ets);
	size_t n;
	if (!known_conjuncts(kernel->arena, known, 1, &write->guard, &n))
		return true;
	return et_is_false(known_apply(known, subscripts_equal(kernel->ets, write->address, op->address)));
}
