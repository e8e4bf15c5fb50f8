#include "kernelanalysis/canonical/unrolled.h"

#include "ir/unroll.h"
#include "kernelanalysis/canonical/rotated.h"

/*
 * Flags whose pointers stand in an array are words of their own once each round is one, and what a list of the thread's own
 * holds is a number of its own for each.
 */

/* Is the operand the address of a word that one of several pointers in an array points to,
 * whichever the loop comes to. */
static bool comes_from_array(LLVMValueRef operand)
{
	while (LLVMIsAGetElementPtrInst(operand) || LLVMIsAAddrSpaceCastInst(operand) ||
		LLVMIsAPtrToIntInst(operand))
		operand = LLVMGetOperand(operand, 0);
	return pointer_is_chosen(operand);
}

static bool reads_by_array(LLVMValueRef i)
{
	bool text = LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i));
	unsigned operands = text ? LLVMGetNumArgOperands(i) : read_is_strong(i) ? 1 : 0;
	for (unsigned n = 0; n < operands; n++)
		if (comes_from_array(LLVMGetOperand(i, n)))
			return true;
	return false;
}

/* Does the pointer begin in a local array and go on by steps that are constant. */
static bool steps_through_array(LLVMValueRef phi)
{
	LLVMValueRef first = NULL, next = NULL;
	if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMPointerTypeKind || LLVMCountIncoming(phi) != 2)
		return false;
	for (unsigned n = 0; n < 2; n++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, n);
		bool step = LLVMIsAGetElementPtrInst(value) && LLVMGetOperand(value, 0) == phi && LLVMGetNumOperands(value) == 2 &&
			    LLVMIsAConstantInt(LLVMGetOperand(value, 1));
		*(step ? &next : &first) = value;
	}
	while (first && LLVMIsAGetElementPtrInst(first))
		first = LLVMGetOperand(first, 0);
	return next && first && LLVMIsAAllocaInst(first);
}

/* Does it take the entries of a local list one by one: `for (int d : { 1, 2, 4 })`. */
static bool walks_list(const struct loop *loop)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(loop->header->llvm); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		if (steps_through_array(i))
			return true;
	return false;
}

bool loop_is_unrolled(const struct loop *loop)
{
	if (loop_computes_arrays(loop) || walks_list(loop))
		return true;
	vec_each(block, &loop->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (reads_by_array(i))
				return true;
	return false;
}
