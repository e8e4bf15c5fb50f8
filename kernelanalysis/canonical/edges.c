#include "kernelanalysis/canonical/edges.h"

#include <string.h>

#include "ir/func.h"

/* Critical edges of branches on what an atomic or volatile read found (acquire.c), or a plain one of a word that says under a lock what is done. */

static bool is_strong_read(LLVMValueRef value)
{
	if (LLVMIsAAtomicRMWInst(value) || LLVMIsAAtomicCmpXchgInst(value))
		return true;
	if (LLVMIsALoadInst(value))
		return LLVMGetVolatile(value) ||
		       LLVMGetOrdering(value) != LLVMAtomicOrderingNotAtomic;
	if (!LLVMIsACallInst(value))
		return false;
	const char *name = call_name(value);
	return !strncmp(name, "__hgrd_atomic_", 14) || !strncmp(name, "llvm.nvvm.atomic.", 17);
}

/* Is a constant stored to the word that is read, in the same function. */
static bool is_set(LLVMValueRef load)
{
	LLVMValueRef place = LLVMGetOperand(load, 0);
	for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == place &&
			LLVMIsAConstantInt(LLVMGetOperand(store, 0)) &&
			LLVMGetBasicBlockParent(LLVMGetInstructionParent(store)) ==
				LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)))
			return true;
	}
	return false;
}

/* Does the function have an operation by which locks are taken. */
static bool takes_locks(LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAtomicCmpXchgInst(i) ||
				(LLVMIsAAtomicRMWInst(i) &&
					LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpXchg))
				return true;
	return false;
}

static bool reads_under_lock(LLVMValueRef load)
{
	return LLVMIsALoadInst(load) && is_set(load) &&
	       takes_locks(LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)));
}

static bool reads_strongly(LLVMValueRef value, unsigned depth)
{
	if (!LLVMIsAInstruction(value) || depth > 8)
		return false;
	if (is_strong_read(value) || reads_under_lock(value))
		return true;
	if (LLVMIsALoadInst(value) || LLVMIsACallInst(value) || LLVMIsAPHINode(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (reads_strongly(LLVMGetOperand(value, (unsigned)i), depth + 1))
			return true;
	return false;
}

static unsigned predecessors(LLVMBasicBlockRef block)
{
	unsigned n = 0;
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
		use = LLVMGetNextUse(use))
		n += LLVMIsATerminatorInst(LLVMGetUser(use)) != NULL;
	return n;
}

/* The phi again, with `middle` in the place of `from`. */
static void redirect(struct arena *arena, LLVMBuilderRef builder, LLVMValueRef phi,
	LLVMBasicBlockRef from, LLVMBasicBlockRef middle)
{
	unsigned n = LLVMCountIncoming(phi);
	LLVMValueRef *values = arena_alloc(arena, n * sizeof(*values));
	LLVMBasicBlockRef *blocks = arena_alloc(arena, n * sizeof(*blocks));
	for (unsigned i = 0; i < n; i++) {
		values[i] = LLVMGetIncomingValue(phi, i);
		blocks[i] = LLVMGetIncomingBlock(phi, i);
		if (blocks[i] == from)
			blocks[i] = middle;
	}
	LLVMPositionBuilderBefore(builder, phi);
	LLVMValueRef again = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
	for (unsigned i = 0; i < n; i++)
		if (values[i] == phi)
			values[i] = again;
	LLVMAddIncoming(again, values, blocks, n);
	LLVMReplaceAllUsesWith(phi, again);
	LLVMInstructionEraseFromParent(phi);
}

static void split(struct arena *arena, struct module *module, LLVMValueRef branch, unsigned index)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
	LLVMBasicBlockRef to = LLVMGetSuccessor(branch, index);
	LLVMBasicBlockRef middle = LLVMInsertBasicBlockInContext(module->context, to, "edge");
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(module->context);
	LLVMPositionBuilderAtEnd(builder, middle);
	LLVMBuildBr(builder, to);
	LLVMSetSuccessor(branch, index, middle);
	VEC(LLVMValueRef) phis = { 0 };
	for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i);
		i = LLVMGetNextInstruction(i))
		vec_push(arena, &phis, i);
	vec_each(phi, &phis)
		redirect(arena, builder, *phi, from, middle);
	LLVMDisposeBuilder(builder);
}

/* The edge leads back to a loop's header. */
static bool is_back_edge(
	struct arena *arena, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	const struct func *func = func_new(arena, LLVMGetBasicBlockParent(from));
	const struct block *a = func_block(func, to), *b = func_block(func, from);
	return !a || !b || block_dominates(a, b);
}

static void split_block(struct arena *arena, struct module *module, LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	if (!last || !LLVMIsABranchInst(last) || !LLVMIsConditional(last) ||
		LLVMGetSuccessor(last, 0) == LLVMGetSuccessor(last, 1) ||
		!reads_strongly(LLVMGetCondition(last), 0))
		return;
	for (unsigned i = 0; i < 2; i++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(last, i);
		if (predecessors(to) > 1 && !is_back_edge(arena, block, to))
			split(arena, module, last, i);
	}
}

void edges_split(struct arena *arena, struct module *module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			split_block(arena, module, b);
}
