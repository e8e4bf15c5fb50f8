#include "hostanalysis/memory/contents.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "expr/linear.h"
#include "hostanalysis/canonical/uses.h"

/*
 * Keys that Thrust has sorted: none is less than the one before it. hgrd.sorted(first, last, type) behind the call of sort,
 * stable_sort and the same by key says so, where they are given nothing to compare by. It holds for a kernel that only reads the keys,
 * as long as no other kernel is launched between and nothing but fills and copies of other memory is done there.
 */

#define SORTED "hgrd.sorted"

/* The element of the pointers that the first parameter of an instance is, as the ABI spells integers; 0: it is no such. */
static char key_type(const char *arguments)
{
	const char *pointer = strstr(arguments, "10device_ptrI");
	const char *end = strchr(arguments, 'E');
	if (strncmp(arguments, "INS", 3) || !pointer || !end || end < pointer)
		return 0;
	pointer += strlen("10device_ptrI");
	return strchr("ahcstijlmxy", *pointer) && pointer[1] == 'E' ? *pointer : 0;
}

/* Is an instance given the first iterator twice and, by key, another one alone: no order and no policy. */
static bool is_plain(const char *arguments, bool by_key)
{
	const char *parameters = strstr(arguments, "EEvT_S");
	parameters = parameters ? strchr(parameters + strlen("EEvT_S"), '_') : NULL;
	return parameters && !strcmp(parameters + 1, by_key ? "T0_" : "");
}

/* The type of the keys that a function of the library sorts; 0: it does not. */
static char sorted_type(const char *name)
{
	static const struct {
		const char *name;
		bool by_key;
	} sorts[] = { { "4sortI", false }, { "11stable_sortI", false }, { "11sort_by_keyI", true }, { "18stable_sort_by_keyI", true } };
	if (strncmp(name, "_ZN6thrust", 10))
		return 0;
	char *inner;
	unsigned long space = strtoul(name + 10, &inner, 10);
	name = strncmp(inner, "THRUST_", 7) || strlen(inner) < space ? name + 10 : inner + space;
	for (size_t i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++) {
		size_t length = strlen(sorts[i].name);
		if (!strncmp(name, sorts[i].name, length))
			return is_plain(name + length - 1, sorts[i].by_key) ? key_type(name + length - 1) : 0;
	}
	return 0;
}

/* The instruction before which what comes behind the call stands; NULL: other ways lead there. */
static LLVMValueRef behind(LLVMValueRef call)
{
	if (!LLVMIsAInvokeInst(call))
		return LLVMGetNextInstruction(call);
	LLVMBasicBlockRef block = LLVMGetNormalDest(call);
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	LLVMValueRef first = LLVMGetFirstInstruction(block);
	return use && !LLVMGetNextUse(use) && !LLVMIsAPHINode(first) ? first : NULL;
}

void sorts_mark(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	char type = is_call(call) ? sorted_type(call_name(call)) : 0;
	LLVMValueRef at = type && call_args(call) >= 2 ? behind(call) : NULL;
	if (!at || LLVMGetTypeKind(LLVMTypeOf(call_arg(call, 0))) != LLVMPointerTypeKind ||
		LLVMTypeOf(call_arg(call, 0)) != LLVMTypeOf(call_arg(call, 1)))
		return;
	LLVMTypeRef types[] = { type_ptr(pass), type_ptr(pass), type_i32(pass) };
	LLVMValueRef args[] = { call_arg(call, 0), call_arg(call, 1), const_i32(pass, type) };
	LLVMPositionBuilderBefore(b, at);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	own_call(b, own_function(pass, SORTED, LLVMVoidTypeInContext(pass->module->context), 3, types, false), args, 3, "");
}

/* Is it a call that cannot change the keys: a fill or copy of other memory, or one of the runtime without pointers. */
static bool spares(struct root *root, LLVMValueRef call, LLVMValueRef base)
{
	const char *name = call_name(call);
	bool runtime = api_find(name) >= 0, writes = runtime && (is_block_copy(name) || !strncmp(name, "cudaMemset", 10));
	LLVMValueRef target = writes ? buffer_start(root, call_arg(call, 0)) : NULL;
	if (!strncmp(name, "llvm.", 5) || !strcmp(name, "hgrd.alloc") || !strcmp(name, "hgrd.computed") || !strcmp(name, SORTED))
		return true;
	if (writes)
		return target && target != base && value_et(root->env, target) != value_et(root->env, base);
	if (!runtime && strncmp(name, "hgrd.status", 11))
		return false;
	for (unsigned i = 0; i < call_args(call); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(call_arg(call, i))) == LLVMPointerTypeKind)
			return false;
	return strcmp(name, "cudaLaunchKernel") != 0;
}

/* Is nothing between the mark and the launch that may change the keys; what the host stores is no memory of the device. */
static bool is_undisturbed(struct root *root, LLVMValueRef mark, LLVMValueRef base, LLVMValueRef at)
{
	struct filling filling = { .write = mark };
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && i != at && i != mark && !spares(root, i, base) && comes_between(root, &filling, i, at))
				return false;
	return filling_precedes(root, &filling, at);
}

/* May the launch change the keys, by whatever pointer it is given. */
static bool changes(struct root *root, LLVMValueRef launch, LLVMValueRef base)
{
	for (unsigned i = LAUNCH_ARGS; i < call_args(launch); i++) {
		LLVMValueRef pointer = call_arg(launch, i);
		bool memory = LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind;
		LLVMValueRef around = memory ? buffer_around(root, pointer) : NULL;
		if (memory && (!around || around == base) && launch_writes(root, launch, pointer))
			return true;
	}
	return false;
}

static unsigned key_size(char type)
{
	return strchr("ahc", type) ? 1 : strchr("st", type) ? 2 : strchr("ij", type) ? 4 : 8;
}

static bool is_of_device(struct root *root, LLVMValueRef base)
{
	const struct et *leaf = value_et(root->env, base);
	const struct host_alloc *alloc = leaf->op == ET_SYM && leaf->sym->kind == SYM_BASE ? leaf->sym->origin : NULL;
	return alloc && alloc->memory == HOST_DEVICE;
}

/* What the mark says of the memory for a launch. */
static void mark_add(struct root *root, LLVMValueRef mark, LLVMValueRef base, LLVMValueRef at, held_list *list)
{
	struct ets *ets = root->pass->ets;
	char type = (char)LLVMConstIntGetZExtValue(call_arg(mark, 2));
	unsigned size = key_size(type);
	const struct et *bytes = et_difference(ets, value_et(root->env, call_arg(mark, 1)), value_et(root->env, call_arg(mark, 0)));
	struct held held = { .end = et_quotient(ets, bytes, size) };
	if (!instruction_block(root->func, mark) || buffer_start(root, call_arg(mark, 0)) != base || !held.end ||
		!is_of_device(root, base) || changes(root, at, base) || !is_undisturbed(root, mark, base, at))
		return;
	held.contents = (struct host_contents){ .stride = size, .width = 8 * size, .step = et_const(ets, 64, 0),
		.is_signed = strchr("acsilx", type) != NULL };
	contents_text(root, mark, &held.contents);
	vec_push(root->pass->arena, list, held);
}

void sorted_add(struct root *root, LLVMValueRef base, LLVMValueRef launch, held_list *list)
{
	LLVMValueRef function = LLVMGetNamedFunction(root->pass->module->llvm, SORTED);
	for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use))
		if (is_call(LLVMGetUser(use)))
			mark_add(root, LLVMGetUser(use), base, launch, list);
}
