#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/canonical/rewrite.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/*
 * Functions of the host that a stream or a graph is to run have run when the host has waited for it: they may have
 * changed any variable of theirs. So each such wait is followed by a call of a function that nothing is known of. What is
 * not in sight may have a stream run a function that it is given or can name, and any of its own where it is given a stream.
 */

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Is it of the type of functions that streams run, void (void *) or void (cudaStream_t, cudaError_t, void *). */
static bool may_be_enqueued(LLVMValueRef function)
{
	enum { MOST = 3 };
	const char *name = value_name(function);
	size_t length = strlen(name);
	LLVMTypeRef type = LLVMGlobalGetValueType(function), params[MOST];
	unsigned n = LLVMCountParamTypes(type);
	bool given = strncmp(name, "_Z", 2) != 0 || strstr(name, "__invoke") || (length > 2 && !strcmp(name + length - 2, "Pv"));
	if (LLVMIsDeclaration(function) || !given || (n != 1 && n != MOST) ||
		LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind)
		return false;
	LLVMGetParamTypes(type, params);
	return LLVMGetTypeKind(params[n - 1]) == LLVMPointerTypeKind;
}

/* Does another part of the program get it: a function that is not in sight, or memory. */
static bool is_given_away(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool called = is_call(user) && call_target(user) == function;
		if (LLVMIsAStoreInst(user) || (is_call(user) && !called && call_is_foreign(user)))
			return true;
	}
	return false;
}

/* Can another file of the program name it. */
static bool is_exported(struct host_pass *pass, LLVMValueRef function)
{
	LLVMLinkage linkage = LLVMGetLinkage(function);
	return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && !stub_find(pass, function) &&
	       is_of_program(pass, function);
}

static bool takes_pointer(LLVMValueRef function)
{
	for (LLVMValueRef param = LLVMGetFirstParam(function); param; param = LLVMGetNextParam(param))
		if (LLVMGetTypeKind(LLVMTypeOf(param)) == LLVMPointerTypeKind)
			return true;
	return false;
}

/* Is it one of another file that gets a stream or graph, by the types in its mangled name; of C functions, any that gets a pointer. */
static bool gets_stream(struct host_pass *pass, LLVMValueRef function)
{
	const char *name = value_name(function);
	if (!LLVMIsDeclaration(function) || !LLVMGetFirstUse(function) || LLVMGetIntrinsicID(function) ||
		stub_find(pass, function) || !is_of_program(pass, function))
		return false;
	return strncmp(name, "_Z", 2) ? takes_pointer(function)
				      : strstr(name, "P11CUstream_st") || strstr(name, "P10CUgraph_st") ||
						strstr(name, "P14CUgraphExec_st");
}

static bool is_enqueued_elsewhere(struct host_pass *pass)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); !pass->closed && f; f = LLVMGetNextFunction(f))
		if ((may_be_enqueued(f) && (is_given_away(f) || is_exported(pass, f))) || gets_stream(pass, f))
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
	if (is_enqueued(pass) || is_enqueued_elsewhere(pass))
		functions_rewrite(pass, wait_mark);
}
