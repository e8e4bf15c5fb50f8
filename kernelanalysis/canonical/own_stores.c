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

static LLVMValueRef root_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsAConstantExpr(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Is the variable in shared memory or the thread's own, where no argument of a kernel points to. */
static bool is_inside(LLVMValueRef variable)
{
	enum { SHARED = 3 };
	return LLVMIsAAllocaInst(variable) || LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == SHARED;
}

static bool is_elsewhere(LLVMValueRef pointer, LLVMValueRef load)
{
	LLVMValueRef a = root_of(pointer), b = variable_of(LLVMGetOperand(load, 0));
	return b && a != b && (LLVMIsAGlobalVariable(a) || LLVMIsAAllocaInst(a) || (LLVMIsAArgument(a) && is_inside(b)));
}

/* Is it an atomic operation that orders nothing by itself. */
static bool is_relaxed(LLVMValueRef i)
{
	if (LLVMIsAAtomicCmpXchgInst(i))
		return LLVMGetCmpXchgSuccessOrdering(i) == LLVMAtomicOrderingMonotonic;
	return LLVMIsAAtomicRMWInst(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingMonotonic;
}

/* May the instruction write what the load reads, or order the thread with others. */
static bool interrupts(LLVMValueRef i, LLVMValueRef load)
{
	if (LLVMIsAStoreInst(i))
		return !is_plain(i) || !is_elsewhere(LLVMGetOperand(i, 1), load);
	if (LLVMIsALoadInst(i))
		return !is_plain(i);
	if (is_call(i))
		return !call_touches_no_memory(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i));
	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		return !is_relaxed(i) || !is_elsewhere(LLVMGetOperand(i, 0), load);
	return LLVMIsAFenceInst(i) != NULL;
}

struct search {
	LLVMValueRef load;
	unsigned left; /* instructions that may be looked at */
	bool ended;    /* by something that interrupts */
};

/* The value that is stored where the load reads, from `i` upwards in its block; NULL: none is. */
static LLVMValueRef stored_above(struct search *search, LLVMValueRef i)
{
	LLVMValueRef load = search->load;
	for (; i && search->left; i = LLVMGetPreviousInstruction(i), search->left--) {
		bool same = LLVMIsAStoreInst(i) && is_plain(i) && LLVMTypeOf(LLVMGetOperand(i, 0)) == LLVMTypeOf(load) &&
			    same_address(LLVMGetOperand(i, 1), LLVMGetOperand(load, 0), MOST_DEPTH);
		if (same)
			return LLVMGetOperand(i, 0);
		search->ended |= interrupts(i, load);
		if (search->ended)
			return NULL;
	}
	search->ended |= i != NULL;
	return NULL;
}

/* The only other block that leads to a block, which may be a loop by itself (*loops); NULL: there are several. */
static LLVMBasicBlockRef only_way(LLVMBasicBlockRef block, bool *loops)
{
	LLVMBasicBlockRef only = NULL;
	*loops = false;
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMBasicBlockRef from = LLVMIsATerminatorInst(user) ? LLVMGetInstructionParent(user) : NULL;
		if (from == block)
			*loops = true;
		else if (only && from != only)
			return NULL;
		else if (from)
			only = from;
	}
	return only;
}

/* Does a round of the block leave what the load reads as it is. */
static bool leaves_alone(struct search *search, LLVMBasicBlockRef block)
{
	for (LLVMValueRef i = LLVMGetLastInstruction(block); i && search->left; i = LLVMGetPreviousInstruction(i), search->left--)
		if (interrupts(i, search->load))
			return false;
	return search->left > 0;
}

/* The thread's own value; NULL: it is not known. */
static LLVMValueRef own_stored(LLVMValueRef load)
{
	enum { MOST_BLOCKS = 4 };
	struct search search = { load, MOST_STEPS, false };
	LLVMBasicBlockRef block = LLVMGetInstructionParent(load);
	LLVMValueRef stored = stored_above(&search, LLVMGetPreviousInstruction(load));
	for (unsigned n = 0; !stored && !search.ended && n < MOST_BLOCKS; n++) {
		bool loops;
		LLVMBasicBlockRef way = only_way(block, &loops);
		if (!way || (loops && !leaves_alone(&search, block)))
			return NULL;
		stored = stored_above(&search, LLVMGetLastInstruction(way));
		block = way;
	}
	return stored;
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
