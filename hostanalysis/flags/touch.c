#include "hostanalysis/flags/leftovers.h"

#include <string.h>

/*
 * What may change memory that kernels use, from one launch to the next: copies and sets of the runtime that are
 * given a pointer into it, other launches, stores where the host can reach it, and whatever is not known.
 */

enum { MOST_DEPTH = 6 };

static const struct touch_row {
	const char *name;
	int arg, kind; /* arg -1: anything */
	bool perhaps, others; /* it need not; device variables are others behind it */
} rows[] = {
#define CHANGES(name, arg, kind) { #name, arg, kind, false, false },
#define ANYTHING(name) { #name, -1, -1, false, false },
#define PERHAPS(name) { #name, -1, -1, true, false },
#define PERHAPS_VARIABLES(name) { #name, -1, -1, true, true },
#include "hostanalysis/flags/touch.def"
#undef CHANGES
#undef ANYTHING
#undef PERHAPS
#undef PERHAPS_VARIABLES
};

static const struct touch_row *row_of(const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

/* Can host code reach the memory by loads and stores. */
static bool host_reaches(const struct memory *memory)
{
	return memory->alloc->memory == HOST_MANAGED || memory->alloc->memory == HOST_PINNED ||
	       memory->alloc->memory == HOST_PLAIN;
}

static bool may_point_into(struct root *root, const struct memory *memory, const struct et *pointer)
{
	struct host_pass *pass = root->pass;
	if (et_is_const(pointer))
		return false;
	return host_alias(pass->arena, pass->ets, memory->pointer, pointer).alias !=
	       HOST_ALIAS_DISTINCT;
}

/* Memory of which it is not known whether the host can reach it: it does by pointers that are seen to. */
static bool is_given(const struct memory *memory)
{
	return memory->alloc->memory == HOST_ARGUMENT || memory->alloc->memory == HOST_UNKNOWN ||
	       memory->alloc->memory == HOST_GLOBAL;
}

static bool is_local(struct root *root, LLVMValueRef pointer)
{
	int64_t offset;
	return LLVMIsAAllocaInst(pointer_base(root->pass, pointer, &offset));
}

bool value_may_point(struct root *root, const struct memory *memory, LLVMValueRef value)
{
	const struct et *offset;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	if (kind == LLVMPointerTypeKind)
		return !is_local(root, value) && may_point_into(root, memory, host_term(root, value));
	if (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 64)
		return false;
	const struct et *term = host_term(root, value);
	return host_pointee(root->pass->ets, term, &offset) && may_point_into(root, memory, term);
}

/* May the host, by a pointer that it has, store into the memory. */
static bool value_may_store(struct root *root, const struct memory *memory, LLVMValueRef value)
{
	const struct et *offset;
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || is_local(root, value))
		return false;
	if (!is_given(memory))
		return host_reaches(memory) && value_may_point(root, memory, value);
	return host_pointee(root->pass->ets, host_term(root, value), &offset) == memory->alloc;
}

static bool is_host_copy(LLVMValueRef call, int kind)
{
	enum { HOST_TO_HOST = 0, DEVICE_TO_HOST = 2 };
	if (kind < 0 || (unsigned)kind >= call_args(call))
		return false;
	LLVMValueRef value = call_arg(call, (unsigned)kind);
	if (!LLVMIsAConstantInt(value))
		return false;
	uint64_t way = LLVMConstIntGetZExtValue(value);
	return way == HOST_TO_HOST || way == DEVICE_TO_HOST;
}

static bool runtime_touches(
	struct root *root, const struct memory *memory, LLVMValueRef call, const char *name)
{
	const struct touch_row *row = row_of(name);
	if (!row)
		return false;
	if (row->arg < 0 || (unsigned)row->arg >= call_args(call))
		return true;
	if (is_host_copy(call, row->kind) && !host_reaches(memory))
		return false;
	return value_may_point(root, memory, call_arg(call, (unsigned)row->arg));
}

/* A function of the C or C++ library that runs nothing of the program's, or code without a body. */
static bool is_library(const char *name)
{
	static const char *const starts[] = { "_ZNSt", "_ZNKSt", "_ZSt", "__cxa_", "_Zdl", "_Zda",
		"__gxx_", "__clang_call_terminate", NULL };
	int size, count;
	for (unsigned i = 0; starts[i]; i++)
		if (!strncmp(name, starts[i], strlen(starts[i])))
			return true;
	return !strcmp(name, "free") || host_allocator(name, &size, &count) || effect_known(name);
}

static bool given_pointer(struct root *root, const struct memory *memory, LLVMValueRef call)
{
	for (unsigned i = 0; i < call_args(call); i++)
		if (value_may_store(root, memory, call_arg(call, i)))
			return true;
	return false;
}

static bool body_may_touch(LLVMValueRef function, unsigned depth);

/* May a call inside a function that is called reach memory of kernels. */
static bool inner_may_touch(LLVMValueRef call, unsigned depth)
{
	const char *name = call_name(call);
	LLVMValueRef target = call_target(call);
	if (!strncmp(name, "llvm.", 5) || call_has_no_effect(call))
		return false;
	if (!strncmp(name, "hgrd.", 5))
		return !strcmp(name, "hgrd.launch") || row_of(name);
	int row = api_find(name);
	if (row >= 0)
		return row_of(api_row(row)->name) != NULL;
	if (!target)
		return true;
	return LLVMIsDeclaration(target) ? !is_library(name) : body_may_touch(target, depth);
}

static bool body_may_touch(LLVMValueRef function, unsigned depth)
{
	if (depth > MOST_DEPTH)
		return true;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (is_call(i) && inner_may_touch(i, depth + 1))
				return true;
	return false;
}

static bool body_touches(struct root *root, LLVMValueRef function)
{
	static const char touches, none;
	if (!root->bodies)
		root->bodies = ptrmap_new(root->pass->arena);
	const char *known = ptrmap_get(root->bodies, function);
	if (!known) {
		known = body_may_touch(function, 0) ? &touches : &none;
		ptrmap_set(root->bodies, function, known);
	}
	return known == &touches;
}

static bool call_touches(struct root *root, const struct memory *memory, LLVMValueRef call)
{
	const char *name = call_name(call);
	LLVMValueRef target = call_target(call);
	int row = api_find(name);
	if (row >= 0)
		return runtime_touches(root, memory, call, api_row(row)->name);
	if (!strncmp(name, "hgrd.", 5))
		return runtime_touches(root, memory, call, name);
	if (call_has_no_effect(call))
		return false;
	if (!strncmp(name, "llvm.", 5) || (target && LLVMIsDeclaration(target) && is_library(name)))
		return given_pointer(root, memory, call);
	return host_reaches(memory) || !target || LLVMIsDeclaration(target) ||
	       given_pointer(root, memory, call) || body_touches(root, target);
}

bool instruction_touches(struct root *root, const struct memory *memory, LLVMValueRef instruction)
{
	if (is_call(instruction))
		return call_touches(root, memory, instruction);
	if (LLVMIsAStoreInst(instruction))
		return value_may_store(root, memory, LLVMGetOperand(instruction, 1));
	bool atomic = LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction);
	return atomic && value_may_store(root, memory, LLVMGetOperand(instruction, 0));
}

/* Does a kernel that is launched only read behind a value that it is given. */
static bool launch_spares(struct root *root, LLVMValueRef call, unsigned arg)
{
	const struct host_options *options = root->pass->options;
	LLVMValueRef callee = call_arg(call, LAUNCH_CALLEE);
	const struct stub *stub = LLVMIsAFunction(callee) ? stub_find(root->pass, callee) : NULL;
	struct launch_place place;
	return options->spares && launch_place_of(root, call, arg, &place) &&
	       options->spares(options->settled_data, stub->kernel, place.param, place.offset);
}

bool launch_touches(struct root *root, const struct memory *memory, LLVMValueRef call)
{
	uint64_t site = LLVMConstIntGetZExtValue(call_arg(call, LAUNCH_SITE));
	if (memory->alloc->memory == HOST_GLOBAL || !root->pass->sites.at[site]->args_known)
		return true;
	for (unsigned i = LAUNCH_ARGS; i < call_args(call); i++)
		if (value_may_point(root, memory, call_arg(call, i)) &&
			!launch_spares(root, call, i))
			return true;
	return false;
}

bool call_need_not_touch(LLVMValueRef call, bool per_device)
{
	int api = api_find(call_name(call));
	const struct touch_row *row = row_of(api < 0 ? call_name(call) : api_row(api)->name);
	return row && row->perhaps && !(per_device && row->others);
}

bool call_is_foreign(LLVMValueRef call)
{
	const char *name = call_name(call);
	LLVMValueRef target = call_target(call);
	bool own = !strncmp(name, "hgrd.", 5) || !strncmp(name, "llvm.", 5);
	return api_find(name) < 0 && !own && !call_has_no_effect(call) &&
	       !(target && LLVMIsDeclaration(target) && is_library(name));
}

static bool is_graph_call(LLVMValueRef call)
{
	return !strncmp(call_name(call), "cudaGraph", 9) || !strncmp(call_name(call), "cudaStreamBeginCapture", 22);
}

bool changes_between_graphs(struct root *root, const struct memory *memory, LLVMValueRef again)
{
	const struct block *from = instruction_block(root->func, again);
	vec_each(block, &root->func->blocks) {
		if (from && from->loop && loop_contains(from->loop, *block))
			continue;
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i)) {
			bool launches = is_call(i) && !strcmp(call_name(i), "hgrd.launch");
			if ((is_call(i) && is_graph_call(i)) || !may_follow(root, again, i))
				continue;
			if (launches ? launch_touches(root, memory, i) : instruction_touches(root, memory, i))
				return true;
		}
	}
	return false;
}
