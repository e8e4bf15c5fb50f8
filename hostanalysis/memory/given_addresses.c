#include "hostanalysis/memory/doubled.h"

/*
 * Pointers of a launch of which nothing tells where they come from, and to where the program puts, or as what it hands on, the address of a
 * device variable (cudaGetSymbolAddress): that is what they may be, while the kernel names the variable itself.
 */

enum { DEEPEST = 4 };

/* Does a store put the address where a load may read it: a member so far behind its object, or the same variable. */
static bool is_read_back(struct host_pass *pass, LLVMValueRef store, LLVMValueRef load)
{
	int64_t at[2];
	LLVMValueRef from = pointer_base(pass, LLVMGetOperand(load, 0), &at[0]);
	LLVMValueRef to = pointer_base(pass, LLVMGetOperand(store, 1), &at[1]);
	LLVMValueRef tags[] = { member_tag(pass, store), member_tag(pass, load) };
	bool variable = LLVMIsAGlobalVariable(from) || LLVMIsAGlobalVariable(to) || LLVMIsAAllocaInst(from) || LLVMIsAAllocaInst(to);
	if (at[0] != at[1] || (variable && from != to))
		return false;
	return from == to || !names_member(tags[0]) || tags[0] == tags[1];
}

static bool is_given(LLVMValueRef call, LLVMValueRef address, LLVMValueRef parameter)
{
	LLVMValueRef function = LLVMGetParamParent(parameter);
	unsigned number = parameter_number(parameter);
	return is_call(call) && may_call(call, function) && number < call_args(call) && call_arg(call, number) == address;
}

/* May the pointer be the address, or one that is chosen or made from it. */
static bool comes_to(struct host_pass *pass, LLVMValueRef address, LLVMValueRef pointer, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use && depth; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool kept = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == address;
		if (kept && LLVMIsALoadInst(pointer) && is_read_back(pass, user, pointer))
			return true;
		if (LLVMIsAArgument(pointer) && is_given(user, address, pointer))
			return true;
		if ((LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) && comes_to(pass, user, pointer, depth - 1))
			return true;
	}
	return false;
}

LLVMValueRef variable_given(struct host_pass *pass, LLVMValueRef pointer, unsigned number)
{
	LLVMValueRef shadow = LLVMGetNamedGlobal(pass->module->llvm, pass->variables.at[number].shadow);
	bool unknown = LLVMIsALoadInst(pointer) || LLVMIsAArgument(pointer);
	return shadow && unknown && comes_to(pass, shadow, pointer, DEEPEST) ? shadow : NULL;
}
