#include "hostanalysis/canonical/uses.h"

#include <string.h>

#include "hostanalysis/pass.h"

/* Uses of addresses in host code, and the copies among them. */

static bool is_part(LLVMValueRef user, LLVMValueRef address)
{
	bool part = LLVMIsAGetElementPtrInst(user) ||
		    (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
	return part && LLVMGetOperand(user, 0) == address;
}

bool uses_are(LLVMValueRef address, bool (*allowed)(LLVMValueRef user, LLVMValueRef address))
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!allowed(user, address) && !(is_part(user, address) && uses_are(user, allowed)))
			return false;
	}
	return true;
}

bool is_block_copy(const char *name)
{
	return !strcmp(name, "cudaMemcpy") || !strcmp(name, "cudaMemcpyAsync") ||
	       !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13);
}

bool is_copied_from(LLVMValueRef call, unsigned arg)
{
	int row = api_find(call_name(call));
	bool to_variable = row >= 0 && api_row(row)->action == API_SYMBOL;
	return arg == 1 && (to_variable || is_block_copy(call_name(call)));
}
