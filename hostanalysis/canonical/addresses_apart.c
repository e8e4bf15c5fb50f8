#include "hostanalysis/pass.h"

#include <string.h>

#include <llvm-c/Target.h>

/*
 * Addresses of different variables differ: what a copy tests (`if (this != &other)`) is known, and keeps neither variable in
 * memory. An allocation that is used where there is one (`p ? p : other`) is that one, as an allocation succeeds.
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

/* The allocation that a comparison asks for; NULL: it is none. Fills whether it holds where there is one. */
static LLVMValueRef allocation_asked(LLVMValueRef test, bool *holds)
{
	if (!compares_addresses(test) || !LLVMIsAConstantPointerNull(LLVMGetOperand(test, 1)))
		return NULL;
	LLVMValueRef pointer = LLVMGetOperand(test, 0);
	*holds = LLVMGetICmpPredicate(test) == LLVMIntNE;
	return is_call(pointer) && !strcmp(call_name(pointer), "hgrd.alloc") ? pointer : NULL;
}

static bool has_one_way(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	return use && !LLVMGetNextUse(use);
}

/* What a phi takes from a block that goes there unless there is no allocation, and else by another block alone; NULL: it is none. */
static LLVMValueRef allocation_joined(LLVMValueRef phi)
{
	bool holds;
	for (unsigned k = 0; k < 2 && LLVMCountIncoming(phi) == 2; k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k), other = LLVMGetIncomingBlock(phi, 1 - k);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
		bool asks = LLVMIsABranchInst(end) && LLVMIsConditional(end);
		LLVMValueRef pointer = asks ? allocation_asked(LLVMGetCondition(end), &holds) : NULL;
		if (pointer && pointer == LLVMGetIncomingValue(phi, k) && has_one_way(other) &&
			LLVMGetSuccessor(end, holds ? 1 : 0) == other && LLVMGetSuccessor(end, holds ? 0 : 1) == LLVMGetInstructionParent(phi))
			return pointer;
	}
	return NULL;
}

/* The allocation that a choice takes unless there is none; NULL: it is no such choice. */
static LLVMValueRef allocation_chosen(LLVMValueRef choice)
{
	bool holds;
	if (LLVMIsAPHINode(choice))
		return allocation_joined(choice);
	LLVMValueRef pointer = LLVMIsASelectInst(choice) ? allocation_asked(LLVMGetOperand(choice, 0), &holds) : NULL;
	return pointer && LLVMGetOperand(choice, holds ? 1 : 2) == pointer ? pointer : NULL;
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

void allocations_choose(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef chosen = allocation_chosen(i);
			if (chosen)
				LLVMReplaceAllUsesWith(i, chosen);
		}
}
