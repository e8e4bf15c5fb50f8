#include "kernelanalysis/canonical/own_functions.h"

#include <string.h>

#include "kernelanalysis/kernel.h"

enum { MOST_DEPTH = 8, MOST_ELEMENTS = 4096 };

LLVMValueRef address_root(LLVMValueRef address)
{
	while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address) ||
		LLVMIsAConstantExpr(address))
		address = LLVMGetOperand(address, 0);
	return LLVMIsAArgument(address) || LLVMIsAGlobalVariable(address) ? address : NULL;
}

static bool is_number(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	return kind == LLVMIntegerTypeKind || kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind ||
	       kind == LLVMDoubleTypeKind;
}

static bool contents_are_own(LLVMValueRef contents)
{
	LLVMTypeRef type = LLVMTypeOf(contents);
	if (LLVMIsAFunction(contents) || LLVMIsUndef(contents) || LLVMIsNull(contents) || is_number(type))
		return true;
	bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
	if (!array && LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return false;
	uint64_t n = array ? LLVMGetArrayLength2(type) : LLVMCountStructElementTypes(type);
	for (unsigned i = 0; n <= MOST_ELEMENTS && i < n; i++)
		if (!contents_are_own(LLVMGetAggregateElement(contents, i)))
			return false;
	return n <= MOST_ELEMENTS;
}

static bool pointer_is_own(LLVMValueRef pointer, LLVMValueRef target, unsigned depth);

static bool choices_are_own(LLVMValueRef phi, LLVMValueRef target, unsigned depth)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (!pointer_is_own(LLVMGetIncomingValue(phi, i), target, depth))
			return false;
	return true;
}

/* Is it one of the module's functions, or read from the variable `target`, which is being looked at. */
static bool pointer_is_own(LLVMValueRef pointer, LLVMValueRef target, unsigned depth)
{
	if (!depth)
		return false;
	if (LLVMIsAFunction(pointer) || LLVMIsAConstantPointerNull(pointer) || LLVMIsUndef(pointer))
		return true;
	if (LLVMIsAPHINode(pointer))
		return choices_are_own(pointer, target, depth - 1);
	if (LLVMIsASelectInst(pointer))
		return pointer_is_own(LLVMGetOperand(pointer, 1), target, depth - 1) &&
		       pointer_is_own(LLVMGetOperand(pointer, 2), target, depth - 1);
	LLVMValueRef root = LLVMIsALoadInst(pointer) ? address_root(LLVMGetOperand(pointer, 0)) : NULL;
	return root && (root == target || (LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root) &&
						  holds_own_functions(root)));
}

static bool stores_own(LLVMValueRef store, LLVMValueRef address, LLVMValueRef variable)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	if (LLVMGetOperand(store, 1) != address || value == address)
		return false;
	bool pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
	return pointer && pointer_is_own(value, variable, MOST_DEPTH);
}

static bool uses_are_own(LLVMValueRef address, LLVMValueRef variable)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool derived = LLVMIsAConstantExpr(user) || LLVMIsAGetElementPtrInst(user) ||
			       LLVMIsAAddrSpaceCastInst(user);
		bool kept = LLVMIsALoadInst(user) || is_listed(user) ||
			    (derived && uses_are_own(user, variable)) ||
			    (LLVMIsAStoreInst(user) && stores_own(user, address, variable));
		if (!kept)
			return false;
	}
	return true;
}

static bool is_stored_to(LLVMValueRef address)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool derived = LLVMIsAConstantExpr(user) || LLVMIsAGetElementPtrInst(user) ||
			       LLVMIsAAddrSpaceCastInst(user);
		if (LLVMIsAStoreInst(user) || (derived && is_stored_to(user)))
			return true;
	}
	return false;
}

bool gets_own_functions(LLVMValueRef variable)
{
	LLVMValueRef contents = LLVMGetInitializer(variable);
	return contents && contents_are_own(contents) && is_stored_to(variable) &&
	       uses_are_own(variable, variable);
}

bool holds_own_functions(LLVMValueRef variable)
{
	LLVMValueRef contents = LLVMIsAGlobalVariable(variable) ? LLVMGetInitializer(variable) : NULL;
	return contents && !LLVMIsExternallyInitialized(variable) && contents_are_own(contents) &&
	       (LLVMIsGlobalConstant(variable) || uses_are_own(variable, variable));
}

bool named_holds_own_functions(LLVMModuleRef module, const char *name)
{
	struct arena *arena = arena_new();
	bool own = false;
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && !own; g = LLVMGetNextGlobal(g))
		own = !strcmp(device_host_name(arena, value_name(g)), name) && holds_own_functions(g);
	arena_free(arena);
	return own;
}
