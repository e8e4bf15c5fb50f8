#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * Calls of the CUDA runtime that return results through pointers are replaced
 * by calls of functions of our own that return them, and stores. So no address
 * of a host variable leaves the program, and LLVM's passes make SSA values of
 * the variables:
 *   ptr hgrd.alloc(row, size, factor)     an allocation of size * factor bytes
 *   i64 hgrd.pitch(row, width)            the pitch cudaMallocPitch or cudaMalloc3D chose
 *   TYPE hgrd.out.TYPE(row, argument)     any other result
 *   i32 hgrd.status(row)                  the error code
 *   void hgrd.filled, hgrd.copied, ...    what goes to memory whose address is in a structure (rewrite_volume.c)
 * `row` is api.def's.
 */

LLVMTypeRef type_i32(struct host_pass *pass)
{
	return LLVMInt32TypeInContext(pass->module->context);
}

LLVMTypeRef type_i64(struct host_pass *pass)
{
	return LLVMInt64TypeInContext(pass->module->context);
}

LLVMTypeRef type_ptr(struct host_pass *pass)
{
	return LLVMPointerTypeInContext(pass->module->context, 0);
}

LLVMValueRef const_i32(struct host_pass *pass, int64_t value)
{
	return LLVMConstInt(type_i32(pass), (unsigned long long)value, true);
}

LLVMValueRef address_build(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef pointer, uint64_t offset)
{
	LLVMValueRef index = LLVMConstInt(type_i64(pass), offset, false);
	LLVMTypeRef byte = LLVMInt8TypeInContext(pass->module->context);
	return offset ? LLVMBuildInBoundsGEP2(b, byte, pointer, &index, 1, "") : pointer;
}

LLVMValueRef own_function(struct host_pass *pass, const char *name, LLVMTypeRef result,
	unsigned n, LLVMTypeRef *params, bool variadic)
{
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	if (function)
		return function;
	LLVMTypeRef type = LLVMFunctionType(result, params, n, variadic);
	function = LLVMAddFunction(pass->module->llvm, name, type);
	bool launch = !strcmp(name, "hgrd.launch");
	if (!launch || !pass->shared_memory)
		effects_set(function, launch && !pass->closed, false);
	function_add_attribute(function, "nounwind");
	function_add_attribute(function, "willreturn");
	if (launch) {
		unsigned readnone = LLVMGetEnumAttributeKindForName("readnone", 8);
		LLVMAttributeRef none = LLVMCreateEnumAttribute(pass->module->context, readnone, 0);
		LLVMAddAttributeAtIndex(function, LAUNCH_CALLEE + 1, none);
		LLVMAddAttributeAtIndex(function, LAUNCH_STREAM + 1, none);
	}
	if (!strcmp(name, "hgrd.alloc")) {
		unsigned noalias = LLVMGetEnumAttributeKindForName("noalias", 7);
		LLVMAddAttributeAtIndex(function, LLVMAttributeReturnIndex,
			LLVMCreateEnumAttribute(pass->module->context, noalias, 0));
	}
	return function;
}

LLVMValueRef own_call(LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef *args,
	unsigned n, const char *name)
{
	return LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, args, n, name);
}

LLVMValueRef size_value(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef value)
{
	return LLVMBuildIntCast2(b, value, type_i64(pass), false, "");
}

/* Name of the variable or member an allocation goes to. */
static const char *slot_name(struct host_pass *pass, LLVMValueRef slot)
{
	while (LLVMIsAGetElementPtrInst(slot) &&
		(!*value_name(slot) || !strncmp(value_name(slot), "array", 5)))
		slot = LLVMGetOperand(slot, 0);
	const char *name = value_name(slot);
	size_t length = strcspn(name, ".");
	return length ? arena_printf(pass->arena, "%.*s.", (int)length, name) : "";
}

/* The size that an argument gives; a value of its own where none does. */
static LLVMValueRef size_arg(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, int arg, int row)
{
	if (arg >= 0)
		return size_value(pass, b, call_arg(call, (unsigned)arg));
	LLVMTypeRef params[] = { type_i32(pass), type_i32(pass), type_i64(pass) };
	LLVMValueRef args[] = { const_i32(pass, row), const_i32(pass, 0),
		LLVMConstInt(type_i64(pass), 0, false) };
	return own_call(b, own_function(pass, "hgrd.out.i64", type_i64(pass), 3, params, false),
		args, 3, "");
}

LLVMValueRef pitch_build(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef width, int row)
{
	LLVMTypeRef params[] = { type_i32(pass), type_i64(pass) };
	LLVMValueRef args[] = { const_i32(pass, row), width };
	LLVMValueRef function = own_function(pass, "hgrd.pitch", type_i64(pass), 2, params, false);
	return own_call(b, function, args, 2, "pitch.");
}

void block_build(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef size,
	LLVMValueRef factor, LLVMValueRef slot, int row)
{
	LLVMTypeRef params[] = { type_i32(pass), type_i64(pass), type_i64(pass) };
	LLVMValueRef args[] = { const_i32(pass, row), size, factor };
	LLVMValueRef function = own_function(pass, "hgrd.alloc", type_ptr(pass), 3, params, false);
	LLVMBuildStore(b, own_call(b, function, args, 3, slot_name(pass, slot)), slot);
}

static void alloc_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row)
{
	LLVMValueRef one = LLVMConstInt(type_i64(pass), 1, false);
	bool pitched = api->action == API_PITCH;
	int factor = pitched ? api->arg[3] : api->arg[2];
	LLVMValueRef size = size_arg(pass, b, call, pitched ? api->arg[2] : api->arg[1], row);
	LLVMValueRef height =
		factor < 0 ? one : size_value(pass, b, call_arg(call, (unsigned)factor));
	if (pitched) {
		size = pitch_build(pass, b, size, row);
		LLVMBuildStore(b, size, call_arg(call, (unsigned)api->arg[1]));
	}
	block_build(pass, b, size, height, call_arg(call, (unsigned)api->arg[0]), row);
}

/* Memory that a stream allocates is there once the stream has come to that. */
static void allocated_mark(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api)
{
	LLVMTypeRef params[] = { type_ptr(pass), type_i64(pass), type_ptr(pass) };
	LLVMValueRef slot = call_arg(call, (unsigned)api->arg[0]), size = call_arg(call, (unsigned)api->arg[1]);
	LLVMValueRef args[] = { LLVMBuildLoad2(b, type_ptr(pass), slot, ""), size_value(pass, b, size), call_arg(call, call_args(call) - 1) };
	own_call(b, own_function(pass, "hgrd.allocated", LLVMVoidTypeInContext(pass->module->context), 3, params, false), args, 3, "");
}

/* Which graph what is launched is made of: void hgrd.instantiated(made, graph). */
static void instantiated_mark(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api)
{
	LLVMTypeRef params[] = { type_ptr(pass), type_ptr(pass) };
	if (strcmp(api->name, "cudaGraphInstantiate"))
		return;
	LLVMValueRef args[] = { LLVMBuildLoad2(b, type_ptr(pass), call_arg(call, 0), ""), call_arg(call, 1) };
	own_call(b, own_function(pass, "hgrd.instantiated", LLVMVoidTypeInContext(pass->module->context), 2, params, false), args, 2, "");
}

static void out_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row)
{
	LLVMTypeRef type = api->type == 'i' ? type_i32(pass)
			   : api->type == 'l' ? type_i64(pass)
					      : type_ptr(pass);
	const char *name = api->type == 'i' ? "hgrd.out.i32"
			   : api->type == 'l' ? "hgrd.out.i64"
					      : "hgrd.out.ptr";
	LLVMTypeRef params[] = { type_i32(pass), type_i32(pass), type_i64(pass) };
	LLVMValueRef function = own_function(pass, name, type, 3, params, false);
	for (unsigned i = 0; i < 2 && api->arg[i] >= 0; i++) {
		LLVMValueRef slot = call_arg(call, (unsigned)api->arg[i]);
		if (LLVMIsNull(slot))
			continue;
		/* the argument after the slot tells, e.g., which attribute was asked for */
		LLVMValueRef about = LLVMConstInt(type_i64(pass), 0, false);
		if (api->arg[i] + 1 < (int)call_args(call)) {
			LLVMValueRef next = call_arg(call, (unsigned)api->arg[i] + 1);
			if (LLVMIsAConstantInt(next))
				about = size_value(pass, b, next);
		}
		LLVMValueRef args[] = { const_i32(pass, row), const_i32(pass, api->arg[i]),
			about };
		LLVMBuildStore(b, own_call(b, function, args, 3, ""), slot);
	}
}

/*
 * A texture or surface object stands for the memory it is made of: in a cudaResourceDesc, the
 * pointer behind the type is the array or the memory, whichever it is.
 */
static void handle_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api)
{
	LLVMValueRef at = address_build(pass, b, call_arg(call, (unsigned)api->arg[1]), 8);
	LLVMValueRef memory = LLVMBuildLoad2(b, type_ptr(pass), at, "");
	LLVMBuildStore(b, LLVMBuildPtrToInt(b, memory, type_i64(pass), ""),
		call_arg(call, (unsigned)api->arg[0]));
}

/*
 * A call that fills a structure which is a member writes the member and nothing beside it: a call for a variable of its own, and
 * a store of what is in there to the member.
 */
static void member_confine(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, unsigned arg)
{
	LLVMTypeRef type = NULL;
	LLVMValueRef member = call_arg(call, arg);
	int field = gep_field(member, &type);
	LLVMTypeRef part = field < 0 ? NULL : LLVMStructGetTypeAtIndex(type, (unsigned)field);
	const char *name = part && LLVMGetTypeKind(part) == LLVMStructTypeKind ? LLVMGetStructName(part) : NULL;
	if (!name)
		return;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
	LLVMValueRef function = own_function(pass, arena_printf(pass->arena, "hgrd.part.%s", name), part, 0, NULL, false);
	LLVMBuildStore(b, own_call(b, function, NULL, 0, ""), member);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
	LLVMSetOperand(call, arg, LLVMBuildAlloca(b, part, ""));
}

/* The call stays; what it stores at the offset is known. */
static void field_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api)
{
	LLVMValueRef next = LLVMGetNextInstruction(call), to = call_arg(call, (unsigned)api->arg[0]);
	unsigned value = api->value == API_ARCH ? pass->options->arch : api->value;
	if (!next || !value)
		return;
	LLVMPositionBuilderBefore(b, next);
	member_confine(pass, b, call, (unsigned)api->arg[0]);
	LLVMPositionBuilderBefore(b, next);
	LLVMValueRef at = address_build(pass, b, to, api->offset);
	LLVMBuildStore(b, const_i32(pass, value), at);
}

static void api_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, int row)
{
	const struct api *api = api_row(row);
	int most = -1;
	for (unsigned i = 0; i < 4; i++)
		most = api->arg[i] > most ? api->arg[i] : most;
	if (most >= (int)call_args(call))
		return;
	LLVMPositionBuilderBefore(b, call);
	switch (api->action) {
	case API_PLAIN:
		return;
	case API_FETCH:
		fetch_rewrite(pass, b, call);
		return;
	case API_FIELD:
		field_rewrite(pass, b, call, api);
		return;
	case API_ALLOC:
	case API_PITCH:
		alloc_rewrite(pass, b, call, api, row);
		break;
	case API_STREAM_ALLOC:
		alloc_rewrite(pass, b, call, api, row);
		allocated_mark(pass, b, call, api);
		break;
	case API_VOLUME:
		volume_rewrite(pass, b, call, api, row);
		break;
	case API_VOLUME_FILL:
		volume_fill_rewrite(pass, b, call, api, row);
		break;
	case API_VOLUME_COPY:
		volume_copy_rewrite(pass, b, call, api, row);
		break;
	case API_COPY:
		LLVMBuildStore(b, call_arg(call, (unsigned)api->arg[1]),
			call_arg(call, (unsigned)api->arg[0]));
		break;
	case API_HANDLE:
		handle_rewrite(pass, b, call, api);
		break;
	case API_OUT:
		out_rewrite(pass, b, call, api, row);
		instantiated_mark(pass, b, call, api);
		break;
	case API_BIND:
		binding_rewrite(pass, b, call, api);
		return;
	case API_SYMBOL:
		if (!image_rewrite(pass, b, call))
			return;
		break;
	}
	if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind &&
		LLVMGetIntTypeWidth(LLVMTypeOf(call)) == 32) {
		LLVMTypeRef params[] = { type_i32(pass) };
		LLVMValueRef args[] = { const_i32(pass, row) };
		LLVMValueRef status = own_call(b,
			own_function(pass, "hgrd.status", type_i32(pass), 1, params, false), args,
			1, "status.");
		LLVMReplaceAllUsesWith(call, status);
	}
	if (!LLVMIsAInvokeInst(call))
		LLVMInstructionEraseFromParent(call);
}

bool leaves_fill(struct host_pass *pass, LLVMTypeRef type, unsigned offset, leaf_list *leaves)
{
	if (leaves->n > 256)
		return false;
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			if (!leaves_fill(pass, LLVMStructGetTypeAtIndex(type, i),
				    offset + (unsigned)LLVMOffsetOfElement(pass->layout, type, i),
				    leaves))
				return false;
		return true;
	case LLVMArrayTypeKind: {
		LLVMTypeRef element = LLVMGetElementType(type);
		unsigned size = (unsigned)LLVMABISizeOfType(pass->layout, element);
		for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
			if (!leaves_fill(pass, element, offset + (unsigned)i * size, leaves))
				return false;
		return true;
	}
	default: {
		struct leaf leaf = { offset, type };
		vec_push(pass->arena, leaves, leaf);
		return true;
	}
	}
}

void calls_list(struct host_pass *pass, LLVMValueRef function, value_list *calls)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (is_call(i))
				vec_push(pass->arena, calls, i);
}

void calls_rewrite(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	graphs_count(pass);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		value_list calls = { 0 };
		pushes_rewrite(pass, b, f);
		calls_list(pass, f, &calls);
		vec_each(call, &calls) {
			if (node_rewrite(pass, b, *call))
				continue;
			int row = api_find(call_name(*call));
			if (row >= 0)
				api_rewrite(pass, b, *call, row);
		}
	}
	LLVMDisposeBuilder(b);
}
