#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * A launch becomes void hgrd.launch(site, callee, grid x, y, z, block x, y, z,
 * shared, stream, values...): structures passed by value are read leaf by leaf,
 * so that they too become SSA values. `site` is pass->sites'. Behind the values
 * stand what device variables hold (images.c).
 */

/* Loads the leaves of a type from memory and appends them to the site and its values. */
static void leaves_load(struct host_pass *pass, LLVMBuilderRef b, LLVMTypeRef type,
	LLVMValueRef pointer, struct site *site, value_list *values)
{
	leaf_list leaves = { 0 };
	if (!leaves_fill(pass, type, 0, &leaves))
		return;
	vec_each(leaf, &leaves) {
		LLVMValueRef at = address_build(pass, b, pointer, leaf->offset);
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
	LLVMValueRef callee, LLVMValueRef *config, value_list *values)
{
	value_list args = { 0 };
	images_load(pass, b, site, values);
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

/* The type of a structure that the call hands over, by value or by the address of a temporary (stub.c); NULL: it is none. */
static LLVMTypeRef handed_type(const struct site *site, LLVMValueRef call, unsigned arg)
{
	LLVMTypeRef type = call_byval(call, arg);
	if (type || !site->stub)
		return type;
	vec_each(param, &site->stub->params)
		if (param->byval == (int)arg)
			return param->type;
	return NULL;
}

/* Does the program store into the structure at places that vary, or into one that it is copied from. */
static bool is_filled_at_subscripts(LLVMValueRef pointer, bool varies, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && depth; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool step = LLVMIsAGetElementPtrInst(user), further = varies, copy = is_call(user) && !strncmp(call_name(user), "llvm.memcpy.", 12);
		for (unsigned i = 1; step && i < (unsigned)LLVMGetNumOperands(user); i++)
			further |= !LLVMIsAConstantInt(LLVMGetOperand(user, i));
		if ((varies && LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer) ||
			(step && is_filled_at_subscripts(user, further, depth - 1)) ||
			(copy && call_arg(user, 0) == pointer && LLVMIsAAllocaInst(call_arg(user, 1)) &&
				is_filled_at_subscripts(call_arg(user, 1), false, depth - 1)))
			return true;
	}
	return false;
}

/* KERNEL<<<...>>>(...): `push` is the configuration, `call` the call of the stub. */
static void launch_rewrite(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef push, LLVMValueRef call)
{
	enum { MOST_STEPS = 8 };
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
		LLVMTypeRef type = handed_type(site, call, i);
		vec_push(pass->arena, &site->first, (unsigned)site->leaves.n);
		if (type) {
			leaves_load(pass, b, type, call_arg(call, i), site, &values);
			if (site->leaves.n == site->first.at[i] && LLVMIsAAllocaInst(call_arg(call, i)) &&
				is_filled_at_subscripts(call_arg(call, i), false, MOST_STEPS))
				vec_push(pass->arena, &site->tables, i);
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
	const struct host_pass *pass, const value_list *calls, LLVMValueRef call)
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
		"cudaLaunchCooperativeKernel", "cudaLaunchKernelExC", "cudaGraphAddKernelNode",
		"cudaGraphKernelNodeSetParams", "cudaGraphExecKernelNodeSetParams" };
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
		value_list calls = { 0 };
		LLVMValueRef push = NULL;
		calls_list(pass, f, &calls);
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
				pass->shared_memory = pass->registered_memory = true;
		}
	}
}

void pushes_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef function)
{
	value_list calls = { 0 }, launches = { 0 }, pushes = { 0 };
	calls_list(pass, function, &calls);
	vec_each(call, &calls) {
		LLVMValueRef push = pair_find(pass, &calls, *call);
		if (push) {
			vec_push(pass->arena, &launches, *call);
			vec_push(pass->arena, &pushes, push);
		}
	}
	for (size_t i = 0; i < launches.n; i++)
		launch_rewrite(pass, b, pushes.at[i], launches.at[i]);
}

enum form {
	FORM_PLAIN,    /* cudaLaunchKernel(function, grid, block, void **args, shared, stream) */
	FORM_EXTENDED, /* cudaLaunchKernelExC(configuration, function, args) */
	FORM_NODE      /* hgrd.node(function, six dimensions, shared, args, stream) */
};

static void array_launch_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, enum form form)
{
	static const unsigned arrays[] = { 5, 2, 8 };
	bool extended = form == FORM_EXTENDED;
	struct site *site = arena_alloc(pass->arena, sizeof(*site));
	LLVMValueRef config[LAUNCH_ARGS - LAUNCH_GRID];
	value_list values = { 0 };
	LLVMValueRef callee = call_arg(call, extended ? 1 : 0);
	LLVMValueRef array = call_arg(call, arrays[form]);
	LLVMPositionBuilderBefore(b, call);
	site->by_array = true;
	site->config_known = true;
	site->cooperative = !strncmp(call_name(call), "cudaLaunchCooperative", 21);
	site->stub = LLVMIsAFunction(callee) ? stub_find(pass, callee) : NULL;
	site->args_known = site->stub && site->stub->understood && !LLVMIsAConstantPointerNull(array) && !LLVMIsUndef(array);
	if (extended) {
		/* struct cudaLaunchConfig_st: dim3, dim3, size_t, stream, ... */
		for (unsigned i = 0; i < 8; i++) {
			unsigned at = i < 6 ? 4 * i : i == 6 ? 24 : 32;
			LLVMTypeRef type = i < 6 ? type_i32(pass)
					   : i == 6 ? type_i64(pass)
						    : type_ptr(pass);
			config[i] = LLVMBuildLoad2(b, type,
				address_build(pass, b, call_arg(call, 0), at), "");
		}
	} else if (form == FORM_NODE) {
		for (unsigned i = 0; i < 8; i++)
			config[i] = call_arg(call, i < 7 ? i + 1 : 9);
	} else {
		config_fill(pass, b, call, 1, 6, config);
	}
	for (unsigned i = 0; site->args_known && i < site->stub->params.n; i++) {
		LLVMValueRef slot = address_build(pass, b, array, 8 * i);
		vec_push(pass->arena, &site->first, (unsigned)site->leaves.n);
		if (site->stub->params.at[i].type)
			leaves_load(pass, b, site->stub->params.at[i].type,
				LLVMBuildLoad2(b, type_ptr(pass), slot, ""), site, &values);
	}
	if (extended)
		attributes_load(pass, b, call_arg(call, 0), site, &values);
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
		value_list calls = { 0 };
		calls_list(pass, f, &calls);
		vec_each(call, &calls) {
			const char *name = call_name(*call);
			if ((!strcmp(name, "cudaLaunchKernel") ||
				    !strcmp(name, "cudaLaunchCooperativeKernel")) &&
				call_args(*call) == 8)
				array_launch_rewrite(pass, b, *call, FORM_PLAIN);
			else if (!strcmp(name, "cudaLaunchKernelExC") && call_args(*call) == 3)
				array_launch_rewrite(pass, b, *call, FORM_EXTENDED);
			else if (!strcmp(name, "hgrd.node"))
				array_launch_rewrite(pass, b, *call, FORM_NODE);
		}
	}
	LLVMDisposeBuilder(b);
}

