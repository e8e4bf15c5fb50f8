#include "kernelanalysis/values/left_pointers.h"

#include <string.h>

#include "kernelanalysis/passes.h"

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
	bool steps = LLVMIsAGetElementPtrInst(pointer) ||
		     (LLVMIsAConstantExpr(pointer) &&
			     LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
	for (unsigned i = 1; steps && i < (unsigned)LLVMGetNumOperands(pointer); i++)
		steps = LLVMIsAConstantInt(LLVMGetOperand(pointer, i));
	return steps;
}

/* Index of a member on the way to it; 0 of the struct itself. */
static uint64_t member_index(LLVMValueRef pointer, LLVMValueRef whole, unsigned i)
{
	bool none = pointer == whole || i >= (unsigned)LLVMGetNumOperands(pointer);
	return none ? 0 : LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, i));
}

static bool steps_bytes(LLVMValueRef pointer)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

bool members_apart(struct scalar_place a, struct scalar_place b)
{
	LLVMValueRef x = a.pointer, y = b.pointer;
	LLVMValueRef whole = is_member(x) ? LLVMGetOperand(x, 0) : x;
	LLVMValueRef longer = whole == x ? y : x;
	if (x == y || whole != (is_member(y) ? LLVMGetOperand(y, 0) : y))
		return false;
	if (whole != x && whole != y &&
		(LLVMGetGEPSourceElementType(x) != LLVMGetGEPSourceElementType(y) ||
			LLVMGetNumOperands(x) != LLVMGetNumOperands(y)))
		return false;
	if (steps_bytes(longer)) {
		uint64_t from = member_index(x, whole, 1), to = member_index(y, whole, 1);
		return from + a.size <= to || to + b.size <= from;
	}
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(longer); i++)
		if (member_index(x, whole, i) != member_index(y, whole, i))
			return true;
	return false;
}

static unsigned scalar_bytes(LLVMTypeRef type)
{
	enum { MOST = 16 };
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return (LLVMGetIntTypeWidth(type) + 7) / 8;
	case LLVMPointerTypeKind:
	case LLVMDoubleTypeKind:
		return 8;
	case LLVMFloatTypeKind:
		return 4;
	default:
		return MOST;
	}
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
	struct scalar_place there = { pointer, scalar_bytes(LLVMTypeOf(stored)) };
	struct scalar_place here = { LLVMGetOperand(search->load, 0),
		scalar_bytes(LLVMTypeOf(search->load)) };
	if (members_apart(there, here))
		return true;
	if (LLVMTypeOf(stored) != LLVMTypeOf(search->load))
		return false;
	vec_push(search->arena, search->pointers, stored);
	return true;
}

/* Does the call only work on a barrier object there, which the loaded pointer is no part of. */
static bool is_of_barrier(const struct search *search, LLVMValueRef user, LLVMValueRef pointer)
{
	enum { OBJECT = 8 };
	struct scalar_place there = { pointer, OBJECT };
	struct scalar_place here = { LLVMGetOperand(search->load, 0), scalar_bytes(LLVMTypeOf(search->load)) };
	if (!LLVMIsACallInst(user))
		return false;
	return call_measure(user) >= 0 || (!strncmp(call_name(user), "__hgrd_barrier_", 15) && members_apart(there, here));
}

static bool take_uses(struct search *search, LLVMValueRef pointer)
{
	LLVMValueRef function =
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(search->load));
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_listed(user) || LLVMIsALoadInst(user) || is_of_barrier(search, user, pointer))
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
