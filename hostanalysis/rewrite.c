#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Calls of the CUDA runtime that return results through pointers are replaced
 * by calls of functions of our own that return them, and stores. So no address
 * of a host variable leaves the program, and LLVM's passes make SSA values of
 * the variables:
 *   ptr hgrd.alloc(row, size, factor)     an allocation of size * factor bytes
 *   i64 hgrd.pitch(row, width)            the pitch cudaMallocPitch chose
 *   TYPE hgrd.out.TYPE(row, argument)     any other result
 *   i32 hgrd.status(row)                  the error code
 * A launch becomes void hgrd.launch(site, callee, grid x, y, z, block x, y, z,
 * shared, stream, values...): structures passed by value are read leaf by leaf,
 * so that they too become SSA values. `row` is api.def's, `site` pass->sites'.
 */

static LLVMTypeRef type_i32(struct host_pass *pass)
{
	return LLVMInt32TypeInContext(pass->module->context);
}

static LLVMTypeRef type_i64(struct host_pass *pass)
{
	return LLVMInt64TypeInContext(pass->module->context);
}

static LLVMTypeRef type_ptr(struct host_pass *pass)
{
	return LLVMPointerTypeInContext(pass->module->context, 0);
}

static LLVMValueRef const_i32(struct host_pass *pass, int64_t value)
{
	return LLVMConstInt(type_i32(pass), (unsigned long long)value, true);
}

/* Our function `name`, made on first use. */
static LLVMValueRef own_function(struct host_pass *pass, const char *name, LLVMTypeRef result,
	unsigned n, LLVMTypeRef *params, bool variadic)
{
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	if (function)
		return function;
	LLVMTypeRef type = LLVMFunctionType(result, params, n, variadic);
	function = LLVMAddFunction(pass->module->llvm, name, type);
	bool launch = !strcmp(name, "hgrd.launch");
	if (!launch || !pass->shared_memory)
		effects_set(function, launch, false);
	function_add_attribute(function, "nounwind");
	function_add_attribute(function, "willreturn");
	if (!strcmp(name, "hgrd.alloc")) {
		unsigned noalias = LLVMGetEnumAttributeKindForName("noalias", 7);
		LLVMAddAttributeAtIndex(function, LLVMAttributeReturnIndex,
			LLVMCreateEnumAttribute(pass->module->context, noalias, 0));
	}
	return function;
}

static LLVMValueRef own_call(LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef *args,
	unsigned n, const char *name)
{
	return LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, args, n, name);
}

/* Size arguments are size_t; a variant with another type is widened. */
static LLVMValueRef size_value(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef value)
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

static void alloc_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row)
{
	LLVMTypeRef params[] = { type_i32(pass), type_i64(pass), type_i64(pass) };
	LLVMValueRef one = LLVMConstInt(type_i64(pass), 1, false);
	bool pitched = api->action == API_PITCH;
	int size = pitched ? api->arg[2] : api->arg[1];
	int factor = pitched ? api->arg[3] : api->arg[2];
	LLVMValueRef width = size_arg(pass, b, call, size, row);
	LLVMValueRef height =
		factor < 0 ? one : size_value(pass, b, call_arg(call, (unsigned)factor));
	LLVMValueRef args[] = { const_i32(pass, row), width, height };
	if (pitched) {
		LLVMTypeRef pitch_params[] = { type_i32(pass), type_i64(pass) };
		LLVMValueRef pitch = own_call(b,
			own_function(pass, "hgrd.pitch", type_i64(pass), 2, pitch_params, false),
			args, 2, "pitch.");
		LLVMBuildStore(b, pitch, call_arg(call, (unsigned)api->arg[1]));
		args[1] = pitch;
	}
	LLVMValueRef slot = call_arg(call, (unsigned)api->arg[0]);
	LLVMValueRef block = own_call(b,
		own_function(pass, "hgrd.alloc", type_ptr(pass), 3, params, false), args, 3,
		slot_name(pass, slot));
	LLVMBuildStore(b, block, slot);
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
	LLVMValueRef eight = LLVMConstInt(type_i64(pass), 8, false);
	LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(type_i64(pass)));
	LLVMValueRef at = LLVMBuildInBoundsGEP2(
		b, byte, call_arg(call, (unsigned)api->arg[1]), &eight, 1, "");
	LLVMValueRef memory = LLVMBuildLoad2(b, type_ptr(pass), at, "");
	LLVMBuildStore(b, LLVMBuildPtrToInt(b, memory, type_i64(pass), ""),
		call_arg(call, (unsigned)api->arg[0]));
}

/* The call stays; what it stores at the offset is known. */
static void field_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api)
{
	LLVMValueRef next = LLVMGetNextInstruction(call);
	if (!next)
		return;
	LLVMPositionBuilderBefore(b, next);
	LLVMValueRef offset = LLVMConstInt(type_i64(pass), api->offset, false);
	LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(type_i64(pass)));
	LLVMValueRef at = LLVMBuildInBoundsGEP2(
		b, byte, call_arg(call, (unsigned)api->arg[0]), &offset, 1, "");
	LLVMBuildStore(b, const_i32(pass, api->value), at);
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
	case API_FIELD:
		field_rewrite(pass, b, call, api);
		return;
	case API_ALLOC:
	case API_PITCH:
		alloc_rewrite(pass, b, call, api, row);
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

typedef VEC(LLVMValueRef) value_list;

/* Loads the leaves of a type from memory and appends them to the site and its values. */
static void leaves_load(struct host_pass *pass, LLVMBuilderRef b, LLVMTypeRef type,
	LLVMValueRef pointer, struct site *site, value_list *values)
{
	leaf_list leaves = { 0 };
	if (!leaves_fill(pass, type, 0, &leaves))
		return;
	LLVMTypeRef byte = LLVMInt8TypeInContext(pass->module->context);
	vec_each(leaf, &leaves) {
		LLVMValueRef index = const_i32(pass, leaf->offset);
		LLVMValueRef at = leaf->offset
					  ? LLVMBuildInBoundsGEP2(b, byte, pointer, &index, 1, "")
					  : pointer;
		vec_push(pass->arena, &site->leaves, *leaf);
		vec_push(pass->arena, values, LLVMBuildLoad2(b, leaf->type, at, ""));
	}
}

/* The halves of a packed pair of dimensions. */
static void unpack(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef packed, LLVMValueRef *x,
	LLVMValueRef *y)
{
	LLVMTypeRef word = type_i32(pass);
	*x = LLVMBuildTrunc(b, packed, word, "");
	*y = LLVMBuildTrunc(b,
		LLVMBuildLShr(b, packed, LLVMConstInt(type_i64(pass), 32, false), ""), word, "");
}

static LLVMValueRef launch_build(struct host_pass *pass, LLVMBuilderRef b, struct site *site,
	LLVMValueRef callee, LLVMValueRef *config, const value_list *values)
{
	value_list args = { 0 };
	vec_push(pass->arena, &args, const_i32(pass, (int64_t)pass->sites.n));
	vec_push(pass->arena, &args, callee);
	for (unsigned i = 0; i < LAUNCH_ARGS - LAUNCH_GRID; i++)
		vec_push(pass->arena, &args, config[i]);
	assert(args.n == LAUNCH_ARGS);
	vec_each(value, values)
		vec_push(pass->arena, &args, *value);
	LLVMTypeRef word = type_i32(pass);
	LLVMTypeRef params[LAUNCH_ARGS] = { word, type_ptr(pass), word, word, word, word, word,
		word, type_i64(pass), type_ptr(pass) };
	LLVMValueRef function = own_function(
		pass, "hgrd.launch", LLVMVoidTypeInContext(pass->module->context), LAUNCH_ARGS,
		params, true);
	vec_push(pass->arena, &pass->sites, site);
	LLVMValueRef launch = own_call(b, function, args.at, (unsigned)args.n, "");
	site->loc = instruction_loc(pass->arena, launch);
	return launch;
}

/* grid, block, shared, stream from operands packed as the calling convention has it. */
static void config_fill(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call,
	unsigned grid, unsigned shared, LLVMValueRef *config)
{
	for (unsigned i = 0; i < 2; i++) {
		unpack(pass, b, call_arg(call, grid + 2 * i), &config[3 * i],
			&config[3 * i + 1]);
		config[3 * i + 2] = call_arg(call, grid + 2 * i + 1);
	}
	config[6] = size_value(pass, b, call_arg(call, shared));
	config[7] = call_arg(call, shared + 1);
}

static LLVMTypeRef call_byval(LLVMValueRef call, unsigned arg)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, arg + 1, kind);
	return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* KERNEL<<<...>>>(...): `push` is the configuration, `call` the call of the stub. */
static void launch_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef push, LLVMValueRef call)
{
	struct site *site = arena_alloc(pass->arena, sizeof(*site));
	LLVMValueRef config[LAUNCH_ARGS - LAUNCH_GRID];
	value_list values = { 0 };
	site->stub = call_target(call) ? stub_find(pass, call_target(call)) : NULL;
	site->args_known = true;
	site->config_known = true;
	LLVMPositionBuilderBefore(b, push);
	config_fill(pass, b, push, 0, 4, config);
	LLVMPositionBuilderBefore(b, call);
	for (unsigned i = 0; i < call_args(call); i++) {
		LLVMTypeRef type = call_byval(call, i);
		vec_push(pass->arena, &site->first, (unsigned)site->leaves.n);
		if (type) {
			leaves_load(pass, b, type, call_arg(call, i), site, &values);
			continue;
		}
		struct leaf leaf = { 0, LLVMTypeOf(call_arg(call, i)) };
		vec_push(pass->arena, &site->leaves, leaf);
		vec_push(pass->arena, &values, call_arg(call, i));
	}
	launch_build(pass, b, site, LLVMGetCalledValue(call), config, &values);
	LLVMReplaceAllUsesWith(push, LLVMConstInt(LLVMTypeOf(push), 0, false));
	if (!LLVMIsAInvokeInst(push))
		LLVMInstructionEraseFromParent(push);
	if (!LLVMIsAInvokeInst(call))
		LLVMInstructionEraseFromParent(call);
}

static bool is_push(LLVMValueRef call)
{
	return !strcmp(call_name(call), "__cudaPushCallConfiguration");
}

/* clang emits the configuration, then the arguments, then the call of the stub. */
static bool is_stub_call(const struct host_pass *pass, LLVMValueRef call)
{
	LLVMValueRef target = call_target(call);
	if (target)
		return stub_find(pass, target) != NULL;
	return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind &&
	       !LLVMIsAInlineAsm(LLVMGetCalledValue(call));
}

typedef VEC(LLVMValueRef) call_list;
static void calls_fill(struct host_pass *pass, LLVMValueRef function, call_list *calls)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (is_call(i))
				vec_push(pass->arena, calls, i);
}

/* Configuration and call keep a common number, as passes change the order of blocks. */
static unsigned pair_kind(const struct host_pass *pass)
{
	return LLVMGetMDKindIDInContext(pass->module->context, "hgrd.pair", 9);
}

static void pair_mark(struct host_pass *pass, LLVMValueRef call, unsigned number)
{
	LLVMMetadataRef value = LLVMValueAsMetadata(const_i32(pass, number));
	LLVMMetadataRef node = LLVMMDNodeInContext2(pass->module->context, &value, 1);
	LLVMSetMetadata(call, pair_kind(pass),
		LLVMMetadataAsValue(pass->module->context, node));
}

/* The configuration a call belongs to; NULL when it is no launch. */
static LLVMValueRef pair_find(
	const struct host_pass *pass, const call_list *calls, LLVMValueRef call)
{
	LLVMValueRef mark = LLVMGetMetadata(call, pair_kind(pass));
	if (!mark || is_push(call))
		return NULL;
	vec_each(push, calls)
		if (is_push(*push) && LLVMGetMetadata(*push, pair_kind(pass)) == mark)
			return *push;
	return NULL;
}

/* Invokes of what cannot throw become calls in simplifycfg, which the rewriting relies on. */
void calls_prepare(struct host_pass *pass)
{
	static const char *const names[] = { "__cudaPushCallConfiguration", "cudaLaunchKernel",
		"cudaLaunchCooperativeKernel", "cudaLaunchKernelExC" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, names[i]);
		if (function)
			function_add_attribute(function, "nounwind");
	}
	vec_each(each, &pass->stubs)
		function_add_attribute((*each)->llvm, "nounwind");
	LLVMAttributeRef nounwind = LLVMCreateEnumAttribute(
		pass->module->context, LLVMGetEnumAttributeKindForName("nounwind", 8), 0);
	unsigned pairs = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		call_list calls = { 0 };
		LLVMValueRef push = NULL;
		calls_fill(pass, f, &calls);
		vec_each(call, &calls) {
			if (is_push(*call)) {
				push = *call;
			} else if (push && is_stub_call(pass, *call)) {
				LLVMAddCallSiteAttribute(*call,
					(unsigned)LLVMAttributeFunctionIndex, nounwind);
				pair_mark(pass, push, pairs);
				pair_mark(pass, *call, pairs++);
				push = NULL;
			}
			int row = api_find(call_name(*call));
			if (row >= 0 && api_row(row)->memory != HOST_DEVICE)
				pass->shared_memory = true;
			if (!strcmp(call_name(*call), "cudaHostRegister"))
				pass->shared_memory = true;
		}
	}
}

void calls_rewrite(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		call_list calls = { 0 }, launches = { 0 }, pushes = { 0 };
		calls_fill(pass, f, &calls);
		vec_each(call, &calls) {
			LLVMValueRef push = pair_find(pass, &calls, *call);
			if (push) {
				vec_push(pass->arena, &launches, *call);
				vec_push(pass->arena, &pushes, push);
			}
		}
		for (size_t i = 0; i < launches.n; i++)
			launch_rewrite(pass, b, pushes.at[i], launches.at[i]);
		calls.n = 0;
		calls_fill(pass, f, &calls);
		vec_each(call, &calls) {
			int row = api_find(call_name(*call));
			if (row >= 0)
				api_rewrite(pass, b, *call, row);
		}
	}
	LLVMDisposeBuilder(b);
}

/*
 * cudaLaunchKernel(function, grid, block, void **args, shared, stream) and
 * cudaLaunchKernelExC(configuration, function, args).
 */
static void array_launch_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call,
	bool extended)
{
	struct site *site = arena_alloc(pass->arena, sizeof(*site));
	LLVMValueRef config[LAUNCH_ARGS - LAUNCH_GRID];
	value_list values = { 0 };
	LLVMTypeRef byte = LLVMInt8TypeInContext(pass->module->context);
	LLVMValueRef callee = call_arg(call, extended ? 1 : 0);
	LLVMValueRef array = call_arg(call, extended ? 2 : 5);
	LLVMPositionBuilderBefore(b, call);
	site->by_array = true;
	site->config_known = true;
	site->cooperative = !strncmp(call_name(call), "cudaLaunchCooperative", 21);
	site->stub = LLVMIsAFunction(callee) ? stub_find(pass, callee) : NULL;
	site->args_known = site->stub && site->stub->understood;
	if (extended) {
		/* struct cudaLaunchConfig_st: dim3, dim3, size_t, stream, ... */
		for (unsigned i = 0; i < 8; i++) {
			LLVMValueRef at = const_i32(pass, i < 6 ? 4 * i : i == 6 ? 24 : 32);
			LLVMTypeRef type = i < 6 ? type_i32(pass)
					   : i == 6 ? type_i64(pass)
						    : type_ptr(pass);
			config[i] = LLVMBuildLoad2(b, type,
				LLVMBuildInBoundsGEP2(b, byte, call_arg(call, 0), &at, 1, ""), "");
		}
	} else {
		config_fill(pass, b, call, 1, 6, config);
	}
	for (unsigned i = 0; site->args_known && i < site->stub->params.n; i++) {
		LLVMValueRef at = const_i32(pass, 8 * i);
		LLVMValueRef slot = LLVMBuildInBoundsGEP2(b, byte, array, &at, 1, "");
		vec_push(pass->arena, &site->first, (unsigned)site->leaves.n);
		if (site->stub->params.at[i].type)
			leaves_load(pass, b, site->stub->params.at[i].type,
				LLVMBuildLoad2(b, type_ptr(pass), slot, ""), site, &values);
	}
	launch_build(pass, b, site, callee, config, &values);
	LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), 0, false));
	if (!LLVMIsAInvokeInst(call))
		LLVMInstructionEraseFromParent(call);
}

void launches_rewrite(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		call_list calls = { 0 };
		calls_fill(pass, f, &calls);
		vec_each(call, &calls) {
			const char *name = call_name(*call);
			if ((!strcmp(name, "cudaLaunchKernel") ||
				    !strcmp(name, "cudaLaunchCooperativeKernel")) &&
				call_args(*call) == 8)
				array_launch_rewrite(pass, b, *call, false);
			else if (!strcmp(name, "cudaLaunchKernelExC") && call_args(*call) == 3)
				array_launch_rewrite(pass, b, *call, true);
		}
	}
	LLVMDisposeBuilder(b);
}
