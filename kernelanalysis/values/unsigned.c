#include "kernelanalysis/passes.h"

/*
 * Sizes that are signed in the source, but compared as unsigned: they would wrap if they were
 * negative, so they are taken for not negative, under the assumption that nothing wraps.
 */

static bool keeps_sign(LLVMValueRef i)
{
	if (!LLVMIsAInstruction(i))
		return false;
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		return LLVMGetNSW(i) && !LLVMGetNUW(i);
	case LLVMSExt:
	case LLVMSDiv:
	case LLVMSRem:
	case LLVMSIToFP:
		return true;
	case LLVMICmp:
		return LLVMGetICmpPredicate(i) >= LLVMIntSGT;
	default:
		return false;
	}
}

/* Is the value signed in the source: a parameter that is used so, or a result of signed arithmetic. */
static bool is_signed(LLVMValueRef value)
{
	if (LLVMIsASExtInst(value))
		return is_signed(LLVMGetOperand(value, 0));
	if (!LLVMIsAArgument(value))
		return !LLVMIsAICmpInst(value) && keeps_sign(value);
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
		if (keeps_sign(LLVMGetUser(use)))
			return true;
	return false;
}

static void id_visit(void *data, const struct et *et)
{
	bool *found = data;
	*found |= et->op == ET_SYM && et->sym->kind == SYM_ID;
}

static void loop_visit(void *data, const struct et *et)
{
	bool *found = data;
	*found |= et->op == ET_SYM && et->sym->kind == SYM_LOOP;
}

static bool has(struct kernel *kernel, const struct et *term,
	void visit(void *data, const struct et *et))
{
	bool found = false;
	et_each(et_set_new(kernel->arena), term, visit, &found);
	return found;
}

/* Do only conditions on the thread's place decide whether it comes there. */
static bool some_threads_run(struct kernel *kernel, const struct et *reach)
{
	if (reach->op == ET_AND && reach->width == 1)
		return some_threads_run(kernel, reach->arg[0]) &&
		       some_threads_run(kernel, reach->arg[1]);
	return et_is_true(reach) || has(kernel, reach, id_visit);
}

static void not_negative(
	struct kernel *kernel, const struct block *block, LLVMValueRef compare, LLVMValueRef value)
{
	struct ets *ets = kernel->ets;
	LLVMValueRef own = LLVMIsASExtInst(value) ? LLVMGetOperand(value, 0) : value;
	if (!is_signed(value))
		return;
	bool runs = LLVMIsAArgument(own)
			    ? some_threads_run(kernel, value_reach(kernel->env, block))
			    : kernel_always_runs(kernel, block);
	const struct et *term = value_et(kernel->env, value);
	if (!runs || has(kernel, term, loop_visit))
		return;
	const struct et *fact = et_binary(ets, ET_SLE, 0, et_const(ets, term->width, 0), term);
	kernel_fact_add(kernel, FACT_ASSUME, "signed size in an unsigned comparison ", fact,
		instruction_loc(kernel->arena, compare));
}

static bool compares_unsigned(LLVMValueRef i)
{
	if (!LLVMIsAICmpInst(i) || LLVMIsAConstant(LLVMGetOperand(i, 0)) ||
		LLVMIsAConstant(LLVMGetOperand(i, 1)) ||
		LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) != LLVMIntegerTypeKind)
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
	return predicate >= LLVMIntUGT && predicate <= LLVMIntULE;
}

void unsigned_sizes_fill(struct kernel *kernel)
{
	vec_each(block, &kernel->func->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			if (!compares_unsigned(i))
				continue;
			for (unsigned side = 0; side < 2; side++)
				not_negative(kernel, *block, i, LLVMGetOperand(i, side));
		}
	}
}
