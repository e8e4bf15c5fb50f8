#include "hostanalysis/pass.h"

#include <llvm-c/DebugInfo.h>

/*
 * C calls functions that were declared without a prototype, or not at all. Once
 * the definition is linked, a call whose arguments have the parameters' types is
 * made a call of the definition's type; without that nothing could be inlined.
 */

bool call_fits(LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	return callee && LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee);
}

static bool args_match(LLVMValueRef call, LLVMValueRef callee)
{
	if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) ||
		call_args(call) != LLVMCountParams(callee))
		return false;
	for (unsigned i = 0; i < call_args(call); i++)
		if (LLVMTypeOf(call_arg(call, i)) != LLVMTypeOf(LLVMGetParam(callee, i)))
			return false;
	return true;
}

static void call_fit(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call), args[64];
	LLVMTypeRef type = LLVMGlobalGetValueType(callee);
	unsigned n = call_args(call);
	bool used = LLVMGetFirstUse(call) != NULL;
	if (n > sizeof(args) / sizeof(*args) || !args_match(call, callee) ||
		(used && LLVMGetReturnType(type) != LLVMTypeOf(call)))
		return;
	for (unsigned i = 0; i < n; i++)
		args[i] = call_arg(call, i);
	LLVMPositionBuilderBefore(b, call);
	LLVMValueRef made = LLVMBuildCall2(b, type, callee, args, n, "");
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(call);
	if (loc)
		LLVMInstructionSetDebugLoc(made, loc);
	if (used) {
		const char *name = arena_strdup(pass->arena, value_name(call));
		LLVMReplaceAllUsesWith(call, made);
		LLVMSetValueName2(made, name, strlen(name));
	}
	LLVMInstructionEraseFromParent(call);
}

static void misfit_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef i)
{
	if (LLVMIsACallInst(i) && call_target(i) && !call_fits(i))
		call_fit(pass, b, i);
}

void calls_fit(struct host_pass *pass)
{
	functions_rewrite(pass, misfit_rewrite);
}
