#include "kernelanalysis/canonical/rotated.h"

#include <string.h>

#include "kernelanalysis/passes.h"

/*
 * The read before the loop moves down to the loop's beginning. That what it saw is taken to be seen
 * later only takes order away from what stands between, and the accesses that it may race with are
 * those of the read in the loop.
 */

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

bool read_is_strong(LLVMValueRef i)
{
	struct scoped_atomic atomic;
	if (LLVMIsALoadInst(i))
		return LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
	if (LLVMIsAAtomicRMWInst(i))
		return (LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpAdd ||
			       LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpOr) &&
		       is_zero(LLVMGetOperand(i, 1));
	return LLVMIsACallInst(i) && call_is_scoped_atomic(i, &atomic) && atomic.rmw == RMW_LOAD;
}

static bool same_order(LLVMValueRef a, LLVMValueRef b)
{
	if (LLVMIsACallInst(a))
		return true;
	if (LLVMIsAAtomicRMWInst(a))
		return LLVMGetAtomicRMWBinOp(a) == LLVMGetAtomicRMWBinOp(b) &&
		       LLVMGetOrdering(a) == LLVMGetOrdering(b) &&
		       LLVMGetAtomicSyncScopeID(a) == LLVMGetAtomicSyncScopeID(b);
	if (LLVMGetVolatile(a) != LLVMGetVolatile(b) || LLVMGetOrdering(a) != LLVMGetOrdering(b))
		return false;
	return LLVMGetOrdering(a) == LLVMAtomicOrderingNotAtomic ||
	       LLVMGetAtomicSyncScopeID(a) == LLVMGetAtomicSyncScopeID(b);
}

/* The same value, or the same computation of an address. */
static bool same_operand(LLVMValueRef a, LLVMValueRef b)
{
	bool steps = LLVMIsAGetElementPtrInst(a) || LLVMIsAAddrSpaceCastInst(a);
	if (a == b)
		return true;
	if (!steps || !LLVMIsAInstruction(b) ||
		LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
		LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(a); i++)
		if (LLVMGetOperand(a, (unsigned)i) != LLVMGetOperand(b, (unsigned)i))
			return false;
	return !LLVMIsAGetElementPtrInst(a) ||
	       LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b);
}

static bool same_read(LLVMValueRef a, LLVMValueRef b)
{
	if (!read_is_strong(a) || !read_is_strong(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
		LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
		LLVMGetNumOperands(a) != LLVMGetNumOperands(b) || !same_order(a, b))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(a); i++)
		if (!same_operand(LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i)))
			return false;
	return true;
}

static bool used_once(LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	return use && !LLVMGetNextUse(use);
}

/* Does the block do nothing after the read but go back to the loop's beginning. */
static bool goes_back(LLVMValueRef read, LLVMBasicBlockRef header)
{
	LLVMValueRef i = LLVMGetNextInstruction(read);
	for (; !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i))
		if (LLVMIsACallInst(i) || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) ||
			LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i))
			return false;
	return LLVMGetNumSuccessors(i) == 1 && LLVMGetSuccessor(i, 0) == header;
}

/* Reads where the loop begins, by the operands of the read before it, which have values there. */
static void read_in(LLVMBasicBlockRef header, LLVMValueRef phi, LLVMValueRef before, LLVMValueRef again)
{
	LLVMValueRef read = LLVMInstructionClone(again);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(
		LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(header))));
	for (int i = 0; i < LLVMGetNumOperands(before); i++)
		LLVMSetOperand(read, (unsigned)i, LLVMGetOperand(before, (unsigned)i));
	LLVMPositionBuilderBefore(b, block_behind_phis(header));
	LLVMInsertIntoBuilder(b, read);
	LLVMDisposeBuilder(b);
	LLVMReplaceAllUsesWith(phi, read);
	LLVMInstructionEraseFromParent(phi);
	LLVMInstructionEraseFromParent(before);
	LLVMInstructionEraseFromParent(again);
}

static bool join(const struct func *func, LLVMValueRef phi)
{
	LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
	const struct block *begin = func_block(func, header);
	if (LLVMCountIncoming(phi) != 2 || !begin || !begin->idom)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef again = LLVMGetIncomingValue(phi, i);
		LLVMValueRef before = LLVMGetIncomingValue(phi, 1 - i);
		if (again == before || !LLVMIsAInstruction(again) || !LLVMIsAInstruction(before) ||
			LLVMGetInstructionParent(again) != LLVMGetIncomingBlock(phi, i) ||
			!used_once(again) || !used_once(before) || !same_read(again, before) ||
			!goes_back(again, header) ||
			!block_dominates(begin, instruction_block(func, again)) ||
			!block_dominates(instruction_block(func, before), begin->idom))
			continue;
		read_in(header, phi, before, again);
		return true;
	}
	return false;
}

bool rotated_reads_join(struct arena *arena, LLVMValueRef function)
{
	const struct func *func = func_new(arena, function);
	bool changed = false;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef next, i = LLVMGetFirstInstruction(block);
		for (; i && LLVMIsAPHINode(i); i = next) {
			next = LLVMGetNextInstruction(i);
			changed |= join(func, i);
		}
	}
	return changed;
}
