#include "hostanalysis/classes/class_blank.h"

#include <string.h>

#include "hostanalysis/classes/class_bytes.h"
#include "hostanalysis/pass.h"

static bool contains(
	const struct classes *classes, LLVMTypeRef type, const struct class_entry *entry)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	if (kind == LLVMArrayTypeKind)
		return contains(classes, LLVMGetElementType(type), entry);
	if (kind != LLVMStructTypeKind)
		return false;
	if (ptrmap_get(classes->types, type) == entry || type_bears_name(type, entry->shown))
		return true;
	for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
		if (contains(classes, LLVMStructGetTypeAtIndex(type, i), entry))
			return true;
	return false;
}

/* Bytes that an object has at least. */
static uint64_t least_size(const struct class_entry *entry)
{
	uint64_t size = 0;
	vec_each(member, &entry->members) {
		uint64_t end = member->offset + member->width / 8;
		size = end > size ? end : size;
	}
	return size;
}

static bool is_fill(LLVMValueRef call)
{
	const char *name = call_name(call);
	return !strncmp(name, "llvm.memset", 11) || !strcmp(name, "memset");
}

static bool gives_zeros(LLVMValueRef call)
{
	static const char *const names[] = { "calloc", "mmap", "mmap64", "shmat", "bzero" };
	for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
		if (!strcmp(call_name(call), names[k]))
			return true;
	return false;
}

static void fill_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef call)
{
	LLVMValueRef to = call_arg(call, 0), value = call_arg(call, 1), size = call_arg(call, 2);
	LLVMTypeRef type = class_bytes_type(to);
	bool sized = LLVMIsAConstantInt(size);
	if ((LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value)) ||
		class_bytes_are_scalars(classes, to) ||
		(!sized && function_is_system(classes->arena, function)))
		return;
	vec_each(entry, &classes->list)
		(*entry)->blank |= type ? contains(classes, type, *entry)
					: !sized || LLVMConstIntGetZExtValue(size) >= least_size(*entry);
}

void class_blank_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	if (!is_call(i))
		return;
	if (is_fill(i) && call_args(i) >= 3)
		fill_visit(classes, function, i);
	if (gives_zeros(i) && !function_is_system(classes->arena, function))
		vec_each(entry, &classes->list)
			(*entry)->blank = true;
}

void class_blank_variables(struct classes *classes)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(classes->llvm); g; g = LLVMGetNextGlobal(g))
		vec_each(entry, &classes->list)
			(*entry)->blank |= contains(classes, LLVMGlobalGetValueType(g), *entry);
}
