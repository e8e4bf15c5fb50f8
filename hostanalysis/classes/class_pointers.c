#include "hostanalysis/classes/class_pointers.h"

#include <string.h>

enum { DEPTH = 6 };

const char *class_noted(const struct classes *classes, LLVMValueRef access)
{
	LLVMValueRef tag = LLVMGetMetadata(access, classes->tbaa), parts[4] = { 0 };
	unsigned length = 0;
	if (!tag || LLVMGetMDNodeNumOperands(tag) < 3 || LLVMGetMDNodeNumOperands(tag) > 4)
		return NULL;
	LLVMGetMDNodeOperands(tag, parts);
	unsigned n = parts[1] && LLVMIsAMDNode(parts[1]) ? LLVMGetMDNodeNumOperands(parts[1]) : 0;
	if (!n)
		return NULL;
	LLVMValueRef *type = arena_alloc(classes->arena, n * sizeof(*type));
	LLVMGetMDNodeOperands(parts[1], type);
	const char *name =
		type[0] && LLVMIsAMDString(type[0]) ? LLVMGetMDString(type[0], &length) : "";
	name = arena_strndup(classes->arena, name, length);
	return strncmp(name, "p1 ", 3) ? "" : name + 3;
}

/* The only store to a local variable. */
static LLVMValueRef only_store(LLVMValueRef slot)
{
	LLVMValueRef store = NULL;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot)
			continue;
		if (store)
			return NULL;
		store = user;
	}
	return store;
}

static struct class_entry *loaded_class(const struct classes *classes, LLVMValueRef load)
{
	const char *name = class_noted(classes, load);
	LLVMValueRef slot = LLVMGetOperand(load, 0);
	LLVMValueRef store = !name && LLVMIsAAllocaInst(slot) ? only_store(slot) : NULL;
	if (store)
		name = class_noted(classes, store);
	return name ? strmap_get(classes->by_name, name) : NULL;
}

static LLVMTypeRef by_value_type(LLVMValueRef param)
{
	LLVMValueRef function = LLVMGetParamParent(param);
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMAttributeRef attribute = LLVMGetParam(function, i) == param
			? LLVMGetEnumAttributeAtIndex(function, i + 1, kind) : NULL;
		if (attribute)
			return LLVMGetTypeAttributeValue(attribute);
	}
	return NULL;
}

static struct class_entry *pointee(
	const struct classes *classes, LLVMValueRef value, unsigned depth)
{
	struct class_entry *found = NULL;
	LLVMTypeRef type;
	if (LLVMIsAAllocaInst(value))
		return ptrmap_get(classes->types, LLVMGetAllocatedType(value));
	if (LLVMIsAGlobalVariable(value))
		return ptrmap_get(classes->types, LLVMGlobalGetValueType(value));
	if (LLVMIsALoadInst(value))
		return loaded_class(classes, value);
	if (LLVMIsAArgument(value))
		return (type = by_value_type(value)) ? ptrmap_get(classes->types, type) : NULL;
	if (LLVMIsAPHINode(value))
		for (unsigned i = 0; !found && depth && i < LLVMCountIncoming(value); i++)
			found = pointee(classes, LLVMGetIncomingValue(value, i), depth - 1);
	for (unsigned i = 1; LLVMIsASelectInst(value) && !found && depth && i < 3; i++)
		found = pointee(classes, LLVMGetOperand(value, i), depth - 1);
	int field = gep_field(value, &type);
	if (field >= 0) {
		LLVMTypeRef inner = LLVMStructGetTypeAtIndex(type, (unsigned)field);
		return ptrmap_get(classes->types, inner);
	}
	return found;
}

struct class_entry *class_pointee(const struct classes *classes, LLVMValueRef value)
{
	return pointee(classes, value, DEPTH);
}

struct class_entry *class_declared(const struct classes *classes, LLVMValueRef value)
{
	return LLVMIsAPHINode(value) || LLVMIsASelectInst(value) ? NULL
								 : class_pointee(classes, value);
}
