#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/canonical/uses.h"

/*
 * Variables that nothing changes: tables of numbers whose address copies alone are given, as what
 * they read. LLVM takes any function that it does not know for one that writes, so that they are no
 * constants to it.
 */

/* Is the address what a copy reads from, and nothing else. */
static bool is_source(LLVMValueRef user, LLVMValueRef address)
{
	unsigned sources = 0;
	if (!is_call(user))
		return false;
	for (unsigned i = 0; i < call_args(user); i++) {
		if (call_arg(user, i) == address && !is_copied_from(user, i))
			return false;
		sources += call_arg(user, i) == address;
	}
	return sources > 0;
}

static bool is_read(LLVMValueRef user, LLVMValueRef address)
{
	return (LLVMIsALoadInst(user) && !LLVMGetVolatile(user)) || is_source(user, address);
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
		if (!LLVMIsGlobalConstant(g) && is_own(g) && uses_are(g, is_read))
			LLVMSetGlobalConstant(g, true);
}
