#include "kernelanalysis/canonical/poison.h"

#define PLACE_BYTES 4096

static bool is_nowhere(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind && LLVMIsUndef(value) &&
	       !LLVMGetPointerAddressSpace(LLVMTypeOf(value));
}

static LLVMValueRef place_new(LLVMValueRef function)
{
	LLVMModuleRef module = LLVMGetGlobalParent(function);
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(context), PLACE_BYTES);
	LLVMValueRef place = LLVMBuildAlloca(b, bytes, "nowhere");
	LLVMDisposeBuilder(b);
	return place;
}

static bool is_address(LLVMValueRef instruction, unsigned operand)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMPHI:
	case LLVMLoad:
	case LLVMGetElementPtr:
		return true;
	case LLVMStore:
		return operand == 1;
	default:
		return false;
	}
}

static void replace_in(LLVMValueRef instruction, LLVMValueRef *place)
{
	for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(instruction); n++) {
		LLVMValueRef operand = LLVMGetOperand(instruction, n);
		if (!is_address(instruction, n) || !is_nowhere(operand))
			continue;
		if (!*place)
			*place = place_new(LLVMGetBasicBlockParent(
				LLVMGetInstructionParent(instruction)));
		LLVMSetOperand(instruction, n, *place);
	}
}

void poison_replace(LLVMValueRef function)
{
	LLVMValueRef place = NULL;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			replace_in(i, &place);
}
