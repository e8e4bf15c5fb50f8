#include "kernelanalysis/canonical/dynamic_shared.h"

/*
 * All arrays declared `extern __shared__` begin where the dynamic part of shared memory begins: to a kernel that uses
 * several they are one object.
 */

enum { DEPTH = 8, SHARED_SPACE = 3 };

typedef VEC(LLVMValueRef) array_list;

static bool is_dynamic(LLVMValueRef value)
{
	return LLVMIsAGlobalVariable(value) && LLVMIsDeclaration(value) &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == SHARED_SPACE;
}

/* Adds the dynamic arrays that a value is made of by constant arithmetic. */
static void arrays_add(struct arena *arena, array_list *arrays, LLVMValueRef value, unsigned depth)
{
	if (is_dynamic(value)) {
		vec_each(known, arrays) if (*known == value) return;
		vec_push(arena, arrays, value);
	} else if (depth && LLVMIsAConstantExpr(value)) {
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
			arrays_add(arena, arrays, LLVMGetOperand(value, i), depth - 1);
	}
}

static array_list arrays_of(struct arena *arena, LLVMValueRef function)
{
	array_list arrays = { 0 };
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
				arrays_add(arena, &arrays, LLVMGetOperand(i, k), DEPTH);
	return arrays;
}

void dynamic_shared_join(struct arena *arena, LLVMValueRef function)
{
	array_list arrays = arrays_of(arena, function);
	for (size_t i = 1; i < arrays.n; i++) {
		LLVMValueRef first = arrays.at[0], other = arrays.at[i];
		if (LLVMGetAlignment(other) > LLVMGetAlignment(first))
			LLVMSetAlignment(first, LLVMGetAlignment(other));
		LLVMReplaceAllUsesWith(other, first);
	}
}
