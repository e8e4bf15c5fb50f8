#include "hostanalysis/rewrite.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/*
 * Functions of the host that a stream or a graph is to run have run when the host has waited for it: they may have
 * changed any variable of theirs. So each such wait is followed by a call of a function that nothing is known of.
 */

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static bool is_enqueued(struct host_pass *pass)
{
	static const char *const names[] = { "cudaLaunchHostFunc", "cudaLaunchHostFunc_v2", "cudaStreamAddCallback",
		"cudaGraphAddHostNode", "cudaGraphAddNode", "cuLaunchHostFunc", "cuStreamAddCallback" };
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstUse(f) && is_one_of(value_name(f), names, sizeof(names) / sizeof(*names)))
			return true;
	return false;
}

/* A copy that is not asynchronous waits for its stream, and frees of memory for all of them. */
static bool waits(const char *name)
{
	bool copies = !strncmp(name, "cudaMemcpy", 10) && !strstr(name, "Async");
	return !strncmp(name, "cuda", 4) &&
	       (copies || strstr(name, "Synchronize") || strstr(name, "Query") ||
		       !strncmp(name, "cudaFree", 8) || !strncmp(name, "cudaMemset", 10) ||
		       !strcmp(name, "cudaDeviceReset"));
}

static void wait_mark(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef instruction)
{
	static const char name[] = "__hgrd_host_functions_run";
	LLVMValueRef next = LLVMGetNextInstruction(instruction);
	if (!is_call(instruction) || !next || !waits(call_name(instruction)))
		return;
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(pass->module->context), NULL, 0, false);
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	if (!function)
		function = LLVMAddFunction(pass->module->llvm, name, type);
	LLVMPositionBuilderBefore(b, next);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(instruction));
	LLVMBuildCall2(b, type, function, NULL, 0, "");
}

void host_functions_run(struct host_pass *pass)
{
	if (is_enqueued(pass))
		functions_rewrite(pass, wait_mark);
}
