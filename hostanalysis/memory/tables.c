#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/memory/contents.h"

#include <string.h>

/*
 * Device variables that hold arrays of pointers, or of numbers that are too many to be followed word by word
 * (images.c) or copied in a length that is not constant: which entries a kernel takes is known when it runs, so that
 * what lies there is followed as what an allocation holds. Each has memory of the module's own, to which copies to the
 * variable go besides, and whose address each launch is given.
 */

static const char prefix[] = "hgrd.table.";

static bool has_pointer(LLVMTypeRef type, bool several)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
		return several;
	case LLVMArrayTypeKind:
		return has_pointer(
			LLVMGetElementType(type), several || LLVMGetArrayLength2(type) > 1);
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			if (has_pointer(LLVMStructGetTypeAtIndex(type, i), several))
				return true;
		return false;
	default:
		return false;
	}
}

/* An array of integers, or of what holds some: places, perhaps. */
static bool has_integers(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) >= 16;
	case LLVMArrayTypeKind:
		return has_integers(LLVMGetElementType(type));
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			if (has_integers(LLVMStructGetTypeAtIndex(type, i)))
				return true;
		return false;
	default:
		return false;
	}
}

LLVMValueRef table_new(struct host_pass *pass, LLVMTypeRef type, bool numbers, const char *name)
{
	if (!has_pointer(type, false) && !(numbers && LLVMGetTypeKind(type) == LLVMArrayTypeKind && has_integers(type)))
		return NULL;
	LLVMValueRef table = LLVMAddGlobal(
		pass->module->llvm, type, arena_printf(pass->arena, "%s%s", prefix, name));
	return table;
}

bool is_table(LLVMValueRef memory)
{
	return LLVMIsAGlobalVariable(memory) &&
	       !strncmp(value_name(memory), prefix, strlen(prefix));
}

/* Is a copy done when the call returns, from memory of the host to the variable's start. */
static bool is_plain(LLVMValueRef call)
{
	enum { OFFSET = 3, KIND = 4, HOST_TO_DEVICE = 1 };
	if (strstr(call_name(call), "Async") || call_args(call) <= KIND)
		return false;
	LLVMValueRef offset = call_arg(call, OFFSET), kind = call_arg(call, KIND);
	return LLVMIsAConstantInt(offset) && !LLVMConstIntGetZExtValue(offset) &&
	       LLVMIsAConstantInt(kind) && LLVMConstIntGetZExtValue(kind) == HOST_TO_DEVICE;
}

void table_copy(struct host_pass *pass, LLVMBuilderRef b, struct image *image, LLVMValueRef call)
{
	LLVMTypeRef params[] = { type_ptr(pass) };
	if (!image->table)
		return;
	if (is_plain(call)) {
		LLVMBuildMemCpy(b, image->table, 1, call_arg(call, 1), 1, call_arg(call, 2));
		return;
	}
	LLVMValueRef any = own_function(
		pass, "hgrd.any", LLVMVoidTypeInContext(pass->module->context), 1, params, false);
	own_call(b, any, &image->table, 1, "");
}

bool table_is_lost(struct root *root, LLVMValueRef table)
{
	if (!has_pointer(LLVMGlobalGetValueType(table), false))
		return false;
	const struct buffer *buffer = buffer_of(root, table);
	if (buffer->escapes || buffer->others.n || !(buffer->copies.n || buffer->stores.n))
		return true;
	vec_each(copy, &buffer->copies) {
		LLVMValueRef from = buffer_start(root, call_arg(*copy, 1));
		if (!from || buffer_of(root, from)->escapes || buffer_of(root, from)->others.n)
			return true;
	}
	return false;
}
