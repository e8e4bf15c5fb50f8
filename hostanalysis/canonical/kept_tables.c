#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * Variables that nothing changes: tables of numbers whose address copies alone are given, as what
 * they read. LLVM takes any function that it does not know for one that writes, so that they are no
 * constants to it.
 */

static bool reads_source(LLVMValueRef call)
{
	static const char *const names[] = { "cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpyToSymbol",
		"cudaMemcpyToSymbolAsync" };
	const char *name = call_name(call);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i]))
			return true;
	return !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13);
}

/* Is the address what a copy reads from, and nothing else. */
static bool is_source(LLVMValueRef user, LLVMValueRef address)
{
	enum { SOURCE = 1 };
	if (!is_call(user) || !reads_source(user))
		return false;
	for (unsigned i = 0; i < call_args(user); i++)
		if (i != SOURCE && call_arg(user, i) == address)
			return false;
	return call_args(user) > SOURCE && call_arg(user, SOURCE) == address;
}

static bool is_part(LLVMValueRef user, LLVMValueRef address)
{
	bool part = LLVMIsAGetElementPtrInst(user) ||
		    (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
	return part && LLVMGetOperand(user, 0) == address;
}

static bool only_read(LLVMValueRef address)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool read = (LLVMIsALoadInst(user) && !LLVMGetVolatile(user)) ||
			    is_source(user, address);
		if (!read && !(is_part(user, address) && only_read(user)))
			return false;
	}
	return true;
}

/* Not one of the device's, whose shadow has no contents. */
static bool is_own(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);
	LLVMValueRef contents = LLVMGetInitializer(global);
	return contents && !LLVMIsUndef(contents) && !LLVMIsThreadLocal(global) &&
	       !LLVMIsExternallyInitialized(global) &&
	       (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage);
}

void kept_tables_mark(struct host_pass *pass)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g; g = LLVMGetNextGlobal(g))
		if (!LLVMIsGlobalConstant(g) && is_own(g) && only_read(g))
			LLVMSetGlobalConstant(g, true);
}
