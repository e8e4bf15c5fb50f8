#include "hostanalysis/pass.h"

#include <llvm-c/Target.h>

/*
 * Addresses of different variables differ: what a copy tests (`if (this != &other)`) is known, and keeps neither variable in
 * memory.
 */

static uint64_t size_of(const struct host_pass *pass, LLVMTypeRef type)
{
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(pass->module->llvm), type);
}

/* The variable that the address lies in, and not behind; NULL: not known. */
static LLVMValueRef variable_of(struct host_pass *pass, LLVMValueRef address)
{
	int64_t offset;
	LLVMValueRef base = pointer_base(pass, address, &offset);
	bool local = LLVMIsAAllocaInst(base) && LLVMIsAConstantInt(LLVMGetOperand(base, 0));
	if (!local && !LLVMIsAGlobalVariable(base))
		return NULL;
	uint64_t size = size_of(pass, local ? LLVMGetAllocatedType(base) : LLVMGlobalGetValueType(base));
	return offset >= 0 && (uint64_t)offset < size ? base : NULL;
}

/* Is one of them the function's own, so that no other name is the same. */
static bool are_apart(LLVMValueRef a, LLVMValueRef b)
{
	return a && b && a != b && (LLVMIsAAllocaInst(a) || LLVMIsAAllocaInst(b));
}

static bool compares_addresses(LLVMValueRef i)
{
	return LLVMIsAICmpInst(i) && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMPointerTypeKind &&
	       (LLVMGetICmpPredicate(i) == LLVMIntEQ || LLVMGetICmpPredicate(i) == LLVMIntNE);
}

void addresses_compare(struct host_pass *pass, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (!compares_addresses(i) || !are_apart(variable_of(pass, LLVMGetOperand(i, 0)),
							       variable_of(pass, LLVMGetOperand(i, 1))))
				continue;
			LLVMReplaceAllUsesWith(i,
				LLVMConstInt(LLVMTypeOf(i), LLVMGetICmpPredicate(i) == LLVMIntNE, false));
			LLVMInstructionEraseFromParent(i);
		}
}
