#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Visits of places that memory or rounds lead to: trees that are climbed from their leaves, where the first of two who come to a node leaves it
 * to the second (Karras, Maximizing parallelism in the construction of BVHs, 2012), by a count or a mark, and graphs whose nodes are done when the
 * last edge is. Who goes on follows all who came before. Which threads and rounds meet at one place is not followed: that the one comes to where the other has
 * been makes the order unknown, if both have their fences and the beginning of the count lets nobody on.
 */

/* Is the word counted back as well, as one of things in stock is: then who comes later need not find more than who came before. */
static bool is_counted_back(const struct kernel *kernel, const struct access *op)
{
	vec_each(each, &kernel->accesses)
		if ((*each)->rmw != RMW_STORE && counter_turns_back(kernel, *each, op))
			return true;
	return false;
}

static bool puts_constant(const struct access *op)
{
	return (op->rmw == RMW_EXCHANGE || op->rmw == RMW_CAS) && op->operand && LLVMIsAConstantInt(op->operand);
}

/* Does it put a constant where nothing else may be put. */
static bool leaves_mark(const struct kernel *kernel, const struct access *op)
{
	if (!puts_constant(op))
		return false;
	vec_each(each, &kernel->accesses)
		if ((*each)->type != ACCESS_READ && at_one_place(*each, op) &&
			(!puts_constant(*each) || (*each)->operand != op->operand))
			return false;
	return true;
}

static bool is_visit(const struct kernel *kernel, const struct access *op)
{
	return op->atomic_rmw && !op->of_barrier && !term_is_plain(op->address, NULL) &&
	       (leaves_mark(kernel, op) || ((counter_step(op) || counter_fall(op)) && !is_counted_back(kernel, op)));
}

/* Does a thread come to the operation behind the access, maybe in a later round. */
static bool comes_later(const struct kernel *kernel, const struct access *access, const struct access *op)
{
	return (access->block == op->block && before_in_block(access->instruction, op->instruction)) ||
	       block_reaches(kernel, access->block, op->block);
}

/* Marks that others have left, as who came to the access has found. */
static void visited_find(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &orders->acquires) {
		const struct acquire *acquire = *each;
		struct order_path path = { .op = acquire->op, .acquire = acquire, .condition = et_bool(kernel->ets, true) };
		if (path.op == access || acquire->spins || acquire->vote || read_proves_signal(path.op) || !is_visit(kernel, path.op) ||
			!block_dominates(acquire->success, access->block))
			continue;
		path.fence = fence_after(orders, acquire, access->instruction, &path.fence_op);
		path.scope = narrower(path.fence, strong_scope(path.op));
		vec_push(kernel->arena, &access->visited, path);
	}
}

void visits_find(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	visited_find(orders, access);
	vec_each(each, &kernel->accesses) {
		struct order_path path = { .op = *each, .condition = et_bool(kernel->ets, true) };
		if (path.op == access || !is_visit(kernel, path.op) || !comes_later(kernel, access, path.op))
			continue;
		path.fence = fence_before_later(orders, access->instruction, path.op, &path.fence_op);
		path.scope = narrower(path.fence, strong_scope(path.op));
		if (path.scope != SCOPE_NONE)
			vec_push(kernel->arena, &access->visits, path);
	}
}

/* Those whose visit may be the one that has been found. */
static const struct et *behind_visit(const struct link *link, const struct order_path *path)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *some = et_bool(ets, false);
	if (path->scope == SCOPE_NONE || link->depth || !path->acquire || path->acquire->spins || !is_visit(link->q->kernel, path->op))
		return some;
	vec_each(visit, &link->from->visits) {
		if (!at_one_place(visit->op, path->op) || !may_lie_between(link->q, visit->op))
			continue;
		struct wait wait = signal_wait(link, path);
		const struct et *reach = et_and(ets, scope_reaches(link, visit->scope), scope_reaches(link, path->scope));
		some = et_or(ets, some, et_and(ets, reach, beginning_refused(link, &wait)));
	}
	return some;
}

const struct et *signal_by_visit(const struct link *link)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *some = et_bool(ets, false);
	vec_each(path, &link->to->acquired) some = et_or(ets, some, behind_visit(link, path));
	vec_each(path, &link->to->visited) some = et_or(ets, some, behind_visit(link, path));
	return et_is_false(some) ? some : et_and(ets, some, signal_unknown(link));
}
