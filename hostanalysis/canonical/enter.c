#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Variables of the program that main alone uses become variables of main, which begin with their
 * initial values: what its loops make of them are values then, and no longer memory.
 */

#define MOST_BYTES 512
#define INDICES 8

/* Nothing runs the function: all calls of it were inlined. */
static bool is_left_over(const struct host_pass *pass, LLVMValueRef function)
{
	vec_each(root, &pass->roots)
		if (*root == function)
			return false;
	return pass->closed && !LLVMGetFirstUse(function);
}

static LLVMValueRef function_of(LLVMValueRef instruction)
{
	return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* Is an address used by instructions of the function alone, directly or as part of a constant one. */
static bool used_in(const struct host_pass *pass, LLVMValueRef address, LLVMValueRef function,
	unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAInstruction(user)) {
			if (LLVMIsAPHINode(user) || (function_of(user) != function &&
							    !is_left_over(pass, function_of(user))))
				return false;
		} else if (!depth || !LLVMIsAConstantExpr(user) ||
			   LLVMGetConstOpcode(user) != LLVMGetElementPtr ||
			   LLVMGetNumIndices(user) > INDICES ||
			   !used_in(pass, user, function, depth - 1)) {
			return false;
		}
	}
	return true;
}

static bool can_enter(const struct host_pass *pass, LLVMValueRef variable, LLVMValueRef function)
{
	LLVMValueRef contents = LLVMGetInitializer(variable);
	LLVMLinkage linkage = LLVMGetLinkage(variable);
	return contents && !LLVMIsUndef(contents) && !LLVMIsThreadLocal(variable) &&
	       !LLVMIsGlobalConstant(variable) && LLVMGetFirstUse(variable) &&
	       (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) &&
	       LLVMABISizeOfType(pass->layout, LLVMGlobalGetValueType(variable)) <= MOST_BYTES &&
	       used_in(pass, variable, function, 1);
}

/* The function's uses of an address are those of `made`. */
static void uses_move(
	LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef made, LLVMValueRef function)
{
	LLVMUseRef next;
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		if (LLVMIsAConstantExpr(user)) {
			LLVMValueRef index[INDICES];
			unsigned n = (unsigned)LLVMGetNumIndices(user);
			for (unsigned i = 0; i < n; i++)
				index[i] = LLVMGetOperand(user, i + 1);
			LLVMValueRef part = LLVMBuildInBoundsGEP2(
				b, LLVMGetGEPSourceElementType(user), made, index, n, "");
			uses_move(b, user, part, function);
		} else if (function_of(user) == function) {
			for (int i = 0; i < LLVMGetNumOperands(user); i++)
				if (LLVMGetOperand(user, (unsigned)i) == address)
					LLVMSetOperand(user, (unsigned)i, made);
		}
	}
}

static void enter(LLVMBuilderRef b, LLVMValueRef variable, LLVMValueRef function)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
	LLVMPositionBuilder(b, entry, LLVMGetFirstInstruction(entry));
	size_t length;
	const char *name = source_name(value_name(variable), &length);
	LLVMValueRef made = LLVMBuildAlloca(b, LLVMGlobalGetValueType(variable), "");
	LLVMSetValueName2(made, name, length);
	LLVMBuildStore(b, LLVMGetInitializer(variable), made);
	uses_move(b, variable, made, function);
}

void globals_enter(struct host_pass *pass)
{
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, "main");
	if (!pass->has_main || !function || LLVMGetFirstUse(function))
		return;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef v = LLVMGetFirstGlobal(pass->module->llvm); v; v = LLVMGetNextGlobal(v))
		if (can_enter(pass, v, function))
			enter(b, v, function);
	LLVMDisposeBuilder(b);
}
