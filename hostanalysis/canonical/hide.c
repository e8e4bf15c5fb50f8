#include "hostanalysis/pass.h"

#include <string.h>

/*
 * LLVM replaces x by y where a branch says x == y, and drops branches that
 * others contradict. That is right, but then it is no longer seen which facts
 * a result rests on, or which clash. While passes use conditions, comparisons
 * are therefore calls of functions without effects, hgrd.compare.TYPE, each
 * with a number of its own that keeps them apart. Of addresses, what they are made of decides: that
 * is no fact of the program's.
 */

static LLVMValueRef compare_function(struct host_pass *pass, LLVMTypeRef type)
{
	bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
	const char *name = arena_printf(pass->arena, "hgrd.compare.%s%u", pointer ? "p" : "i",
		pointer ? 64 : LLVMGetIntTypeWidth(type));
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	if (function)
		return function;
	LLVMTypeRef word = LLVMInt32TypeInContext(pass->module->context);
	LLVMTypeRef params[] = { type, type, word, word };
	LLVMTypeRef bit = LLVMInt1TypeInContext(pass->module->context);
	function = LLVMAddFunction(
		pass->module->llvm, name, LLVMFunctionType(bit, params, 4, false));
	function_add_attribute(function, "memory");
	function_add_attribute(function, "nounwind");
	function_add_attribute(function, "willreturn");
	return function;
}

static bool is_compared(LLVMValueRef value)
{
	if (!LLVMIsAICmpInst(value))
		return false;
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(value, 0));
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	return kind == LLVMPointerTypeKind ||
	       (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 1);
}

/* Does `new`, which throws where it has no memory, give the address. */
static bool is_new(LLVMValueRef value)
{
	return is_call(value) &&
	       (!strcmp(call_name(value), "_Znwm") || !strcmp(call_name(value), "_Znam"));
}

/* Addresses in one object, or of a new one and none, compare as is known; NULL: others. */
static LLVMValueRef compared_addresses(struct host_pass *pass, LLVMValueRef i)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
	LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
	bool equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
	int64_t x, y;
	if (!equality || LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMPointerTypeKind)
		return NULL;
	LLVMValueRef base = pointer_base(pass, a, &x), other = pointer_base(pass, b, &y);
	bool none = LLVMIsAConstantPointerNull(b) && is_new(base) && x >= 0;
	if (base != other && !none)
		return NULL;
	bool same = !none && x == y;
	return LLVMConstInt(LLVMTypeOf(i), same == (predicate == LLVMIntEQ), false);
}

static void condition_hide(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef i)
{
	if (!is_compared(i))
		return;
	LLVMValueRef known = compared_addresses(pass, i);
	if (known) {
		LLVMReplaceAllUsesWith(i, known);
		LLVMInstructionEraseFromParent(i);
		return;
	}
	LLVMTypeRef word = LLVMInt32TypeInContext(pass->module->context);
	LLVMValueRef args[] = { LLVMGetOperand(i, 0), LLVMGetOperand(i, 1),
		LLVMConstInt(word, LLVMGetICmpPredicate(i), false),
		LLVMConstInt(word, pass->compared++, false) };
	LLVMValueRef f = compare_function(pass, LLVMTypeOf(args[0]));
	LLVMPositionBuilderBefore(b, i);
	LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 4, "");
	LLVMReplaceAllUsesWith(i, call);
	LLVMInstructionEraseFromParent(i);
}

void conditions_hide(struct host_pass *pass)
{
	roots_rewrite(pass, condition_hide);
}

void conditions_restore(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		if (strncmp(value_name(f), "hgrd.compare.", 13))
			continue;
		LLVMUseRef use;
		while ((use = LLVMGetFirstUse(f))) {
			LLVMValueRef call = LLVMGetUser(use);
			LLVMIntPredicate predicate =
				(LLVMIntPredicate)LLVMConstIntGetZExtValue(call_arg(call, 2));
			LLVMPositionBuilderBefore(b, call);
			LLVMReplaceAllUsesWith(call, LLVMBuildICmp(b, predicate, call_arg(call, 0),
							     call_arg(call, 1), ""));
			LLVMInstructionEraseFromParent(call);
		}
	}
	LLVMDisposeBuilder(b);
}
