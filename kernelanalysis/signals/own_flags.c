#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Mutual exclusion that is not followed, so that it is not known whether two threads are apart: flags that each sets for itself, with a
 * fence.sc behind, before it looks at those of others (Dekker, Peterson: of two such fences one comes first, and who has the other one sees
 * the flag), and locks that their owner may take again.
 */

/* Is the access of the one order of all that are sequentially consistent. */
static bool is_in_one_order(const struct access *access)
{
	LLVMValueRef op = access->instruction;
	bool ordered = LLVMIsALoadInst(op) || LLVMIsAStoreInst(op) || LLVMIsAAtomicRMWInst(op);
	return access->type == ACCESS_ATOMIC && ordered && LLVMGetOrdering(op) == LLVMAtomicOrderingSequentiallyConsistent;
}

/* Is a fence.sc that reaches the scope passed between the write and the read, on every way. */
static bool fenced_between(const struct kernel *kernel, const struct access *write, const struct access *read, enum scope scope)
{
	if (is_in_one_order(write) && is_in_one_order(read) && comes_before(kernel, write->instruction, read->instruction))
		return true;
	vec_each(sync, &kernel->syncs)
		if ((*sync)->kind == SYNC_FENCE && (*sync)->sc && (*sync)->scope >= scope &&
			comes_before(kernel, write->instruction, (*sync)->instruction) &&
			comes_before(kernel, (*sync)->instruction, read->instruction))
			return true;
	return false;
}

/* Does who has set the flag look at what others set only then. */
static bool looks_behind(const struct link *link, const struct access *flag, const struct order_path *look)
{
	enum scope needed = link->q->needed;
	return strong_write(flag) && flag->type != ACCESS_READ && strong_scope(flag) >= needed && strong_scope(look->op) >= needed &&
	       flag->instruction != look->op->instruction && fenced_between(link->q->kernel, flag, look->op, needed);
}

/* Does the branch keep out who finds this flag set. */
static bool heeds(const struct link *link, const struct order_path *look, const struct access *flag)
{
	struct kernel *kernel = link->q->kernel;
	const struct et *value = value_written(kernel, flag);
	return value && et_is_const(value) && value->width == look->op->size * 8 && at_one_place(flag, look->op) &&
	       look->acquire && et_is_false(acquire_test(kernel, look->acquire, value));
}

/* The flag of the one is what the other looks at. */
static const struct et *meets(const struct link *link, const struct access *flag, const struct view *of,
	const struct order_path *look, const struct view *by)
{
	return same_address(link->q->kernel, order_term(link->q, flag->address, VIA_SELF, of),
		order_term(link->q, look->op->address, VIA_SELF, by));
}

/* Each of the two threads has set a flag before it looked at the other's. */
static const struct et *look_at_each_other(const struct link *link, const struct order_path *x, const struct order_path *y)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *some = et_bool(ets, false);
	vec_each(mine, &kernel->accesses) {
		if (!looks_behind(link, *mine, x) || !heeds(link, y, *mine))
			continue;
		vec_each(other, &kernel->accesses)
			if (looks_behind(link, *other, y) && heeds(link, x, *other))
				some = et_or(ets, some, et_and(ets, meets(link, *mine, link->x, y, link->y),
							meets(link, *other, link->y, x, link->x)));
	}
	return some;
}

/* Is the term one by which threads differ, of ids and parameters alone. */
static bool names_thread(const struct et *term)
{
	return term && term_of_ids(term) && !term_is_common(term, LEVEL_GRID);
}

/* Does somebody who has got past another branch, which keeps others out, put just this value there,
 * or get past it by that. */
static bool is_put_by_holder(struct orders *orders, const struct access *read, const struct et *value)
{
	vec_each(write, &orders->kernel->accesses) {
		if (!access_writes(*write) || !at_one_place(*write, read) || value_written(orders->kernel, *write) != value)
			continue;
		vec_each(acquire, &orders->acquires)
			if ((*acquire)->op != read && lock_excludes(orders->kernel, *acquire) &&
				((*acquire)->op == *write ||
					block_dominates((*acquire)->success, (*write)->block)))
				return true;
	}
	return false;
}

/* Does somebody put what a compare-and-swap expects there again. */
static bool is_put_back(struct kernel *kernel, const struct access *swap)
{
	const struct et *free = value_et(kernel->env, swap->expected);
	vec_each(write, &kernel->accesses)
		if (*write != swap && access_writes(*write) && at_one_place(*write, swap) && value_written(kernel, *write) == free)
			return true;
	return false;
}

/* Does the branch let a thread through that finds a lock its own: by a word beside it, or by what a compare-and-swap finds. */
static bool asks_for_owner(struct orders *orders, const struct acquire *acquire)
{
	struct kernel *kernel = orders->kernel;
	const struct access *op = acquire->op;
	const struct et *awaited = lock_only_read(op) ? lock_awaited(acquire) : NULL;
	if (op->rmw == RMW_CAS) {
		const struct et *own = value_et(kernel->env, op->operand);
		return acquire->spins && names_thread(own) && et_is_true(acquire_test(kernel, acquire, own)) &&
		       !et_is_true(tested(kernel, acquire, 12345)) && is_put_back(kernel, op);
	}
	return names_thread(awaited) && is_put_by_holder(orders, op, awaited);
}

/* Does the branch take the lock, so that who has it asks whether it is his own. */
static bool takes(struct orders *orders, const struct acquire *asks, const struct acquire *acquire)
{
	return acquire == asks ||
	       (lock_excludes(orders->kernel, acquire) && !lock_only_read(acquire->op));
}

/* How well the lock is left behind the access, at best; SCOPE_SYSTEM where nothing is known to
 * leave it. */
static enum scope left_behind(
	struct orders *orders, const struct acquire *taken, const struct access *access)
{
	enum scope best = SCOPE_NONE;
	bool some = false;
	vec_each(each, &orders->kernel->accesses) {
		const struct access *write = *each;
		const struct sync *fence;
		if (write == access || !may_free(write, taken->op) ||
			lock_is_taken_by(orders, write) ||
			!runs_between(orders, access->block, access->instruction,
				write->instruction, NULL, NULL))
			continue;
		enum scope scope =
			strong_write(write)
				? narrower(strong_scope(write),
					  fence_before(orders, access->instruction, write, &fence))
				: SCOPE_NONE;
		best = scope > best ? scope : best;
		some = true;
	}
	return some ? best : SCOPE_SYSTEM;
}

/* How well who takes the lock, which he may have already, is ordered by it at the access, at best.
 */
static enum scope fenced(
	struct orders *orders, const struct acquire *asks, const struct access *access)
{
	enum scope best = SCOPE_NONE;
	bool some = false;
	vec_each(each, &orders->acquires) {
		const struct acquire *taken = *each;
		const struct sync *fence;
		if (!takes(orders, asks, taken) || lock_only_read(taken->op) ||
			!runs_between(
				orders, taken->success, NULL, access->instruction, NULL, NULL))
			continue;
		enum scope scope = narrower(strong_scope(taken->op),
			fence_after(orders, taken, access->instruction, &fence));
		scope = narrower(scope, left_behind(orders, taken, access));
		best = scope > best ? scope : best;
		some = true;
	}
	return some ? best : SCOPE_SYSTEM;
}

/* A word by which each thread lets the others go first, before it waits for it itself, is part of that: it is nobody's data. */
static void mark_turns(struct kernel *kernel, const struct acquire *acquire)
{
	const struct access *op = acquire->op;
	vec_each(each, &kernel->accesses) {
		struct access *write = *each;
		if (acquire->spins && write->is_volatile && access_writes(write) && at_one_place(write, op) && op->is_volatile &&
			names_thread(value_written(kernel, write)) && fenced_between(kernel, write, op, SCOPE_DEVICE))
			write->spin_flag = true;
	}
}

void owners_find(struct orders *orders)
{
	struct kernel *kernel = orders->kernel;
	vec_each(acquire, &orders->acquires) {
		struct access *op = (struct access *)(*acquire)->op;
		mark_turns(kernel, *acquire);
		if (!asks_for_owner(orders, *acquire))
			continue;
		op->spin_flag |= is_strong(op);
		vec_each(each, &kernel->accesses) {
			if (!comes_before(kernel, op->instruction, (*each)->instruction))
				continue;
			enum scope scope = fenced(orders, *acquire, *each);
			(*each)->owned = scope > (*each)->owned ? scope : (*each)->owned;
		}
	}
}

const struct et *order_not_followed(struct kernel *kernel, const struct access *a, const struct access *b, enum scope needed)
{
	bool owned = narrower(a->owned, b->owned) >= needed;
	const char *why = owned ? "a lock that its owner may take again"
		: narrower(a->handed, b->handed) >= needed ? "locks that are taken hand over hand" : NULL;
	return why ? et_sym(kernel->ets, symbol_new(kernel->ets, SYM_HAVOC, LEVEL_GRID, 1, why)) : NULL;
}

/* The thread's own look, in this round, with a fence behind. */
static bool is_own_look(const struct link *link, const struct order_path *path)
{
	return path->scope >= link->q->needed && path->via == VIA_SELF && !path->previous && !path->guarded;
}

const struct et *signal_by_own_flags(const struct link *link)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *some = et_bool(ets, false);
	if (link->depth)
		return some;
	vec_each(x, &link->from->acquired)
		vec_each(y, &link->to->acquired)
			if (is_own_look(link, x) && is_own_look(link, y))
				some = et_or(ets, some, look_at_each_other(link, x, y));
	if (et_is_false(some))
		return some;
	return et_and(ets, some, et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1, "flags that each thread sets before it looks at others")));
}
