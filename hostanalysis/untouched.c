#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Device variables that the host never names: they keep their initializers. Where the module launches nothing itself, its device
 * code may be loaded by other means, which find variables by their names.
 */

static bool launches(LLVMModuleRef module)
{
	LLVMValueRef push = LLVMGetNamedFunction(module, "__cudaPushCallConfiguration");
	return push && LLVMGetFirstUse(push);
}

bool host_leaves_variable(void *host_module, const char *name)
{
	const struct module *module = host_module;
	LLVMValueRef shadow = LLVMGetNamedGlobal(module->llvm, name);
	if (!shadow || LLVMGetLinkage(shadow) != LLVMInternalLinkage || !launches(module->llvm))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(shadow); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool registers = is_call(user) && !strcmp(call_name(user), "__cudaRegisterVar");
		if (!registers && !is_listed(user))
			return false;
	}
	return true;
}
