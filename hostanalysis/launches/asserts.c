#include "hostanalysis/pass.h"

/*
 * assert(a && b) of C++ makes one value of its conditions before it branches:
 *
 *     entry: br a, rhs, end        end: ok = phi [false, entry], [b, rhs]
 *     rhs:   b = ...                    br ok, go, fail
 *
 * What rhs loads does then not dominate what follows. Where failing does not
 * return, the edges that bring a constant go to where it leads (jump threading,
 * for this case only: other branches keep their shape).
 */

static bool ends_program(LLVMBasicBlockRef block)
{
	return LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(block)) != NULL;
}

/* The phi of a block that holds nothing else but a branch on it; NULL: another block. */
static LLVMValueRef joined_condition(LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block);
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
	if (!LLVMIsAPHINode(phi) || LLVMGetNextInstruction(phi) != branch ||
		!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
		LLVMGetCondition(branch) != phi)
		return NULL;
	LLVMUseRef use = LLVMGetFirstUse(phi);
	return use && !LLVMGetNextUse(use) ? phi : NULL;
}

/* Where a constant leads, when that ends the program; else NULL. */
static LLVMBasicBlockRef failing(LLVMValueRef branch, LLVMValueRef value)
{
	if (!LLVMIsAConstantInt(value))
		return NULL;
	LLVMBasicBlockRef to = LLVMGetSuccessor(branch, LLVMConstIntGetZExtValue(value) ? 0 : 1);
	LLVMValueRef first = LLVMGetFirstInstruction(to);
	return ends_program(to) && !LLVMIsAPHINode(first) ? to : NULL;
}

static bool redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef at, LLVMBasicBlockRef to)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
	if (!LLVMIsABranchInst(branch))
		return false;
	for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++)
		if (LLVMGetSuccessor(branch, i) == at)
			LLVMSetSuccessor(branch, i, to);
	return true;
}

static void condition_split(struct host_pass *pass, LLVMBuilderRef b, LLVMBasicBlockRef block,
	LLVMValueRef phi)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
	unsigned n = LLVMCountIncoming(phi), kept = 0;
	LLVMValueRef *values = arena_alloc(pass->arena, n * sizeof(*values));
	LLVMBasicBlockRef *blocks = arena_alloc(pass->arena, n * sizeof(*blocks));
	bool variable = false;
	for (unsigned i = 0; i < n; i++)
		variable |= !failing(branch, LLVMGetIncomingValue(phi, i));
	for (unsigned i = 0; variable && i < n; i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMBasicBlockRef to = failing(branch, value);
		if (to && redirect(from, block, to))
			continue;
		values[kept] = value;
		blocks[kept++] = from;
	}
	if (!variable || kept == n)
		return;
	LLVMPositionBuilderBefore(b, phi);
	LLVMValueRef made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	LLVMAddIncoming(made, values, blocks, kept);
	LLVMReplaceAllUsesWith(phi, made);
	LLVMInstructionEraseFromParent(phi);
}

void asserts_split(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
			block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef phi = joined_condition(block);
			if (phi)
				condition_split(pass, b, block, phi);
		}
	}
	LLVMDisposeBuilder(b);
}
