#include "kernelanalysis/left_pointers.h"

enum { DEPTH = 8, SHARED = 3 };

static bool is_pure(LLVMValueRef value)
{
	return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) ||
	       LLVMIsAGetElementPtrInst(value) || LLVMIsALoadInst(value);
}

bool same_value(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	if (a == b)
		return true;
	if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !is_pure(a) ||
		LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
		LLVMTypeOf(a) != LLVMTypeOf(b) ||
		LLVMGetNumOperands(a) != LLVMGetNumOperands(b) ||
		(LLVMIsAGetElementPtrInst(a) &&
			LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b)))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (!same_value(LLVMGetOperand(a, i), LLVMGetOperand(b, i), depth - 1))
			return false;
	return true;
}

static bool is_step(LLVMValueRef value)
{
	if (LLVMIsAConstantExpr(value))
		return LLVMGetConstOpcode(value) == LLVMGetElementPtr ||
		       LLVMGetConstOpcode(value) == LLVMAddrSpaceCast;
	return LLVMIsAGetElementPtrInst(value) || LLVMIsAAddrSpaceCastInst(value);
}

static bool is_member(LLVMValueRef pointer)
{
	if (!LLVMIsAConstantExpr(pointer) && !LLVMIsAGetElementPtrInst(pointer))
		return false;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(pointer, i)))
			return false;
	return LLVMGetNumOperands(pointer) > 2;
}

/* Different members of one struct. */
static bool are_apart(LLVMValueRef a, LLVMValueRef b)
{
	if (!is_member(a) || !is_member(b) || LLVMGetOperand(a, 0) != LLVMGetOperand(b, 0) ||
		LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b) ||
		LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (LLVMConstIntGetZExtValue(LLVMGetOperand(a, i)) !=
			LLVMConstIntGetZExtValue(LLVMGetOperand(b, i)))
			return true;
	return false;
}

struct search {
	struct arena *arena;
	LLVMValueRef load;
	value_list *pointers;
};

static bool take_store(struct search *search, LLVMValueRef store, LLVMValueRef pointer)
{
	LLVMValueRef stored = LLVMGetOperand(store, 0);
	if (stored == pointer)
		return false;
	if (are_apart(pointer, LLVMGetOperand(search->load, 0)))
		return true;
	if (LLVMTypeOf(stored) != LLVMTypeOf(search->load))
		return false;
	vec_push(search->arena, search->pointers, stored);
	return true;
}

static bool take_uses(struct search *search, LLVMValueRef pointer)
{
	LLVMValueRef function =
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(search->load));
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_listed(user) || LLVMIsALoadInst(user))
			continue;
		if (LLVMIsAInstruction(user) &&
			LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != function)
			continue;
		if (LLVMIsAStoreInst(user) ? !take_store(search, user, pointer)
					   : !is_step(user) || !take_uses(search, user))
			return false;
	}
	return true;
}

bool pointers_left(struct arena *arena, LLVMValueRef load, value_list *pointers)
{
	LLVMValueRef variable = LLVMGetOperand(load, 0);
	while (is_step(variable))
		variable = LLVMGetOperand(variable, 0);
	if (!LLVMIsAGlobalVariable(variable) ||
		LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMPointerTypeKind ||
		LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) != SHARED)
		return false;
	struct search search = { arena, load, pointers };
	return take_uses(&search, variable) && pointers->n;
}
