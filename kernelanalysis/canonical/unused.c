#include "kernelanalysis/canonical/unused.h"

#include <string.h>

#include "base/ptrmap.h"

#define USE "llvm.fake.use"

typedef VEC(LLVMValueRef) instructions;

static unsigned mark_kind(LLVMValueRef load)
{
	static const char name[] = "hgrd.read";
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(load)), name,
		(unsigned)strlen(name));
}

#define each_instruction(i, function)                                                         \
	for (LLVMBasicBlockRef block_ = LLVMGetFirstBasicBlock(function); block_;             \
		block_ = LLVMGetNextBasicBlock(block_))                                       \
		for (LLVMValueRef i = LLVMGetFirstInstruction(block_), next_; i; i = next_)   \
			if (next_ = LLVMGetNextInstruction(i), true)

void unused_reads_mark(LLVMValueRef function)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
	LLVMValueRef empty = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
	each_instruction(i, function) {
		if (LLVMIsALoadInst(i) && !LLVMIsAAllocaInst(LLVMGetOperand(i, 0)))
			LLVMSetMetadata(i, mark_kind(i), empty);
	}
}

/* Does an instruction do something besides computing its value. */
static bool has_effect(LLVMValueRef i)
{
	if (is_call(i))
		return !call_has_no_effect(i);
	return LLVMIsAStoreInst(i) || LLVMIsATerminatorInst(i) || LLVMIsAFenceInst(i) ||
	       LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
}

/* All that effects need, as adce finds it. */
static void needed_find(struct arena *arena, LLVMValueRef function, struct ptrmap *needed)
{
	instructions work = { 0 };
	each_instruction(i, function) {
		if (!has_effect(i))
			continue;
		ptrmap_set(needed, i, i);
		vec_push(arena, &work, i);
	}
	while (work.n) {
		LLVMValueRef i = work.at[--work.n];
		for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(i); n++) {
			LLVMValueRef operand = LLVMGetOperand(i, n);
			if (!operand || !LLVMIsAInstruction(operand) || ptrmap_get(needed, operand))
				continue;
			ptrmap_set(needed, operand, operand);
			vec_push(arena, &work, operand);
		}
	}
}

static bool is_in_variable(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) ||
		LLVMIsABitCastInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMIsAAllocaInst(pointer) || LLVMIsUndef(pointer);
}

void unused_read_keep(LLVMValueRef load)
{
	LLVMModuleRef module = LLVMGetGlobalParent(
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)));
	unsigned id = LLVMLookupIntrinsicID(USE, strlen(USE));
	LLVMValueRef use = LLVMGetIntrinsicDeclaration(module, id, NULL, 0);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(load));
	LLVMBuildCall2(b, LLVMGlobalGetValueType(use), use, &load, 1, "");
	LLVMDisposeBuilder(b);
}

void unused_reads_keep(struct arena *arena, LLVMValueRef function)
{
	struct ptrmap *needed = ptrmap_new(arena);
	needed_find(arena, function, needed);
	each_instruction(i, function) {
		if (!LLVMIsALoadInst(i) || !LLVMGetMetadata(i, mark_kind(i)))
			continue;
		if (!ptrmap_get(needed, i) && !is_in_variable(LLVMGetOperand(i, 0)))
			unused_read_keep(i);
	}
}

void unused_reads_release(LLVMValueRef function)
{
	each_instruction(i, function) {
		if (is_call(i) && !strcmp(call_name(i), USE))
			LLVMInstructionEraseFromParent(i);
	}
}
