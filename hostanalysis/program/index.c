#include "hostanalysis/program/index.h"

#include "hostanalysis/pass.h"

/* Fills the index of a unit from its host module: one walk over all instructions. */

struct fill {
	struct arena *arena;
	struct unit_index *index;
	struct classes *classes;
	struct index_function *function;
};

static enum index_kind kind_of(LLVMValueRef global)
{
	switch (LLVMGetLinkage(global)) {
	case LLVMInternalLinkage:
	case LLVMPrivateLinkage:
		return INDEX_INTERNAL;
	case LLVMLinkOnceAnyLinkage:
	case LLVMLinkOnceODRLinkage:
	case LLVMLinkOnceODRAutoHideLinkage:
		return INDEX_INLINE;
	case LLVMWeakODRLinkage:
		return INDEX_MERGED;
	case LLVMWeakAnyLinkage:
		return INDEX_WEAK;
	default:
		return INDEX_STRONG;
	}
}

static void add_once(struct arena *arena, text_list *list, const char *name)
{
	vec_each(known, list) {
		if (!strcmp(*known, name))
			return;
	}
	vec_push(arena, list, arena_strdup(arena, name));
}

static void mention(struct fill *fill, LLVMValueRef value)
{
	const char *kernel =
		LLVMIsAFunction(value) ? stub_kernel(fill->arena, value_name(value)) : NULL;
	if (kernel)
		add_once(fill->arena, &fill->function->kernels, kernel);
	else if (LLVMIsAGlobalVariable(value) && kind_of(value) != INDEX_INTERNAL)
		add_once(fill->arena, &fill->function->variables, value_name(value));
}

/* Functions and variables in an operand, through constant expressions. */
static void operand_walk(struct fill *fill, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value)) {
		mention(fill, value);
		return;
	}
	if (!depth || !LLVMIsAConstantExpr(value))
		return;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		operand_walk(fill, LLVMGetOperand(value, i), depth - 1);
}

static void call_index(struct fill *fill, LLVMValueRef call)
{
	const char *name = call_name(call);
	int row = api_find(name);
	if ((row >= 0 && (api_row(row)->action == API_ALLOC ||
				   api_row(row)->action == API_STREAM_ALLOC ||
				   api_row(row)->action == API_PITCH ||
				   api_row(row)->action == API_VOLUME)) ||
		!strncmp(name, "cudaLaunch", 10))
		fill->function->interest = true;
	if (*name && strncmp(name, "llvm.", 5))
		add_once(fill->arena, &fill->function->calls, name);
}

static void member_index(struct fill *fill, LLVMValueRef i)
{
	unsigned member;
	const struct class_entry *entry = member_address(fill->classes, i, &member);
	if (entry)
		add_once(fill->arena, &fill->function->members, entry->name);
}

static void function_index(struct fill *fill, LLVMValueRef function)
{
	struct index_function entry = { .name = arena_strdup(fill->arena, value_name(function)),
		.kind = kind_of(function) };
	fill->function = &entry;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i)) {
			entry.size++;
			if (is_call(i))
				call_index(fill, i);
			member_index(fill, i);
			for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
				operand_walk(fill, LLVMGetOperand(i, k), 4);
		}
	}
	entry.interest |= entry.kernels.n != 0;
	passes_fill(fill->arena, function, &entry);
	twice_fill(fill->arena, function, &entry);
	vec_push(fill->arena, &fill->index->functions, entry);
}

static bool is_copied_from(LLVMValueRef user, LLVMValueRef pointer)
{
	return is_call(user) && !strncmp(call_name(user), "llvm.memcpy", 11) &&
	       call_arg(user, 1) == pointer && call_arg(user, 0) != pointer;
}

/* Does anything but loads use a variable. */
static bool is_changed(LLVMValueRef pointer, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool part = LLVMIsAGetElementPtrInst(user) ||
			    (LLVMIsAConstantExpr(user) &&
				    LLVMGetConstOpcode(user) == LLVMGetElementPtr);
		if (LLVMIsALoadInst(user) || is_copied_from(user, pointer) ||
			(part && depth && !is_changed(user, depth - 1)))
			continue;
		return true;
	}
	return false;
}

static void variable_index(struct fill *fill, LLVMValueRef variable)
{
	if (kind_of(variable) == INDEX_INTERNAL || !strncmp(value_name(variable), "llvm.", 5))
		return;
	LLVMValueRef initial = LLVMGetInitializer(variable);
	/* the host's shadow of a device variable has no contents, and kernels may change it */
	bool shadow = initial && LLVMIsUndef(initial);
	struct index_variable entry = { .name = arena_strdup(fill->arena, value_name(variable)),
		.kind = kind_of(variable),
		.defined = initial != NULL,
		.changed = shadow ||
			   (!LLVMIsGlobalConstant(variable) && is_changed(variable, 4)) };
	vec_push(fill->arena, &fill->index->variables, entry);
}

void index_host(struct arena *arena, const struct module *module, bool all, struct unit_index *index)
{
	struct fill fill = { .arena = arena, .index = index,
		.classes = classes_new(arena, module->llvm, all) };
	classes_writers_fill(fill.classes);
	index->classes = fill.classes->list;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		if (LLVMGetIntrinsicID(f) || stub_kernel(arena, value_name(f)))
			continue;
		if (address_taken(f))
			add_once(arena, &index->taken, value_name(f));
		if (!LLVMIsDeclaration(f) &&
			LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage &&
			strncmp(value_name(f), "__cuda_", 7))
			function_index(&fill, f);
	}
	for (LLVMValueRef v = LLVMGetFirstGlobal(module->llvm); v; v = LLVMGetNextGlobal(v))
		variable_index(&fill, v);
}
