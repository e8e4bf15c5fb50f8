#include "hostanalysis/classes/classes.h"

#include <string.h>

#include "hostanalysis/pass.h"

/* What becomes of an address. */

enum { DEPTH = 10 }; /* of calls and variables that hand it on */

static enum address_use worse(enum address_use a, enum address_use b)
{
	return a > b ? a : b;
}

static enum address_use pointer_use(LLVMValueRef pointer, unsigned depth, bool *returned);

/* A pointer kept in a local variable. */
static enum address_use slot_use(LLVMValueRef slot, unsigned depth, bool *returned)
{
	enum address_use use = ADDRESS_READS;
	if (!LLVMIsAAllocaInst(slot))
		return ADDRESS_LEAKS;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsALoadInst(user))
			use = worse(use, pointer_use(user, depth, returned));
		else if (!(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot) &&
			 !(is_call(user) && !strncmp(call_name(user), "llvm.lifetime", 13)))
			return ADDRESS_LEAKS;
	}
	return use;
}

static enum address_use call_use(
	LLVMValueRef call, LLVMValueRef pointer, unsigned depth, bool *returned)
{
	LLVMValueRef callee = call_target(call);
	enum address_use use = ADDRESS_READS;
	bool back = false;
	if (!strncmp(call_name(call), "llvm.lifetime", 13))
		return ADDRESS_READS;
	if (api_find(call_name(call)) >= 0)
		return ADDRESS_WRITES;
	if (!callee || LLVMIsDeclaration(callee) || !depth || LLVMGetCalledValue(call) == pointer ||
		LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) || !call_fits(call))
		return ADDRESS_LEAKS;
	for (unsigned i = 0; i < call_args(call); i++)
		if (call_arg(call, i) == pointer)
			use = worse(use,
				pointer_use(LLVMGetParam(callee, i), depth - 1, &back));
	return back ? worse(use, pointer_use(call, depth - 1, returned)) : use;
}

static enum address_use pointer_use(LLVMValueRef pointer, unsigned depth, bool *returned)
{
	enum address_use use = ADDRESS_READS;
	for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
			continue;
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
			use = worse(use, ADDRESS_WRITES);
		else if (LLVMIsAStoreInst(user) && depth)
			use = worse(use, slot_use(LLVMGetOperand(user, 1), depth - 1, returned));
		else if (is_call(user))
			use = worse(use, call_use(user, pointer, depth, returned));
		else if (LLVMIsAReturnInst(user))
			*returned = true;
		else if ((LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) && depth)
			use = worse(use, pointer_use(user, depth - 1, returned));
		else
			return ADDRESS_LEAKS;
	}
	return use;
}

enum address_use address_use(LLVMValueRef address)
{
	bool returned = false;
	enum address_use use = pointer_use(address, DEPTH, &returned);
	return returned ? ADDRESS_LEAKS : use;
}
