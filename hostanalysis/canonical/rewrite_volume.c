#include "hostanalysis/canonical/rewrite.h"

/*
 * Functions of the runtime and the driver that get pointers in structures: a cudaExtent is width, height, depth, a cudaPitchedPtr
 * pointer, pitch, width, height. Where they write, calls of our own say, with the values themselves:
 *   void hgrd.filled(row, to, value, pitch, between, width, height, depth)
 *                          `depth` layers that lie `between` rows apart, of `height` rows that lie `pitch` apart, of `width` bytes
 *   void hgrd.copied(row, to)   some bytes of the memory that `to` points into
 */

static LLVMValueRef member(struct host_pass *pass, LLVMBuilderRef b, LLVMTypeRef type, LLVMValueRef object, unsigned offset)
{
	return LLVMBuildLoad2(b, type, address_build(pass, b, object, offset), "");
}

void volume_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row)
{
	LLVMValueRef slot = call_arg(call, (unsigned)api->arg[0]), extent[3];
	for (unsigned i = 0; i < 3; i++)
		extent[i] = member(pass, b, type_i64(pass), call_arg(call, (unsigned)api->arg[1]), 8 * i);
	LLVMValueRef pitch = pitch_build(pass, b, extent[0], row);
	LLVMValueRef members[] = { pitch, extent[0], extent[1] };
	for (unsigned i = 0; i < 3; i++)
		LLVMBuildStore(b, members[i], address_build(pass, b, slot, 8 * (i + 1)));
	LLVMValueRef rows = LLVMBuildNSWMul(b, extent[1], extent[2], "");
	block_build(pass, b, pitch, rows, slot, row);
}

void volume_fill_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row)
{
	LLVMTypeRef word = type_i64(pass), none = LLVMVoidTypeInContext(pass->module->context);
	LLVMTypeRef params[] = { type_i32(pass), type_ptr(pass), type_i32(pass), word, word, word, word, word };
	LLVMValueRef to = call_arg(call, (unsigned)api->arg[0]), extent = call_arg(call, (unsigned)api->arg[2]);
	LLVMValueRef args[] = { const_i32(pass, row), member(pass, b, type_ptr(pass), to, 0),
		call_arg(call, (unsigned)api->arg[1]), member(pass, b, word, to, 8), member(pass, b, word, to, 24),
		member(pass, b, word, extent, 0), member(pass, b, word, extent, 8), member(pass, b, word, extent, 16) };
	own_call(b, own_function(pass, "hgrd.filled", none, 8, params, false), args, 8, "");
}

void volume_copy_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row)
{
	LLVMTypeRef none = LLVMVoidTypeInContext(pass->module->context);
	LLVMTypeRef params[] = { type_i32(pass), type_ptr(pass) };
	LLVMValueRef function = own_function(pass, "hgrd.copied", none, 2, params, false);
	const unsigned places[] = { api->offset, api->value };
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef to = member(pass, b, type_ptr(pass), call_arg(call, (unsigned)api->arg[0]), places[i]);
		LLVMValueRef args[] = { const_i32(pass, row), to };
		own_call(b, function, args, 2, "");
	}
}
