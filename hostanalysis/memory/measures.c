#include "hostanalysis/memory/measures.h"

static bool has_opcode(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

/* Is a number divided by a positive constant, or cut to fewer bits, which sizes are taken to fit in. */
static bool is_scaled(LLVMValueRef value)
{
	if (has_opcode(value, LLVMTrunc))
		return LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 32;
	bool divided = has_opcode(value, LLVMSDiv) || has_opcode(value, LLVMUDiv);
	bool shifted = has_opcode(value, LLVMAShr) || has_opcode(value, LLVMLShr);
	return (divided || shifted) && LLVMGetExact(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
	       (shifted || LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1)) > 0);
}

struct measure measure_read(LLVMValueRef value)
{
	struct measure measure = { value, NULL };
	LLVMValueRef bytes = value;
	while (is_scaled(bytes))
		bytes = LLVMGetOperand(bytes, 0);
	if (!has_opcode(bytes, LLVMSub))
		return measure;
	LLVMValueRef end = LLVMGetOperand(bytes, 0), begin = LLVMGetOperand(bytes, 1);
	if (!has_opcode(end, LLVMPtrToInt) || !has_opcode(begin, LLVMPtrToInt))
		return measure;
	measure.of = LLVMGetOperand(end, 0);
	measure.from = LLVMGetOperand(begin, 0);
	return measure;
}

bool address_moved(LLVMValueRef value, LLVMValueRef *from, LLVMValueRef *by)
{
	if (!LLVMIsAGetElementPtrInst(value) || LLVMGetNumIndices(value) != 1)
		return false;
	*from = LLVMGetOperand(value, 0);
	*by = LLVMGetOperand(value, 1);
	return true;
}
