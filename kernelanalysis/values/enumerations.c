#include "kernelanalysis/passes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/*
 * Values of enumerations whose type is not given: the language has them hold numbers of as many bits as the enumerators need, and
 * nothing else. clang (-fstrict-enums) says so where variables are read; this makes an assumption of it, as variables become values.
 */

static unsigned range_kind(LLVMValueRef load)
{
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(load)), "range", 5);
}

/* Is it a variable or parameter of a function, or a member of one. */
static bool is_own(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMIsAAllocaInst(pointer) || LLVMIsAArgument(pointer);
}

/* Fills from where to below where what is read lies. */
static bool range_read(LLVMValueRef load, LLVMValueRef ends[2])
{
	LLVMValueRef range = LLVMIsALoadInst(load) && LLVMHasMetadata(load)
				     ? LLVMGetMetadata(load, range_kind(load))
				     : NULL;
	if (!range || LLVMGetMDNodeNumOperands(range) != 2 ||
		LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind)
		return false;
	LLVMGetMDNodeOperands(range, ends);
	return LLVMIsAConstantInt(ends[0]) && LLVMIsAConstantInt(ends[1]);
}

static void range_assume(LLVMBuilderRef b, LLVMValueRef load, LLVMValueRef const ends[2])
{
	static const char name[] = "llvm.assume";
	LLVMModuleRef module = LLVMGetGlobalParent(
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)));
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef assume = LLVMGetIntrinsicDeclaration(module, id, NULL, 0);
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(load));
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
	LLVMValueRef above = LLVMBuildSub(b, load, ends[0], "");
	LLVMValueRef within = LLVMBuildICmp(
		b, LLVMIntULT, above, LLVMConstSub(ends[1], ends[0]), "");
	LLVMBuildCall2(b, LLVMGlobalGetValueType(assume), assume, &within, 1, "");
}

void enumerations_assume(LLVMValueRef function)
{
	enum { LEAST_WIDTH = 16 }; /* a bool has a range as well */
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i)) {
			LLVMValueRef ends[2];
			if (range_read(i, ends) && type_width(i) >= LEAST_WIDTH &&
				is_own(LLVMGetOperand(i, 0)))
				range_assume(b, i, ends);
		}
	LLVMDisposeBuilder(b);
}
