#include "kernelanalysis/canonical/unrolled.h"

#include "ir/unroll.h"
#include "kernelanalysis/canonical/rotated.h"

/* Flags whose pointers stand in an array are words of their own once each round is one. */

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

bool loop_is_unrolled(const struct loop *loop)
{
	if (loop_computes_arrays(loop))
		return true;
	vec_each(block, &loop->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (reads_by_array(i))
				return true;
	return false;
}
