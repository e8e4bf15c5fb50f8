#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/signals/signal.h"

#include <string.h>

/*
 * Whether a kernel itself puts a number below zero into a counter, by what its stores and atomics compute. What is read from memory and
 * what functions return are taken for numbers that are not below zero; differences and negative numbers are not.
 */

enum { MOST_SEEN = 16 };

struct signs {
	LLVMValueRef seen[MOST_SEEN];
	unsigned n;
};

static bool is_below(struct signs *signs, LLVMValueRef value);

static bool any_is_below(struct signs *signs, LLVMValueRef value, unsigned first, unsigned end)
{
	for (unsigned i = first; i < end; i++)
		if (is_below(signs, LLVMGetOperand(value, i)))
			return true;
	return false;
}

static bool phi_is_below(struct signs *signs, LLVMValueRef phi)
{
	for (unsigned i = 0; i < signs->n; i++)
		if (signs->seen[i] == phi)
			return false;
	if (signs->n == MOST_SEEN)
		return true;
	signs->seen[signs->n++] = phi;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (is_below(signs, LLVMGetIncomingValue(phi, i)))
			return true;
	return false;
}

static bool is_below(struct signs *signs, LLVMValueRef value)
{
	if (LLVMIsAConstantInt(value))
		return LLVMConstIntGetSExtValue(value) < 0;
	if (!LLVMIsAInstruction(value))
		return false;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMPHI: return phi_is_below(signs, value);
	case LLVMSelect: return any_is_below(signs, value, 1, 3);
	case LLVMAnd:
		return is_below(signs, LLVMGetOperand(value, 0)) && is_below(signs, LLVMGetOperand(value, 1));
	case LLVMAdd:
	case LLVMMul:
	case LLVMOr:
	case LLVMSDiv: return any_is_below(signs, value, 0, 2);
	case LLVMShl:
	case LLVMSRem:
	case LLVMAShr:
	case LLVMSExt:
	case LLVMTrunc:
	case LLVMFreeze: return any_is_below(signs, value, 0, 1);
	case LLVMSub:
	case LLVMXor: return true;
	default: return false;
	}
}

bool value_may_be_below(LLVMValueRef value)
{
	struct signs signs = { .n = 0 };
	return is_below(&signs, value);
}

/* Is it a fill with bytes that make a number below zero, or with ones that are not known. */
static bool fills_below(LLVMValueRef instruction)
{
	if (!LLVMIsACallInst(instruction) || strncmp(call_name(instruction), "llvm.memset", 11))
		return false;
	LLVMValueRef byte = LLVMGetOperand(instruction, 1);
	return !LLVMIsAConstantInt(byte) || LLVMConstIntGetZExtValue(byte) >= 0x80;
}

/* Is it an atomic that puts a number below zero there, or steps down from zero. */
static bool atomic_sets_below(const struct access *op, const struct access *counter)
{
	struct signs signs = { .n = 0 };
	if (op->type != ACCESS_ATOMIC || !op->writes || op == counter)
		return false;
	if (op->rmw == RMW_EXCHANGE || op->rmw == RMW_CAS || op->rmw == RMW_STORE)
		return op->operand && is_below(&signs, op->operand);
	return counter_shrinks(op);
}

/* Condition for what a store leaves in the counter to be below zero: a number of the whole launch, or by how it is computed. */
static const struct et *store_sets_below(struct kernel *kernel, const struct access *store, const struct access *counter)
{
	struct ets *ets = kernel->ets;
	struct signs signs = { .n = 0 };
	if (!store->stored)
		return et_bool(ets, fills_below(store->instruction));
	if (store->size != counter->size)
		return et_bool(ets, !LLVMIsNull(store->stored));
	if (store->value && store->value->width == counter->size * 8 && term_is_common(store->value, LEVEL_GRID))
		return et_binary(ets, ET_SLT, 0, store->value, et_const(ets, store->value->width, 0));
	return et_bool(ets, is_below(&signs, store->stored));
}

static const struct et *set_below(struct kernel *kernel, const struct access *counter)
{
	const struct et *below = et_bool(kernel->ets, false);
	vec_each(write, &kernel->accesses) {
		if ((*write)->object != counter->object || !accesses_may_meet(*write, counter))
			continue;
		if ((*write)->type == ACCESS_WRITE)
			below = et_or(kernel->ets, below, store_sets_below(kernel, *write, counter));
		else if (atomic_sets_below(*write, counter))
			return et_bool(kernel->ets, true);
	}
	return below;
}

const struct et *counter_set_below(struct kernel *kernel, const struct access *counter)
{
	if (!kernel->set_below)
		kernel->set_below = ptrmap_new(kernel->arena);
	const struct et *below = ptrmap_get(kernel->set_below, counter);
	if (!below) {
		below = set_below(kernel, counter);
		ptrmap_set(kernel->set_below, counter, below);
	}
	return below;
}
