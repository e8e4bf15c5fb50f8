#include "kernelanalysis/signals/signal.h"

/*
 * Releases that come before an access in a round of a loop, and so behind it in each later round:
 * who waits for one of those follows the access. So do two threads that work with two buffers in
 * turns: what a round has read is overwritten two rounds later, behind the signal of the round
 * between.
 */

/* The innermost loop around both; NULL: there is none. */
static const struct loop *common_loop(const struct access *a, const struct access *b)
{
	const struct loop *loop = a->block->loop;
	while (loop && !loop_contains(loop, b->block))
		loop = loop->parent;
	return loop;
}

/* Is the barrier behind the access in its round, or before the operation in later ones, always. */
static bool lies_between(const struct kernel *kernel, const struct loop *loop,
	const struct access *access, const struct sync *barrier, const struct access *op)
{
	if (!loop_contains(loop, barrier->block))
		return false;
	return comes_before(kernel, barrier->instruction, op->instruction) ||
	       (comes_before(kernel, access->instruction, barrier->instruction) && loop->latch &&
		       block_dominates(barrier->block, loop->latch));
}

static void push_later(struct access *access, struct kernel *kernel, struct order_path path)
{
	path.scope = narrower(path.fence, strong_scope(path.op));
	vec_push(kernel->arena, &access->later, path);
}

void later_find(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &kernel->accesses) {
		struct order_path path = { .op = *each };
		const struct loop *loop = common_loop(access, path.op);
		LLVMValueRef source = access->instruction, end = path.op->instruction;
		if (!loop || path.op == access || !strong_write(path.op) || keeps_value(path.op) ||
			path.op->of_barrier ||
			!(comes_before(kernel, end, source) ||
				precedes_in_round(orders, end, source)))
			continue;
		path.previous = loop;
		path.condition = et_bool(kernel->ets, true);
		path.fence = fence_before(orders, source, path.op, &path.fence_op);
		push_later(access, kernel, path);
		vec_each(barrier, &kernel->syncs) {
			LLVMValueRef at = (*barrier)->instruction;
			if (!barrier_via(*barrier, &path.via) ||
				!lies_between(kernel, loop, access, *barrier, path.op))
				continue;
			path.via = path.via == VIA_BLOCK ? leader_of(kernel, path.op) : path.via;
			path.fence = fence_before(orders, at, path.op, &path.fence_op);
			if (path.fence == SCOPE_NONE)
				path.fence = fence_of_writer(
					orders, source, at, path.op, &path.fence_op);
			push_later(access, kernel, path);
		}
	}
}

/* Is the one round behind the other, and no loop around in an earlier one. */
static const struct et *round_behind(
	const struct link *link, const struct order_path *path, const struct view *z)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *behind = et_bool(ets, true);
	for (const struct loop *loop = path->previous; loop; loop = loop->parent) {
		const struct et *k = et_sym(ets, kernel->env->loops[loop->index].counter);
		behind = et_and(ets, behind,
			et_binary(ets, loop == path->previous ? ET_SLT : ET_SLE, 0,
				order_term(link->q, k, VIA_SELF, link->x),
				order_term(link->q, k, VIA_SELF, z)));
	}
	return behind;
}

const struct et *in_later_round(
	const struct link *link, const struct access *write, const struct view *z)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *after = et_bool(ets, false);
	vec_each(path, &link->from->later) {
		if (path->op != write || path->scope == SCOPE_NONE ||
			!may_lie_between(link->q, path->op))
			continue;
		const struct et *same =
			et_and(ets, ids_equal(link->q, link->x, path->via, z, kernel->tid),
				ids_equal(link->q, link->x, VIA_SELF, z, kernel->ctaid));
		same = et_and(ets, same, leader_valid(link->q, path->via));
		same = et_and(ets, same, round_behind(link, path, z));
		after = et_or(ets, after, et_and(ets, same, scope_reaches(link, path->scope)));
	}
	return after;
}

const struct et *counted_later(const struct link *link, const struct order_path *acquire)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *some = et_bool(ets, false);
	vec_each(path, &link->from->later) {
		const struct access *op = path->op;
		if (link->depth || !counter_step(op) || !at_one_place(op, acquire->op) ||
			!loop_contains(path->previous, acquire->op->block))
			continue;
		const struct et *k = et_sym(ets, kernel->env->loops[path->previous->index].counter);
		const struct et *seen =
			et_binary(ets, ET_SLT, 0, order_term(link->q, k, VIA_SELF, link->x),
				acquire_term(link, acquire, k, VIA_SELF));
		seen = et_and(ets, seen,
			same_address(kernel, order_term(link->q, op->address, path->via, link->x),
				acquire_term(link, acquire, acquire->op->address, acquire->via)));
		seen = et_and(ets, seen,
			et_and(ets, scope_reaches(link, path->scope),
				scope_reaches(link, acquire->scope)));
		some = et_or(ets, some, et_and(ets, seen, signal_executed(link, acquire, link->y)));
	}
	return et_is_false(some) ? some : et_and(ets, some, signal_unknown(link));
}
