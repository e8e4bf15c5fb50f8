#include "kernelanalysis/locks/lock_entries.h"

/*
 * Elections: a lock that nobody leaves has one holder for good, even where the word goes through further states, with
 * which the branch lets nobody in (0 to be initialized, 1 under way, 2 done). Two threads behind it are one.
 */

/* Does the write leave a number with which the branch of a compare-and-swap lets nobody in, that of a further state. */
static bool is_shut_by(
	struct kernel *kernel, const struct acquire *acquire, const struct access *write)
{
	uint64_t value;
	const struct access *op = acquire->op;
	bool stores = write->rmw == RMW_NONE || write->rmw == RMW_STORE ||
		      write->rmw == RMW_EXCHANGE || write->rmw == RMW_CAS;
	LLVMValueRef stored = write->type == ACCESS_ATOMIC ? write->operand : write->stored;
	return stores && op->rmw == RMW_CAS && write->size == op->size &&
	       write->address == op->address && constant_of(stored, &value) &&
	       et_is_false(tested(kernel, acquire, value));
}

bool lock_shares_interval(const struct kernel *kernel, const struct access *write, const struct access *op, enum race_kind kind)
{
	vec_each(each, &kernel->intervals) {
		bool with[2] = { false, false };
		if ((*each)->kind != kind)
			continue;
		vec_each(instance, &(*each)->instances) {
			with[0] |= instance->access == write;
			with[1] |= instance->access == op;
		}
		if (with[0] && with[1])
			return true;
	}
	return false;
}

bool lock_is_apart(const struct kernel *kernel, const struct access *write, const struct access *op)
{
	return op->object->space == SPACE_SHARED && !lock_shares_interval(kernel, write, op, RACE_INTRA_BLOCK);
}

bool lock_is_left(struct orders *orders, const struct acquire *acquire, const struct access *except,
	bool *states)
{
	struct kernel *kernel = orders->kernel;
	LLVMValueRef taken = acquire->op->instruction;
	bool taken_back = false;
	*states = false;
	vec_each(each, &kernel->accesses) {
		if (*each == except || !may_free(*each, acquire->op) ||
			(lock_is_apart(kernel, *each, acquire->op) &&
				precedes(orders, (*each)->instruction, taken)))
			continue;
		bool shut = is_shut_by(kernel, acquire, *each);
		if (lock_is_taken_by(orders, *each)) {
			taken_back |= !shut;
			continue;
		}
		if (!shut)
			return true;
		*states = true;
	}
	return *states && taken_back;
}

const struct et *elected_together(struct order_query *q, const struct access *x,
	const struct view *vx, const struct access *y, const struct view *vy)
{
	struct ets *ets = q->kernel->ets;
	const struct et *together = et_bool(ets, false);
	vec_each(a, &x->locks) {
		vec_each(b, &y->locks) {
			if (!a->elects || a->entry != b->entry || a->via != VIA_SELF ||
				b->via != VIA_SELF || a->scope < SCOPE_DEVICE || a->bits ||
				a->acquire->object->space != SPACE_GLOBAL)
				continue;
			const struct et *same = same_address(q->kernel,
				order_term(q, a->address, VIA_SELF, vx),
				order_term(q, b->address, VIA_SELF, vy));
			same = et_and(ets, same, et_and(ets, hold_condition(q, a, vx), hold_condition(q, b, vy)));
			same = et_and(ets, same, et_not(ets, lock_contested(q, a->acquire)));
			if (a->entry->told)
				same = et_and(ets, same, et_not(ets, ids_equal(q, vx, VIA_SELF, vy, q->kernel->ctaid)));
			together = et_or(ets, together, same);
		}
	}
	return together;
}

/* Does a block barrier stand behind the branch and before the access. */
static bool is_told(const struct kernel *kernel, const struct block *from, const struct access *y)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(from->llvm);
	vec_each(each, &kernel->syncs)
		if ((*each)->kind == SYNC_BLOCK_BARRIER &&
			always_follows(kernel, branch, (*each)->instruction) &&
			comes_before(kernel, (*each)->instruction, y->instruction))
			return true;
	return false;
}

/* How y comes to have passed the branch before its access: itself, or by the leader of its block with a barrier behind, which
 * tells threads of other blocks alone; false: neither. */
static bool passes_branch(const struct order_query *q, const struct block *from, const struct access *y,
	enum via *via)
{
	struct kernel *kernel = q->kernel;
	*via = VIA_SELF;
	if (from != y->block && block_dominates(from, y->block))
		return true;
	*via = VIA_BLOCK;
	return q->kind == RACE_INTER_BLOCK && is_told(kernel, from, y) &&
	       et_is_true(in_first_thread(kernel, value_reach(kernel->env, from)));
}

/* The thread is its block's leader, or does not come to the branch itself, so that what is known of that is the leader's. */
static const struct et *left_to_leader(
	const struct order_query *q, const struct block *from, const struct view *y)
{
	struct kernel *kernel = q->kernel;
	const struct et *comes = value_reach(kernel->env, from);
	const struct et *leads = ids_equal(q, y, VIA_BLOCK, y, kernel->tid);
	leads = et_or(kernel->ets, leads, et_not(kernel->ets, order_term(q, comes, VIA_SELF, y)));
	return et_and(kernel->ets, leader_valid(q, VIA_BLOCK), leads);
}

/* The thread, or the one that acts for it, comes to the branch at some time, if its waits end. */
static const struct et *comes_to(const struct order_query *q, const struct block *from, enum via via,
	const struct view *y)
{
	const struct block *start = q->kernel->func->blocks.at[0];
	return order_term(q, value_reach_past(q->kernel->env, start, from), via, y);
}

const struct et *elected_beside(struct order_query *q, const struct access *x,
	const struct view *vx, const struct access *y, const struct view *vy)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *beside = et_bool(ets, false);
	vec_each(hold, &x->locks) {
		const struct block *from = hold->entry->from;
		enum via via;
		if (!hold->elects || hold->via != VIA_SELF || hold->bits || from->loop ||
			!hold_serves(q, hold))
			continue;
		bool passes = passes_branch(q, from, y, &via);
		if (!passes)
			via = q->kind == RACE_INTER_BLOCK && is_told(kernel, from, y) ? VIA_BLOCK : VIA_SELF;
		const struct et *same = same_address(kernel,
			order_term(q, hold->address, VIA_SELF, vx),
			order_term(q, hold->address, via, vy));
		same = et_and(ets, same, hold_condition(q, hold, vx));
		same = et_and(ets, same, order_term(q, hold->condition, via, vy));
		same = et_and(ets, same, order_term(q, hold->entry->edge, via, vy));
		same = et_and(ets, same, et_not(ets, lock_contested(q, hold->acquire)));
		if (via == VIA_BLOCK)
			same = et_and(ets, same, left_to_leader(q, from, vy));
		if (!passes)
			same = et_and(ets, same, comes_to(q, from, via, vy));
		beside = et_or(ets, beside, same);
	}
	return beside;
}
