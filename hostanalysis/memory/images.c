#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * Images: what device variables hold, texture references among them, which hold a pointer to what is bound to them. A variable that kernels only read and the host changes by
 * cudaMemcpyToSymbol alone is given a variable of the module's own; the copies become stores to it,
 * every call path begins with stores of any value, and every launch reads it. So LLVM's passes
 * follow a value from the host through __constant__ and __device__ variables into the kernels.
 * The address of such a variable goes nowhere else, for the sake of LLVM's alias analysis.
 */

enum { MAX_IMAGES = 16, MAX_LEAVES = 32, SYMBOL_ARGS = 6 };

static bool is_word(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
}

static bool constant_arg(LLVMValueRef call, unsigned arg, uint64_t *value)
{
	if (arg >= call_args(call) || !LLVMIsAConstantInt(call_arg(call, arg)))
		return false;
	*value = LLVMConstIntGetZExtValue(call_arg(call, arg));
	return true;
}

static bool call_keeps_symbol(LLVMValueRef call, LLVMValueRef shadow, bool *copied)
{
	if (!strcmp(call_name(call), "__cudaRegisterVar"))
		return true;
	int row = api_find(call_name(call));
	if (row < 0)
		return false;
	enum api_action action = api_row(row)->action;
	if (action == API_SYMBOL) {
		*copied |= call_arg(call, 0) == shadow;
		return call_arg(call, 0) == shadow && call_arg(call, 1) != shadow;
	}
	return action == API_PLAIN || action == API_FETCH || action == API_OUT;
}

/* Do copies of the runtime alone change the variable, and is there one. */
static bool only_copied(LLVMValueRef shadow)
{
	bool copied = false;
	for (LLVMUseRef use = LLVMGetFirstUse(shadow); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool kept = is_call(user) ? call_keeps_symbol(user, shadow, &copied)
					  : is_listed(user);
		if (!kept)
			return false;
	}
	return copied;
}

/* A shadow of a variable that other units do not see. */
static bool is_shadow(LLVMValueRef global)
{
	LLVMValueRef contents = LLVMGetInitializer(global);
	return contents && LLVMIsUndef(contents) && LLVMGetLinkage(global) == LLVMInternalLinkage;
}

/*
 * The host's object of a texture or surface reference that is bound somewhere. The variable of the device is
 * another: it holds a pointer to what is bound.
 */
static bool is_reference(LLVMValueRef global)
{
	if (LLVMGetLinkage(global) != LLVMInternalLinkage || is_shadow(global))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(global); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		int row = is_call(user) ? api_find(call_name(user)) : -1;
		if (row >= 0 && api_row(row)->action == API_BIND &&
			call_arg(user, (unsigned)api_row(row)->arg[0]) == global)
			return true;
	}
	return false;
}

/* Is a variable copied to once alone, in a length that is not constant. */
static bool is_copied_in_part(LLVMValueRef shadow)
{
	enum { SIZE = 2 };
	unsigned copies = 0;
	bool varies = false;
	for (LLVMUseRef use = LLVMGetFirstUse(shadow); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		int row = is_call(user) ? api_find(call_name(user)) : -1;
		uint64_t size;
		if (row < 0 || api_row(row)->action != API_SYMBOL)
			continue;
		copies++;
		varies |= !constant_arg(user, SIZE, &size);
	}
	return copies == 1 && varies;
}

static bool holds_pointer(const struct image *image)
{
	vec_each(leaf, &image->leaves)
		if (LLVMGetTypeKind(leaf->type) == LLVMPointerTypeKind)
			return true;
	return false;
}

static void image_add(struct host_pass *pass, LLVMValueRef shadow)
{
	struct image image = { .name = arena_strdup(pass->arena, value_name(shadow)),
		.shadow = shadow };
	LLVMTypeRef type = is_reference(shadow) ? type_ptr(pass) : LLVMGlobalGetValueType(shadow);
	bool small = leaves_fill(pass, type, 0, &image.leaves) && image.leaves.n <= MAX_LEAVES;
	bool numbers = !small || (is_copied_in_part(shadow) && !holds_pointer(&image));
	image.table = table_new(pass, type, numbers, image.name);
	small &= !image.table || !numbers;
	if (!small && !image.table)
		return;
	if (!small)
		image.leaves.n = 0;
	image.memory = LLVMAddGlobal(pass->module->llvm, type,
		arena_printf(pass->arena, "hgrd.image.%s", image.name));
	LLVMSetInitializer(image.memory, LLVMConstNull(type));
	LLVMSetLinkage(image.memory, LLVMInternalLinkage);
	vec_push(pass->arena, &pass->images, image);
}

void images_fill(struct host_pass *pass)
{
	const struct host_options *options = pass->options;
	VEC(LLVMValueRef) shadows = { 0 };
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); options->settled && g;
		g = LLVMGetNextGlobal(g))
		if ((is_reference(g) || (is_shadow(g) && only_copied(g))) &&
			options->settled(options->settled_data, value_name(g)))
			vec_push(pass->arena, &shadows, g);
	for (size_t i = 0; i < shadows.n && pass->images.n < MAX_IMAGES; i++)
		image_add(pass, shadows.at[i]);
}

/* Stores any value, where it is a number or pointer; of others nothing is ever read. */
static void change_build(struct host_pass *pass, LLVMBuilderRef b, const struct image *image,
	const struct leaf *leaf)
{
	bool pointer = LLVMGetTypeKind(leaf->type) == LLVMPointerTypeKind;
	if (!is_word(leaf->type))
		return;
	LLVMValueRef function = own_function(pass, pointer ? "hgrd.held.ptr" : "hgrd.held.i64",
		pointer ? type_ptr(pass) : type_i64(pass), 0, NULL, false);
	LLVMValueRef value = own_call(
		b, function, NULL, 0, arena_printf(pass->arena, "%s.", image->name));
	if (!pointer)
		value = LLVMBuildIntCast2(b, value, leaf->type, false, "");
	LLVMBuildStore(b, value, address_build(pass, b, image->memory, leaf->offset));
}

/* Is a copy done when the call returns, from memory of the host, of known size and place. */
static bool is_plain_copy(LLVMValueRef call, uint64_t *size, uint64_t *offset)
{
	enum { HOST_TO_DEVICE = 1 };
	uint64_t kind;
	return !strstr(call_name(call), "Async") && constant_arg(call, 2, size) &&
	       constant_arg(call, 3, offset) && constant_arg(call, 4, &kind) &&
	       kind == HOST_TO_DEVICE;
}

static void copy_build(struct host_pass *pass, LLVMBuilderRef b, const struct image *image,
	LLVMValueRef from, uint64_t offset, uint64_t size)
{
	vec_each(leaf, &image->leaves) {
		uint64_t width = LLVMStoreSizeOfType(pass->layout, leaf->type);
		if (leaf->offset + width <= offset || leaf->offset >= offset + size)
			continue;
		if (leaf->offset < offset || leaf->offset + width > offset + size) {
			change_build(pass, b, image, leaf);
			continue;
		}
		LLVMValueRef value = LLVMBuildLoad2(
			b, leaf->type, address_build(pass, b, from, leaf->offset - offset), "");
		LLVMSetAlignment(value, 1);
		LLVMBuildStore(b, value, address_build(pass, b, image->memory, leaf->offset));
	}
}

/*
 * Stands for the copy, which still has its place among what streams do: the arguments, but the variable is the last one. Where it is copied
 * from matters to one that is not waited for alone; a variable of the function is left out, so that it stays a value.
 */
static void copied_build(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMTypeRef params[SYMBOL_ARGS + 1];
	LLVMValueRef args[SYMBOL_ARGS + 1];
	unsigned n = call_args(call);
	for (unsigned i = 0; i < SYMBOL_ARGS; i++)
		args[i] = i < n ? call_arg(call, i) : LLVMConstNull(type_ptr(pass));
	int64_t offset;
	if (!strstr(call_name(call), "Async") || LLVMIsAAllocaInst(pointer_base(pass, args[1], &offset)))
		args[1] = LLVMConstNull(type_ptr(pass));
	args[SYMBOL_ARGS] = args[0];
	args[0] = const_i32(pass, api_find(call_name(call)));
	for (unsigned i = 0; i <= SYMBOL_ARGS; i++)
		params[i] = LLVMTypeOf(args[i]);
	LLVMTypeRef none = LLVMVoidTypeInContext(pass->module->context);
	own_call(b, own_function(pass, SYMBOL_COPIED, none, SYMBOL_ARGS + 1, params, false), args, SYMBOL_ARGS + 1, "");
}

LLVMValueRef symbol_copied(LLVMValueRef call, unsigned argument)
{
	return call_arg(call, strcmp(call_name(call), SYMBOL_COPIED) ? argument : SYMBOL_ARGS);
}

bool image_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	uint64_t size, offset;
	vec_each(image, &pass->images) {
		if (image->shadow != call_arg(call, 0))
			continue;
		table_copy(pass, b, image, call);
		if (is_plain_copy(call, &size, &offset))
			copy_build(pass, b, image, call_arg(call, 1), offset, size);
		else
			vec_each(leaf, &image->leaves) change_build(pass, b, image, leaf);
		if (image->leaves.n)
			copied_build(pass, b, call);
		return image->leaves.n;
	}
	return false;
}

void binding_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api)
{
	vec_each(image, &pass->images)
		if (image->shadow == call_arg(call, (unsigned)api->arg[0]))
			LLVMBuildStore(b, call_arg(call, (unsigned)api->arg[1]), image->memory);
}

/* Memory that nothing reads, for a copy whose outcome is known otherwise: the call still waits for kernels. */
static LLVMValueRef sink(struct host_pass *pass)
{
	static const char name[] = "hgrd.sink";
	LLVMValueRef memory = LLVMGetNamedGlobal(pass->module->llvm, name);
	if (memory)
		return memory;
	LLVMTypeRef type = LLVMArrayType2(type_i64(pass), MAX_LEAVES);
	memory = LLVMAddGlobal(pass->module->llvm, type, name);
	LLVMSetInitializer(memory, LLVMConstNull(type));
	LLVMSetLinkage(memory, LLVMInternalLinkage);
	return memory;
}

void fetch_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	uint64_t size, offset, known = 0;
	LLVMValueRef next = LLVMGetNextInstruction(call);
	LLVMValueRef shadow = call_args(call) > 3 ? call_arg(call, 1) : NULL;
	LLVMTypeRef param = type_ptr(pass);
	leaf_list leaves = { 0 };
	if (!next || !shadow || !LLVMIsAGlobalVariable(shadow) || !is_shadow(shadow) ||
		!constant_arg(call, 2, &size) || !constant_arg(call, 3, &offset) ||
		!leaves_fill(pass, LLVMGlobalGetValueType(shadow), 0, &leaves) || leaves.n > MAX_LEAVES)
		return;
	LLVMPositionBuilderBefore(b, next);
	LLVMValueRef fetched = own_function(pass, HOST_FETCHED, type_ptr(pass), 1, &param, false);
	vec_each(leaf, &leaves) {
		if (LLVMGetTypeKind(leaf->type) != LLVMPointerTypeKind || leaf->offset < offset ||
			leaf->offset + 8 > offset + size)
			continue;
		LLVMBuildStore(b, own_call(b, fetched, &shadow, 1, ""),
			address_build(pass, b, call_arg(call, 0), leaf->offset - offset));
		known += 8;
	}
	if (known == size)
		LLVMSetOperand(call, 0, sink(pass));
}

void images_open(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	vec_each(root, &pass->roots) {
		LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(*root);
		LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
		vec_each(image, &pass->images)
			vec_each(leaf, &image->leaves) change_build(pass, b, image, leaf);
	}
	LLVMDisposeBuilder(b);
}

void images_load(
	struct host_pass *pass, LLVMBuilderRef b, struct site *site, value_list *values)
{
	site->image_values = values->n;
	vec_each(image, &pass->images) {
		vec_each(leaf, &image->leaves) {
			if (!is_word(leaf->type))
				continue;
			LLVMValueRef at = address_build(pass, b, image->memory, leaf->offset);
			vec_push(pass->arena, values, LLVMBuildLoad2(b, leaf->type, at, ""));
		}
		if (image->table)
			vec_push(pass->arena, values, image->table);
	}
}

void launch_images_fill(struct root *root, LLVMValueRef call, const struct site *site,
	struct host_launch *launch)
{
	struct host_pass *pass = root->pass;
	unsigned arg = LAUNCH_ARGS + (unsigned)site->image_values;
	vec_each(image, &pass->images) {
		vec_each(leaf, &image->leaves) {
			if (!is_word(leaf->type))
				continue;
			unsigned width =
				(unsigned)LLVMSizeOfTypeInBits(pass->layout, leaf->type);
			struct host_image held = { image->name,
				{ leaf->offset, width, host_term(root, call_arg(call, arg++)) }, false };
			vec_push(pass->arena, &launch->images, held);
		}
		if (!image->table)
			continue;
		struct host_image whole = { image->name, { 0, 64, host_term(root, call_arg(call, arg++)) }, true };
		vec_push(pass->arena, &launch->images, whole);
	}
}
