#include "hostanalysis/pass.h"

#include <string.h>

/*
 * LLVM's value numbering replaces x by y where a branch says x == y. That is
 * right, but the fact that made them equal is then no longer seen to be used.
 * During value numbering, comparisons for equality are therefore calls of a
 * function without effects, hgrd.equal.
 */

static LLVMValueRef equal_function(struct host_pass *pass, LLVMTypeRef type)
{
	bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
	const char *name = arena_printf(pass->arena, "hgrd.equal.%s%u", pointer ? "p" : "i",
		pointer ? 64 : LLVMGetIntTypeWidth(type));
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	if (function)
		return function;
	LLVMTypeRef params[] = { type, type };
	LLVMTypeRef bit = LLVMInt1TypeInContext(pass->module->context);
	function = LLVMAddFunction(
		pass->module->llvm, name, LLVMFunctionType(bit, params, 2, false));
	function_add_attribute(function, "memory");
	function_add_attribute(function, "nounwind");
	function_add_attribute(function, "willreturn");
	return function;
}

static bool hidden(LLVMValueRef value)
{
	if (!LLVMIsAICmpInst(value))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0)));
	if (predicate != LLVMIntEQ && predicate != LLVMIntNE)
		return false;
	return kind == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) > 1;
}

void equalities_hide(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	vec_each(root, &pass->roots) {
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(*root); block;
			block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef next;
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (!hidden(i))
					continue;
				LLVMValueRef args[] = { LLVMGetOperand(i, 0), LLVMGetOperand(i, 1) };
				LLVMValueRef f = equal_function(pass, LLVMTypeOf(args[0]));
				LLVMPositionBuilderBefore(b, i);
				LLVMValueRef call = LLVMBuildCall2(
					b, LLVMGlobalGetValueType(f), f, args, 2, "");
				if (LLVMGetICmpPredicate(i) == LLVMIntNE)
					call = LLVMBuildNot(b, call, "");
				LLVMReplaceAllUsesWith(i, call);
				LLVMInstructionEraseFromParent(i);
			}
		}
	}
	LLVMDisposeBuilder(b);
}

void equalities_restore(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		if (strncmp(value_name(f), "hgrd.equal.", 11))
			continue;
		LLVMUseRef use;
		while ((use = LLVMGetFirstUse(f))) {
			LLVMValueRef call = LLVMGetUser(use);
			LLVMPositionBuilderBefore(b, call);
			LLVMReplaceAllUsesWith(call,
				LLVMBuildICmp(b, LLVMIntEQ, call_arg(call, 0), call_arg(call, 1), ""));
			LLVMInstructionEraseFromParent(call);
		}
	}
	LLVMDisposeBuilder(b);
}
