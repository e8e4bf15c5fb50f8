#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Functions given to others that only call them, such as a launching function given to what
 * measures its time. Once the receiver is inlined, the call names its target.
 */

enum { MOST_HANDS = 4 };

static bool is_only_called(LLVMValueRef pointer, unsigned hands);

/* Does the callee only call what the argument points to, or hand it on to such. */
static bool argument_only_called(LLVMValueRef call, unsigned arg, unsigned hands)
{
	LLVMValueRef callee = call_target(call);
	if (!hands || !callee || LLVMIsDeclaration(callee) || !call_fits(call) ||
		arg >= LLVMCountParams(callee))
		return false;
	return is_only_called(LLVMGetParam(callee, arg), hands - 1);
}

static bool call_only_calls(LLVMValueRef call, LLVMValueRef pointer, unsigned hands)
{
	for (unsigned i = 0; i < call_args(call); i++)
		if (call_arg(call, i) == pointer && !argument_only_called(call, i, hands))
			return false;
	return true;
}

static bool slot_is_only_called(LLVMValueRef slot, unsigned hands)
{
	if (!LLVMIsAAllocaInst(slot))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool fine = is_call(user) && !strncmp(call_name(user), "llvm.lifetime.", 14);
		if (LLVMIsALoadInst(user))
			fine = is_only_called(user, hands);
		else if (LLVMIsAStoreInst(user))
			fine = LLVMGetOperand(user, 1) == slot;
		if (!fine)
			return false;
	}
	return true;
}

static bool is_only_called(LLVMValueRef pointer, unsigned hands)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool fine = LLVMIsAICmpInst(user) != NULL;
		if (is_call(user))
			fine = call_only_calls(user, pointer, hands);
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) != pointer)
			fine = slot_is_only_called(LLVMGetOperand(user, 1), hands);
		if (!fine)
			return false;
	}
	return true;
}

bool callback_given(LLVMValueRef call, unsigned arg)
{
	return LLVMIsAFunction(call_arg(call, arg)) &&
	       argument_only_called(call, arg, MOST_HANDS);
}
