#include "kernelanalysis/ptx/asm_build.h"

#include <stdarg.h>
#include <string.h>

#include "kernelanalysis/ptx/asm.h"

/* Accesses and fences of inline PTX: plain ones, and calls of the headers' marks. */

static LLVMTypeRef int_type(const struct asm_text *text, unsigned bits)
{
	return LLVMIntTypeInContext(text->module->context, bits);
}

static LLVMValueRef number(const struct asm_text *text, unsigned value)
{
	return LLVMConstInt(int_type(text, 32), value, false);
}

static unsigned width(LLVMValueRef value)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(value));
}

static void mark_weak(struct asm_text *text, LLVMValueRef access)
{
	unsigned kind = LLVMGetMDKindIDInContext(
		text->module->context, ASM_WEAK_KIND, (unsigned)strlen(ASM_WEAK_KIND));
	LLVMMetadataRef node = LLVMMDNodeInContext2(text->module->context, NULL, 0);
	LLVMSetMetadata(access, kind, LLVMMetadataAsValue(text->module->context, node));
}

LLVMValueRef asm_load(
	struct asm_text *text, LLVMValueRef pointer, unsigned bits, bool is_volatile)
{
	LLVMValueRef load = LLVMBuildLoad2(text->builder, int_type(text, bits), pointer, "");
	LLVMSetVolatile(load, is_volatile);
	if (!is_volatile)
		mark_weak(text, load);
	return load;
}

LLVMValueRef asm_store(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef value, bool is_volatile)
{
	LLVMValueRef store = LLVMBuildStore(text->builder, value, pointer);
	LLVMSetVolatile(store, is_volatile);
	if (!is_volatile)
		mark_weak(text, store);
	return store;
}

void asm_mark_element(struct asm_text *text, LLVMValueRef access, unsigned i, unsigned n)
{
	unsigned kind = LLVMGetMDKindIDInContext(
		text->module->context, ASM_VECTOR_KIND, (unsigned)strlen(ASM_VECTOR_KIND));
	LLVMMetadataRef parts[] = { LLVMValueAsMetadata(number(text, i)), LLVMValueAsMetadata(number(text, n)) };
	LLVMMetadataRef node = LLVMMDNodeInContext2(text->module->context, parts, 2);
	LLVMSetMetadata(access, kind, LLVMMetadataAsValue(text->module->context, node));
}

static LLVMValueRef call_mark(struct asm_text *text, const char *name, LLVMTypeRef result,
	LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef types[6];
	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(args[i]);
	LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
	LLVMValueRef function = LLVMGetNamedFunction(text->module->llvm, name);
	if (!function)
		function = LLVMAddFunction(text->module->llvm, name, type);
	return LLVMBuildCall2(text->builder, type, function, args, n, "");
}

static LLVMValueRef generic(struct asm_text *text, LLVMValueRef pointer)
{
	if (!LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)))
		return pointer;
	return LLVMBuildAddrSpaceCast(
		text->builder, pointer, LLVMPointerTypeInContext(text->module->context, 0), "");
}

LLVMValueRef asm_atomic_load(struct asm_text *text, LLVMValueRef pointer, unsigned bits,
	unsigned order, unsigned scope)
{
	LLVMValueRef args[] = { generic(text, pointer), number(text, order), number(text, scope) };
	return call_mark(text, arena_printf(text->arena, "__hgrd_atomic_load_%u", bits),
		int_type(text, bits), args, 3);
}

void asm_atomic_store(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef value,
	unsigned order, unsigned scope)
{
	LLVMValueRef args[] = { generic(text, pointer), value, number(text, order),
		number(text, scope) };
	call_mark(text, arena_printf(text->arena, "__hgrd_atomic_store_%u", width(value)),
		LLVMVoidTypeInContext(text->module->context), args, 4);
}

LLVMValueRef asm_atomic_rmw(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef value,
	unsigned operation, unsigned order, unsigned scope)
{
	LLVMValueRef args[] = { generic(text, pointer), value, number(text, operation),
		number(text, order), number(text, scope) };
	return call_mark(text, arena_printf(text->arena, "__hgrd_atomic_rmw_%u", width(value)),
		LLVMTypeOf(value), args, 5);
}

LLVMValueRef asm_atomic_cas(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef expected,
	LLVMValueRef desired, unsigned order, unsigned scope)
{
	LLVMValueRef args[] = { generic(text, pointer), expected, desired, number(text, order),
		number(text, scope) };
	return call_mark(text, arena_printf(text->arena, "__hgrd_atomic_cas_%u", width(expected)),
		LLVMTypeOf(expected), args, 5);
}

void asm_fence(struct asm_text *text, unsigned order, unsigned scope)
{
	LLVMValueRef args[] = { number(text, order), number(text, scope) };
	call_mark(text, "__hgrd_fence", LLVMVoidTypeInContext(text->module->context), args, 2);
}

LLVMValueRef asm_call(struct asm_text *text, const char *name, LLVMTypeRef result,
	LLVMValueRef *args, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (LLVMGetTypeKind(LLVMTypeOf(args[i])) == LLVMPointerTypeKind)
			args[i] = generic(text, args[i]);
	return call_mark(text, name, result, args, n);
}

LLVMValueRef asm_barrier(
	struct asm_text *text, const char *name, LLVMTypeRef result, LLVMValueRef args[2])
{
	args[0] = generic(text, args[0]);
	return call_mark(text, name, result, args, 2);
}
