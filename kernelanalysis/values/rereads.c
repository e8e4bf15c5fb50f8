#include "kernelanalysis/passes.h"

/*
 * A thread that loads one address twice with nothing between that could order it after another
 * thread's write loads one value: such a write would race with one of the loads, and that pair is
 * asked about by itself; up to the first race of a run no such write has happened.
 */

enum { MOST_LOADS = 8 };

struct loads {
	LLVMValueRef at[MOST_LOADS];
	unsigned n;
};

static bool is_plain_load(LLVMValueRef i)
{
	return LLVMIsALoadInst(i) && !LLVMGetVolatile(i) &&
	       LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

/* May the instruction write memory, or order the thread with others. */
static bool interrupts(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return !is_plain_load(i);
	if (LLVMIsACallInst(i))
		return !call_touches_no_memory(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i));
	return LLVMIsAStoreInst(i) || LLVMIsAFenceInst(i) || LLVMIsAAtomicRMWInst(i) ||
	       LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAInvokeInst(i);
}

/* The loads on the only way to an instruction, back to the last thing that interrupts. */
static struct loads loads_before(
	const struct kernel *kernel, const struct block *block, LLVMValueRef instruction)
{
	struct loads loads = { 0 };
	LLVMValueRef i = LLVMGetPreviousInstruction(instruction);
	while (loads.n < MOST_LOADS) {
		for (; i && loads.n < MOST_LOADS; i = LLVMGetPreviousInstruction(i)) {
			if (interrupts(i))
				return loads;
			const struct access *access = is_plain_load(i) ? access_at(kernel, i) : NULL;
			if (access && access->object->kind != OBJECT_UNKNOWN)
				loads.at[loads.n++] = i;
		}
		if (i || block->preds.n != 1)
			break;
		block = block->preds.at[0];
		i = LLVMGetLastInstruction(block->llvm);
	}
	return loads;
}

struct mentions {
	const struct et *sought;
	bool found;
};

static void mentions_visit(void *data, const struct et *et)
{
	struct mentions *mentions = data;
	mentions->found |= et == mentions->sought;
}

/* Is the loaded value an unknown on which the guard rests. */
static bool is_decisive(struct kernel *kernel, LLVMValueRef load, const struct et *guard)
{
	if (LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind)
		return false;
	struct mentions mentions = { value_et(kernel->env, load), false };
	if (et_is_const(mentions.sought))
		return false;
	et_once(kernel->arena, guard, mentions_visit, &mentions);
	return mentions.found;
}

static const struct et *same_load(struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	struct ets *ets = kernel->ets;
	const struct et *x = value_et(kernel->env, LLVMGetOperand(a, 0));
	const struct et *y = value_et(kernel->env, LLVMGetOperand(b, 0));
	const struct et *apart = et_not(ets, et_binary(ets, ET_EQ, 0, x, y));
	return et_or(ets, apart,
		et_binary(ets, ET_EQ, 0, value_et(kernel->env, a), value_et(kernel->env, b)));
}

const struct et *rereads_agree(struct kernel *kernel, const struct access *access)
{
	const struct et *term = et_bool(kernel->ets, true);
	struct loads loads = loads_before(kernel, access->block, access->instruction);
	for (unsigned i = 0; i < loads.n; i++) {
		if (!is_decisive(kernel, loads.at[i], access->guard))
			continue;
		for (unsigned k = i + 1; k < loads.n; k++) {
			LLVMValueRef a = loads.at[i], b = loads.at[k];
			if (LLVMTypeOf(a) == LLVMTypeOf(b) &&
				access_at(kernel, a)->object == access_at(kernel, b)->object &&
				is_decisive(kernel, b, access->guard))
				term = et_and(kernel->ets, term, same_load(kernel, a, b));
		}
	}
	return term;
}
