#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Device variables that the host never names, or only copies from: they keep their initializers. Where the module launches nothing itself, its device
 * code may be loaded by other means, which find variables by their names.
 */

static bool launches(LLVMModuleRef module)
{
	LLVMValueRef push = LLVMGetNamedFunction(module, "__cudaPushCallConfiguration");
	return push && LLVMGetFirstUse(push);
}

static bool only_copies_from(LLVMValueRef call, LLVMValueRef shadow)
{
	static const char *const names[] = { "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync",
		"cudaGetSymbolSize" };
	int row = api_find(call_name(call));
	if (row < 0 || call_args(call) < 2 || call_arg(call, 1) != shadow || call_arg(call, 0) == shadow)
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(api_row(row)->name, names[i]))
			return true;
	return false;
}

bool host_leaves_variable(void *host_module, const char *name)
{
	const struct module *module = host_module;
	LLVMValueRef shadow = LLVMGetNamedGlobal(module->llvm, name);
	if (!shadow || LLVMGetLinkage(shadow) != LLVMInternalLinkage || !launches(module->llvm))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(shadow); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool left = is_call(user) && (!strcmp(call_name(user), "__cudaRegisterVar") ||
						     only_copies_from(user, shadow));
		if (!left && !is_listed(user))
			return false;
	}
	return true;
}
