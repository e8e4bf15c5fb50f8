#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * Functions of the runtime and the driver that get pointers in structures: a cudaExtent is width, height, depth, a cudaPitchedPtr
 * pointer, pitch, width, height. Where they write, calls of our own say, with the values themselves:
 *   void hgrd.filled(row, to, value, pitch, between, width, height, depth, stream)
 *                          `depth` layers that lie `between` rows apart, of `height` rows that lie `pitch` apart, of `width` bytes
 *   void hgrd.copied(row, to, pitch, between, from, pitch, between, width, height, depth, stream)
 *                          such layers there and here; of a description that is not followed null and 0 behind `to`
 *   void hgrd.array_copied(row, to)   some bytes of the memory that `to` points into
 * The stream is that of the call, null where it has none.
 */

enum { POSITION = 24, PITCH = 8, HEIGHT = 24 }; /* of a side of a copy: before its cudaPitchedPtr, and in that */

/* Descriptions of copies, where they are followed: bytes at which the cudaPitchedPtr and the cudaExtent stand. */
static const struct volume_copy {
	const char *name;
	unsigned to, from, extent;
} copies[] = {
	{ "cudaMemcpy3D", 96, 32, 128 },
	{ "cudaMemcpy3DAsync", 96, 32, 128 },
	{ "cudaMemcpy3DPeerAsync", 104, 32, 144 },
};

static const struct volume_copy *copy_of(const struct api *api)
{
	for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++)
		if (!strcmp(copies[i].name, api->name))
			return &copies[i];
	return NULL;
}

/* The stream is the last argument; null where there is none. */
static LLVMValueRef stream_given(struct host_pass *pass, LLVMValueRef call, unsigned others)
{
	return call_args(call) > others ? call_arg(call, others) : LLVMConstNull(type_ptr(pass));
}

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
	LLVMTypeRef params[] = { type_i32(pass), type_ptr(pass), type_i32(pass), word, word, word, word, word, type_ptr(pass) };
	LLVMValueRef to = call_arg(call, (unsigned)api->arg[0]), extent = call_arg(call, (unsigned)api->arg[2]);
	LLVMValueRef args[] = { const_i32(pass, row), member(pass, b, type_ptr(pass), to, 0),
		call_arg(call, (unsigned)api->arg[1]), member(pass, b, word, to, 8), member(pass, b, word, to, 24),
		member(pass, b, word, extent, 0), member(pass, b, word, extent, 8), member(pass, b, word, extent, 16), stream_given(pass, call, 3) };
	own_call(b, own_function(pass, "hgrd.filled", none, 9, params, false), args, 9, "");
}

/* A side of a copy: where it begins, how far rows lie apart, and how many rows are from layer to layer. */
static void side_load(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef description, unsigned side, LLVMValueRef *args)
{
	LLVMTypeRef word = type_i64(pass), byte = LLVMInt8TypeInContext(pass->module->context);
	LLVMValueRef at[3], start = member(pass, b, type_ptr(pass), description, side);
	for (unsigned i = 0; i < 3; i++)
		at[i] = member(pass, b, word, description, side - POSITION + 8 * i);
	args[1] = member(pass, b, word, description, side + PITCH);
	args[2] = member(pass, b, word, description, side + HEIGHT);
	LLVMValueRef rows = LLVMBuildNSWAdd(b, at[1], LLVMBuildNSWMul(b, at[2], args[2], ""), "");
	LLVMValueRef bytes = LLVMBuildNSWAdd(b, at[0], LLVMBuildNSWMul(b, rows, args[1], ""), "");
	args[0] = LLVMBuildInBoundsGEP2(b, byte, start, &bytes, 1, "");
}

/* What is behind the row. */
static void copy_load(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, LLVMValueRef *args)
{
	const struct volume_copy *copy = copy_of(api);
	LLVMValueRef description = call_arg(call, (unsigned)api->arg[0]), zero = LLVMConstInt(type_i64(pass), 0, false);
	for (unsigned i = 1; i < 9; i++)
		args[i] = i == 3 ? LLVMConstNull(type_ptr(pass)) : zero;
	args[0] = member(pass, b, type_ptr(pass), description, api->offset);
	args[9] = stream_given(pass, call, 1);
	if (!copy)
		return;
	side_load(pass, b, description, copy->to, &args[0]);
	side_load(pass, b, description, copy->from, &args[3]);
	for (unsigned i = 0; i < 3; i++)
		args[6 + i] = member(pass, b, type_i64(pass), description, copy->extent + 8 * i);
}

void volume_copy_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row)
{
	LLVMTypeRef none = LLVMVoidTypeInContext(pass->module->context), pointer = type_ptr(pass), word = type_i64(pass);
	LLVMTypeRef params[] = { type_i32(pass), pointer, word, word, pointer, word, word, word, word, word, pointer };
	LLVMValueRef args[11] = { const_i32(pass, row) };
	copy_load(pass, b, call, api, &args[1]);
	own_call(b, own_function(pass, "hgrd.copied", none, 11, params, false), args, 11, "");
	args[1] = member(pass, b, pointer, call_arg(call, (unsigned)api->arg[0]), api->value);
	own_call(b, own_function(pass, "hgrd.array_copied", none, 2, params, false), args, 2, "");
}
