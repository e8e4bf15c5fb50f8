#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/canonical/uses.h"

#include <string.h>

/*
 * In a program with memory that host and kernels both reach, a launch may change what the host reads, but no
 * variable of the host whose address nothing takes. LLVM is told by scopes ("noalias" and "alias.scope" metadata,
 * LLVM Language Reference). Not so where the program has host memory registered, which makes any of it reachable.
 */

/* Not one of the device's, whose shadow has no contents, and none of which only a declaration is here. */
static bool is_host_variable(LLVMValueRef global)
{
	LLVMValueRef contents = LLVMGetInitializer(global);
	return contents && !LLVMIsUndef(contents);
}

/* The use is a load or store at the address; the address itself is not what is stored. */
static bool is_access(LLVMValueRef user, LLVMValueRef address)
{
	return LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
}

static void accesses_mark(LLVMValueRef address, unsigned kind, LLVMValueRef scopes)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_access(user, address))
			accesses_mark(user, kind, scopes);
		else if (!LLVMGetMetadata(user, kind))
			LLVMSetMetadata(user, kind, scopes);
	}
}

static LLVMValueRef scope_list(LLVMContextRef context)
{
	static const char domain_name[] = "hgrd.host", scope_name[] = "hgrd.host.variables";
	LLVMMetadataRef domain = LLVMMDStringInContext2(context, domain_name, sizeof(domain_name) - 1);
	domain = LLVMMDNodeInContext2(context, &domain, 1);
	LLVMMetadataRef parts[] = {
		LLVMMDStringInContext2(context, scope_name, sizeof(scope_name) - 1), domain
	};
	LLVMMetadataRef scope = LLVMMDNodeInContext2(context, parts, 2);
	return LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &scope, 1));
}

static unsigned kind_of(LLVMContextRef context, const char *name)
{
	return LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
}

void host_variables_keep(struct host_pass *pass)
{
	LLVMContextRef context = pass->module->context;
	LLVMValueRef launch = LLVMGetNamedFunction(pass->module->llvm, "hgrd.launch");
	if (!launch || !pass->shared_memory || pass->registered_memory)
		return;
	LLVMValueRef scopes = scope_list(context);
	for (LLVMUseRef use = LLVMGetFirstUse(launch); use; use = LLVMGetNextUse(use))
		if (is_call(LLVMGetUser(use)))
			LLVMSetMetadata(LLVMGetUser(use), kind_of(context, "noalias"), scopes);
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g; g = LLVMGetNextGlobal(g))
		if (is_host_variable(g) && uses_are(g, is_access))
			accesses_mark(g, kind_of(context, "alias.scope"), scopes);
}
