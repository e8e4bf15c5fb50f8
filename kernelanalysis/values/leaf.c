#include "kernelanalysis/passes.h"

#include <string.h>

#include "expr/place.h"

/* Leaves of kernel terms: parameters, built-in ids, memory contents. */

static const struct symbol *param_symbol(struct kernel *kernel, unsigned arg, unsigned offset,
	unsigned width, bool pointer, const char *name)
{
	vec_each(param, &kernel->params) {
		if (param->arg == arg && param->offset == offset && param->width == width &&
			param->pointer == pointer)
			return param->sym;
	}
	struct symbol *sym = symbol_new(
		kernel->ets, pointer ? SYM_BASE : SYM_PARAM, LEVEL_GRID, width, name);
	sym->loc = kernel->loc;
	struct kernel_param param = { arg, offset, width, pointer, .sym = sym };
	vec_push(kernel->arena, &kernel->params, param);
	return sym;
}

unsigned kernel_argument(const struct kernel *kernel, LLVMValueRef argument)
{
	for (unsigned i = 0; i < LLVMCountParams(kernel->llvm); i++)
		if (LLVMGetParam(kernel->llvm, i) == argument)
			return i;
	bug("argument of another function");
}

/* A parameter that a pointer object stands for. */
static void param_object(struct kernel *kernel, LLVMValueRef argument, const struct object *object)
{
	vec_each(param, &kernel->params) {
		if (param->sym == object->base)
			return;
	}
	struct kernel_param param = { kernel_argument(kernel, argument), 0, 64, true,
		.sym = object->base };
	vec_push(kernel->arena, &kernel->params, param);
}

/* The address of the memory behind a handle: a parameter read as a pointer. */
static const struct et *handle_leaf(struct kernel *kernel, LLVMValueRef call)
{
	LLVMValueRef handle = call_arg(call, 0);
	if (LLVMIsAArgument(handle)) {
		const struct object *object = object_of(kernel, call);
		param_object(kernel, handle, object);
		return et_sym(kernel->ets, object->base);
	}
	const struct et *term = value_et(kernel->env, handle);
	vec_each(param, &kernel->params) {
		if (term->op == ET_SYM && param->sym == term->sym && !param->pointer)
			return et_sym(kernel->ets, param_symbol(kernel, param->arg, param->offset, 64,
							   true, term->sym->name));
	}
	return value_opaque(kernel->env, call, SYM_DATA);
}

static const struct et *measure_leaf(struct kernel *kernel, LLVMValueRef call, int measure)
{
	static const char *const names[MEASURES] = { "pitch of surface", "height of surface",
		"lane of loads", "lane of stores", "elected lane", "function called", "last to arrive" };
	if (!kernel->measures[measure])
		kernel->measures[measure] = symbol_new(kernel->ets,
			measure == MEASURE_FUNCTION ? SYM_HAVOC : SYM_PARAM, LEVEL_GRID,
			type_width(call), names[measure]);
	if (!call_args(call))
		return et_sym(kernel->ets, kernel->measures[measure]);
	const struct et *handle = value_et(kernel->env, call_arg(call, 0));
	return et_app(kernel->ets, kernel->measures[measure], 1, &handle);
}

static const struct et *argument_leaf(struct kernel *kernel, LLVMValueRef value)
{
	const char *name = arena_strdup(kernel->arena, value_name(value));
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
		return et_sym(kernel->ets, param_symbol(kernel, kernel_argument(kernel, value), 0,
						   type_width(value), false, name));
	struct object *object = object_of(kernel, value);
	if (object->kind == OBJECT_PARAM)
		param_object(kernel, value, object);
	return et_sym(kernel->ets, object->base);
}

static bool is_number(LLVMValueRef argument)
{
	return LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMIntegerTypeKind;
}

const struct symbol *kernel_number(struct kernel *kernel, const char *name)
{
	vec_each(param, &kernel->params)
		if (!param->pointer && !strcmp(param->sym->name, name))
			return param->sym;
	for (unsigned i = 0; i < LLVMCountParams(kernel->llvm); i++) {
		LLVMValueRef argument = LLVMGetParam(kernel->llvm, i);
		if (is_number(argument) && !strcmp(value_name(argument), name))
			return argument_leaf(kernel, argument)->sym;
	}
	return NULL;
}

name_list kernel_numbers(struct arena *arena, const struct kernel *kernel)
{
	name_list names = { 0 };
	for (unsigned i = 0; i < LLVMCountParams(kernel->llvm); i++) {
		LLVMValueRef argument = LLVMGetParam(kernel->llvm, i);
		if (is_number(argument))
			vec_push(arena, &names, arena_strdup(arena, value_name(argument)));
	}
	vec_each(param, &kernel->params)
		if (!param->pointer && !is_number(LLVMGetParam(kernel->llvm, param->arg)))
			vec_push(arena, &names, arena_strdup(arena, param->sym->name));
	return names;
}

static void contents_visit(void *data, const struct et *et)
{
	bool *found = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		*found |= et->sym->kind == SYM_LOAD || et->sym->kind == SYM_DATA ||
			  et->sym->kind == SYM_FLOAT;
}

/* An integer function of ids and parameters that is not followed cannot have just any value. */
static enum sym_kind function_kind(struct kernel *kernel, LLVMValueRef call)
{
	const char *name = call_name(call);
	bool found = false;
	if (strncmp(name, "llvm.", 5) || !strncmp(name, "llvm.nvvm.", 10))
		return SYM_DATA;
	for (unsigned i = 0; i < call_args(call) && !found; i++)
		et_once(kernel->arena, value_et(kernel->env, call_arg(call, i)),
			contents_visit, &found);
	return found ? SYM_DATA : SYM_HAVOC;
}

static const struct et *named_leaf(struct kernel *kernel, LLVMValueRef call, const char *name)
{
	const struct et *term = value_opaque(kernel->env, call, SYM_DATA);
	((struct symbol *)term->sym)->name = name;
	return term;
}

static const struct et *call_leaf(struct kernel *kernel, LLVMValueRef call)
{
	const char *name = call_name(call);
	const struct et *number = lane_number_leaf(kernel, call);
	number = number ? number : cluster_leaf(kernel, call);
	number = number ? number : common_lane_leaf(kernel, call);
	number = number ? number : register_leaf(kernel, call);
	if (number)
		return number;
	bool assembly = !*name;
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || !strcmp(name, "__hgrd_asm_value"))
		return value_opaque(kernel->env, call,
			call_touches_no_memory(call) ? SYM_HAVOC : SYM_UNKNOWN);
	if (!strncmp(name, "llvm.nvvm.activemask", 20))
		return value_opaque(kernel->env, call, SYM_UNKNOWN);
	if (call_is_handle_memory(call))
		return handle_leaf(kernel, call);
	if (call_measure(call) >= 0)
		return measure_leaf(kernel, call, call_measure(call));
	if (call_is_tensor_pick(call)) {
		kernel->boxes = true;
		return value_opaque(kernel->env, call, SYM_FLOAT);
	}
	if (call_is_random(call) && is_number(call))
		return named_leaf(kernel, call, "random numbers");
	if (call_touches_no_memory(call))
		return value_opaque(kernel->env, call,
			assembly ? SYM_UNKNOWN : function_kind(kernel, call));
	if (call_is_block_barrier(call))
		return block_vote_leaf(kernel, call);
	enum scope scope;
	if (call_is_atomic(call, &scope))
		return value_opaque(kernel->env, call, SYM_DATA);
	return value_opaque(kernel->env, call, SYM_UNKNOWN);
}

/* The offset of an address inside the object, when the address is base + offset. */
static const struct et *offset_in(
	struct kernel *kernel, const struct et *address, const struct symbol *base)
{
	place_list places = { 0 };
	if (!address_places(kernel->ets, address, &places) || places.n != 1)
		return NULL;
	return places.at[0].base == et_sym(kernel->ets, base) ? places.at[0].offset : NULL;
}

static const struct symbol *contents_symbol(
	struct kernel *kernel, struct object *object, unsigned width, bool pointer)
{
	unsigned slot = width <= 8 ? 0 : width <= 16 ? 1 : width <= 32 ? 2 : 3;
	if (!object->contents[slot]) {
		struct symbol *sym = symbol_new(kernel->ets, pointer ? SYM_BASE : SYM_LOAD,
			object->space == SPACE_SHARED ? LEVEL_BLOCK : LEVEL_GRID, width,
			object->name);
		sym->origin = object;
		object->contents[slot] = sym;
	}
	return object->contents[slot];
}

/* Contents that the kernel changes, named after the memory they are read from. */
static const struct et *changing_leaf(
	struct kernel *kernel, LLVMValueRef load, const struct object *object)
{
	const struct et *term = settled_leaf(kernel, load);
	term = term ? term : value_opaque(kernel->env, load, SYM_DATA);
	if (object->name && !*value_name(load))
		((struct symbol *)term->sym)->name = object->name;
	return term;
}

static const struct et *load_leaf(struct kernel *kernel, LLVMValueRef load)
{
	struct object *object = object_of(kernel, LLVMGetOperand(load, 0));
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(load));
	bool pointer = kind == LLVMPointerTypeKind;
	unsigned width = type_width(load);
	if (object->kind == OBJECT_LOCAL) {
		const struct et *element = local_array_leaf(kernel, load, object);
		return element ? element : value_opaque(kernel->env, load, SYM_HAVOC);
	}
	bool shared = object->kind == OBJECT_SHARED && !kernel->maps_shared;
	bool settled = !LLVMGetVolatile(load) || (shared && value_level(kernel, load) <= LEVEL_BLOCK);
	if (object->written && settled) {
		const struct et *term = shared ? stored_before(kernel, load) : NULL;
		if (!term && (shared || object->kind == OBJECT_PARAM || object->kind == OBJECT_GLOBAL))
			term = broadcast_leaf(kernel, load);
		if (!term && shared)
			term = table_leaf(kernel, load);
		if (term)
			return term;
	}
	if (object->kind == OBJECT_LOADED || object->kind == OBJECT_UNKNOWN || object->written ||
		LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
		return changing_leaf(kernel, load, object);
	const struct et *address = value_et(kernel->env, LLVMGetOperand(load, 0));
	const struct et *offset = offset_in(kernel, address, object->base);
	if (!offset)
		return value_opaque(kernel->env, load, SYM_DATA);
	const struct et *entry = constant_entry(kernel, object->value, load, offset);
	if (entry)
		return entry;
	if (object->kind == OBJECT_BYVAL && et_is_const(offset)) {
		const char *name = arena_printf(kernel->arena, "%s+%llu", object->name,
			(unsigned long long)offset->value);
		return et_sym(kernel->ets, param_symbol(kernel, kernel_argument(kernel, object->value),
						   (unsigned)offset->value, width, pointer, name));
	}
	const struct symbol *sym = contents_symbol(kernel, object, width, pointer);
	if (sym->width != width || (sym->kind == SYM_BASE) != pointer)
		return value_opaque(kernel->env, load, SYM_DATA);
	return et_app(kernel->ets, sym, 1, &offset);
}

/* Does the call count or turn the bits of its first operand, and nothing else. */
static bool is_of_bits(LLVMValueRef call)
{
	static const char *const names[] = { "llvm.ctpop.", "llvm.cttz.", "llvm.ctlz.", "llvm.bitreverse.", "llvm.bswap." };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(call_name(call), names[i], strlen(names[i])))
			return true;
	return false;
}

/* The first call of such a function with the same operands before it, in the same round of all loops around that: both give one number. */
static LLVMValueRef first_alike(struct kernel *kernel, LLVMValueRef call)
{
	const struct block *at = instruction_block(kernel->func, call);
	LLVMValueRef first = call;
	if (!is_of_bits(call) || !at)
		return call;
	for (LLVMUseRef use = LLVMGetFirstUse(call_arg(call, 0)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef other = LLVMGetUser(use);
		if (!is_call(other) || call_target(other) != call_target(call) || call_args(other) != call_args(call) ||
			call_arg(other, 0) != call_arg(call, 0))
			continue;
		const struct block *block = instruction_block(kernel->func, other);
		if (block && (!block->loop || loop_contains(block->loop, at)) && instruction_dominates(kernel->func, other, first))
			first = other;
	}
	return first;
}

const struct et *kernel_leaf(void *data, struct value_env *env, LLVMValueRef value)
{
	struct kernel *kernel = data;
	assert(env == kernel->env);
	if (LLVMIsAArgument(value))
		return argument_leaf(kernel, value);
	if (LLVMIsAGlobalVariable(value) || LLVMIsAAllocaInst(value)) {
		const struct object *object = object_of(kernel, value);
		const struct et *base = et_sym(kernel->ets, object->base);
		return object->kind == OBJECT_SHARED ? cluster_own(kernel, base) : base;
	}
	if (LLVMIsALoadInst(value))
		return load_leaf(kernel, value);
	const struct et *number = whole_number_leaf(kernel, value);
	if (number)
		return number;
	LLVMValueRef first = LLVMIsACallInst(value) ? first_alike(kernel, value) : value;
	if (first != value)
		return value_et(env, first);
	if (LLVMIsACallInst(value))
		return call_leaf(kernel, value);
	if (LLVMIsAAtomicRMWInst(value) || LLVMIsAAtomicCmpXchgInst(value) ||
		LLVMIsAExtractValueInst(value))
		return value_opaque(env, value, SYM_DATA);
	return NULL;
}

enum level kernel_level(void *data, LLVMValueRef value)
{
	return value_level(data, value);
}
