#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "hostanalysis/canonical/rewrite.h"

/*
 * What the program promises the compiler (__builtin_assume, [[assume]], a branch to
 * __builtin_unreachable or std::unreachable) is a fact as that of an assert is, and becomes one in
 * form: a branch, of which one side ends the program. LLVM would drop both, or use them up where it
 * is no longer seen what a result rests on. Of functions in system headers the promises stay as
 * they are.
 */

static LLVMValueRef intrinsic(struct host_pass *pass, const char *name)
{
	return LLVMGetIntrinsicDeclaration(
		pass->module->llvm, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
}

static void trap_build(struct host_pass *pass, LLVMBuilderRef b)
{
	own_call(b, intrinsic(pass, "llvm.trap"), NULL, 0, "");
}

/* Not one that says something in its bundles, of alignment, say. */
static bool is_assumption(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "llvm.assume") &&
	       !LLVMGetNumOperandBundles(i) && !LLVMIsAConstant(call_arg(i, 0));
}

static void assumption_branch(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef assume)
{
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(assume);
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(assume);
	LLVMValueRef cond = call_arg(assume, 0);
	block_part(pass, b, assume);
	LLVMBasicBlockRef fail = LLVMInsertBasicBlockInContext(pass->module->context, rest, "");
	LLVMSetCurrentDebugLocation2(b, loc);
	LLVMBuildCondBr(b, cond, rest, fail);
	LLVMPositionBuilderAtEnd(b, fail);
	trap_build(pass, b);
	LLVMBuildUnreachable(b);
	LLVMSetCurrentDebugLocation2(b, NULL); /* else what is moved next gets it */
	LLVMInstructionEraseFromParent(assume);
}

/* A block that is never come to, and not because a call before does not return. */
static bool is_promise(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	return last && LLVMIsAUnreachableInst(last) && LLVMGetFirstInstruction(block) == last;
}

static void promise_trap(struct host_pass *pass, LLVMBuilderRef b, LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	LLVMPositionBuilderBefore(b, last);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(last));
	trap_build(pass, b);
	LLVMSetCurrentDebugLocation2(b, NULL);
}

static void function_branch(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef f)
{
	value_list assumptions = { 0 };
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
		block = LLVMGetNextBasicBlock(block)) {
		if (is_promise(block))
			promise_trap(pass, b, block);
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (is_assumption(i))
				vec_push(pass->arena, &assumptions, i);
	}
	vec_each(assume, &assumptions)
		assumption_branch(pass, b, *assume);
}

/* std::unreachable, wherever it comes from. */
static bool is_unreachable(LLVMValueRef f)
{
	return is_promise(LLVMGetEntryBasicBlock(f));
}

void assumptions_branch(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && (is_of_program(pass, f) || is_unreachable(f)))
			function_branch(pass, b, f);
	LLVMDisposeBuilder(b);
}
