#include "kernelanalysis/canonical/own_stores.h"

#include "kernelanalysis/canonical/unused.h"
#include "kernelanalysis/passes.h"

#define MOST_STEPS 64 /* instructions that are looked at before a read */
#define MOST_DEPTH 6  /* of an address */

static bool is_plain(LLVMValueRef i)
{
	return !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

/* Does it compute its value of its operands alone. */
static bool is_computed(LLVMValueRef value)
{
	return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsAGetElementPtrInst(value) ||
	       (is_call(value) && call_touches_no_memory(value) && call_args(value) == 0);
}

static bool same_address(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	if (a == b)
		return true;
	if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !is_computed(a) ||
		LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
		LLVMGetNumOperands(a) != LLVMGetNumOperands(b) ||
		(LLVMIsAGetElementPtrInst(a) && LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b)))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (!same_address(LLVMGetOperand(a, i), LLVMGetOperand(b, i), depth - 1))
			return false;
	return true;
}

static LLVMValueRef variable_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsAConstantExpr(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMIsAGlobalVariable(pointer) || LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

static bool is_elsewhere(LLVMValueRef store, LLVMValueRef load)
{
	LLVMValueRef a = variable_of(LLVMGetOperand(store, 1)), b = variable_of(LLVMGetOperand(load, 0));
	return a && b && a != b;
}

/* May the instruction write what the load reads, or order the thread with others. */
static bool interrupts(LLVMValueRef i, LLVMValueRef load)
{
	if (LLVMIsAStoreInst(i))
		return !is_plain(i) || !is_elsewhere(i, load);
	if (LLVMIsALoadInst(i))
		return !is_plain(i);
	if (is_call(i))
		return !call_touches_no_memory(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i));
	return LLVMIsAFenceInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
}

/* The thread's own value; NULL: it is not known. */
static LLVMValueRef own_stored(LLVMValueRef load)
{
	LLVMValueRef i = LLVMGetPreviousInstruction(load);
	for (unsigned n = 0; i && n < MOST_STEPS; i = LLVMGetPreviousInstruction(i), n++) {
		bool same = LLVMIsAStoreInst(i) && is_plain(i) &&
			    LLVMTypeOf(LLVMGetOperand(i, 0)) == LLVMTypeOf(load) &&
			    same_address(LLVMGetOperand(i, 1), LLVMGetOperand(load, 0), MOST_DEPTH);
		if (same)
			return LLVMGetOperand(i, 0);
		if (interrupts(i, load))
			return NULL;
	}
	return NULL;
}

bool own_stores_forward(LLVMValueRef function)
{
	bool changed = false;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			bool read = LLVMIsALoadInst(i) && is_plain(i) && LLVMGetFirstUse(i) &&
				    LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
			LLVMValueRef own = read ? own_stored(i) : NULL;
			if (!own)
				continue;
			LLVMReplaceAllUsesWith(i, own);
			unused_read_keep(i);
			changed = true;
		}
	return changed;
}
