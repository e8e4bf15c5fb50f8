#include "kernelanalysis/draws/locked_draws.h"

#include "kernelanalysis/pairs/order.h"

/*
 * Counters under a lock. Between the taking of the lock and its leaving nobody else changes the counter who
 * holds it too, so that what a thread finds there and changes is its own, like the result of an atomic addition. That both
 * threads hold one lock is for the query.
 */

const struct lock_hold *held_at_both(const struct access *read, const struct access *write, bool turns)
{
	vec_each(a, &write->locks) {
		if (a->via != VIA_SELF || a->shared || (a->turn && !turns) || a->bits || !et_is_true(a->condition))
			continue;
		vec_each(b, &read->locks)
			if (b->acquire == a->acquire && b->via == VIA_SELF && !b->partial)
				return a;
	}
	return NULL;
}

static bool is_same_place(const struct access *read, const struct access *write)
{
	return read && read->type == ACCESS_READ && read->address == write->address &&
	       read->size == write->size && read->block->loop == write->block->loop;
}

const struct access *locked_change(
	const struct kernel *kernel, const struct access *write, bool turns, LLVMValueRef *other, bool *down)
{
	LLVMValueRef sum = write->type == ACCESS_WRITE ? write->stored : NULL;
	if (!sum || !LLVMIsABinaryOperator(sum))
		return NULL;
	bool adds = LLVMGetInstructionOpcode(sum) == LLVMAdd;
	if (!adds && LLVMGetInstructionOpcode(sum) != LLVMSub)
		return NULL;
	for (unsigned i = 0; i < (adds ? 2u : 1u); i++) {
		const struct access *read = access_at(kernel, LLVMGetOperand(sum, i));
		*other = LLVMGetOperand(sum, 1 - i);
		*down = !adds || (LLVMIsAConstantInt(*other) && LLVMConstIntGetSExtValue(*other) < 0);
		if (is_same_place(read, write) && held_at_both(read, write, turns))
			return read;
	}
	return NULL;
}

static bool may_change(const struct access *other, const struct access *write)
{
	bool writes = access_writes(other);
	return writes && other->object == write->object && accesses_may_meet(other, write);
}

/* Does the other write change the counter the same way, under a lock. */
static bool goes_along(const struct kernel *kernel, const struct access *other, bool down)
{
	LLVMValueRef amount;
	bool other_down;
	return locked_change(kernel, other, true, &amount, &other_down) && other_down == down;
}

/* Do all writes of the counter between barriers of this kind change it the same way. */
static bool goes_one_way(const struct kernel *kernel, const struct access *write, enum race_kind kind,
	bool down, unsigned *others)
{
	vec_each(each, &kernel->intervals) {
		bool within = false, turns = false;
		if ((*each)->kind != kind || (*each)->flight)
			continue;
		vec_each(instance, &(*each)->instances) {
			within |= instance->access == write;
			if (instance->access == write || !may_change(instance->access, write))
				continue;
			++*others;
			turns |= !goes_along(kernel, instance->access, down);
		}
		if (within && turns)
			return false;
	}
	return true;
}

static const struct et *amount_of(struct kernel *kernel, LLVMValueRef other)
{
	bool negative = LLVMIsAConstantInt(other) && LLVMConstIntGetSExtValue(other) < 0;
	if (!negative)
		return value_et(kernel->env, other);
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(other));
	return et_const(kernel->ets, width, (uint64_t)-LLVMConstIntGetSExtValue(other));
}

static void push_found(struct kernel *kernel, const struct access *read,
	const struct access *write, struct locked_draw draw, locked_draw_list *list)
{
	draw.found = read->instruction;
	draw.changes = value_reach_from(kernel->env, read->block, write->block);
	vec_push(kernel->arena, list, draw);
}

locked_draw_list locked_draws(
	struct kernel *kernel, const struct access *write, enum race_kind kind)
{
	locked_draw_list list = { 0 };
	struct locked_draw draw = { 0 };
	LLVMValueRef other = NULL;
	unsigned others = 0;
	const struct access *read = locked_change(kernel, write, true, &other, &draw.down);
	if (!read || write->size < 4 || !goes_one_way(kernel, write, kind, draw.down, &others))
		return list;
	draw.amount = amount_of(kernel, other);
	draw.added = other;
	draw.scope = held_at_both(read, write, true)->scope;
	push_found(kernel, read, write, draw, &list);
	vec_each(each, &kernel->accesses)
		if (!others && *each != read && is_same_place(*each, write) &&
			held_at_both(*each, write, true) &&
			comes_before(kernel, (*each)->instruction, write->instruction))
			push_found(kernel, *each, write, draw, &list);
	return list;
}
