#include "kernelanalysis/passes.h"

#include <string.h>

#include <llvm-c/Target.h>

#include "expr/place.h"

/*
 * Small arrays of a thread that are set once, element by element, and then indexed by a variable:
 * size_t offset[2] = { 0, n }. What is read is chosen among the elements. Those that are all constants are copied from
 * a constant variable, whose entries they then are (constant_tables.c).
 */

enum { MOST_ELEMENTS = 16 };

struct array {
	struct kernel *kernel;
	LLVMValueRef load;
	const struct et *base;
	LLVMValueRef table; /* what the whole array is copied from, or NULL */
	unsigned n;
	uint64_t offset[MOST_ELEMENTS];
	LLVMValueRef value[MOST_ELEMENTS];
};

static LLVMValueRef array_start(const struct array *array)
{
	return ((const struct object *)object_of(array->kernel, LLVMGetOperand(array->load, 0)))->value;
}

static const struct et *offset_of(const struct array *array, LLVMValueRef pointer)
{
	place_list places = { 0 };
	const struct et *address = value_et(array->kernel->env, pointer);
	bool one = address_places(array->kernel->ets, address, &places) && places.n == 1 &&
		   places.at[0].base == array->base;
	return one ? places.at[0].offset : NULL;
}

/* Is a pointer into a local variable at a constant place: its term then needs no load. */
static bool is_fixed(LLVMValueRef pointer)
{
	for (; LLVMIsAGetElementPtrInst(pointer); pointer = LLVMGetOperand(pointer, 0))
		for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++)
			if (!LLVMIsAConstantInt(LLVMGetOperand(pointer, i)))
				return false;
	return LLVMIsAAllocaInst(pointer);
}

/* A store of one element, which comes before the load and stays what it was. */
static bool add_store(struct array *array, LLVMValueRef store)
{
	struct kernel *kernel = array->kernel;
	LLVMValueRef pointer = LLVMGetOperand(store, 1);
	const struct et *offset = is_fixed(pointer) ? offset_of(array, pointer) : NULL;
	const struct loop *loop = instruction_block(kernel->func, store)->loop;
	const struct loop *around = instruction_block(kernel->func, array->load)->loop;
	if (!offset || !et_is_const(offset) || array->n == MOST_ELEMENTS || array->table ||
		(loop && !loop_encloses(loop, around)) ||
		!instruction_dominates(kernel->func, store, array->load) ||
		LLVMTypeOf(LLVMGetOperand(store, 0)) != LLVMTypeOf(array->load))
		return false;
	for (unsigned i = 0; i < array->n; i++)
		if (array->offset[i] == offset->value)
			return false;
	array->offset[array->n] = offset->value;
	array->value[array->n++] = LLVMGetOperand(store, 0);
	return true;
}

static bool is_harmless_call(LLVMValueRef user)
{
	return LLVMIsACallInst(user) && !strncmp(call_name(user), "llvm.lifetime", 13);
}

/* A copy of a constant variable to the whole array, before the load and before anything else is stored. */
static bool add_copy(struct array *array, LLVMValueRef call)
{
	if (!LLVMIsACallInst(call) || strncmp(call_name(call), "llvm.memcpy", 11))
		return false;
	LLVMValueRef from = call_arg(call, 1), bytes = call_arg(call, 2);
	LLVMTypeRef type = LLVMIsAGlobalVariable(from) ? LLVMGlobalGetValueType(from) : NULL;
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(array->kernel->llvm));
	if (!type || array->table || array->n || call_arg(call, 0) != array_start(array) ||
		!LLVMIsAConstantInt(bytes) ||
		LLVMConstIntGetZExtValue(bytes) != LLVMABISizeOfType(layout, type) ||
		LLVMGetAllocatedType(array_start(array)) != type ||
		!instruction_dominates(array->kernel->func, call, array->load))
		return false;
	array->table = from;
	return true;
}

/* Is the memory behind the pointer only read, and set as add_store says. */
static bool add_uses(struct array *array, LLVMValueRef pointer, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!instruction_block(array->kernel->func, user))
			continue;
		if (LLVMIsALoadInst(user) || is_harmless_call(user) || add_copy(array, user))
			continue;
		if (LLVMIsAStoreInst(user)) {
			if (LLVMGetOperand(user, 0) == pointer || !add_store(array, user))
				return false;
			continue;
		}
		if (!LLVMIsAGetElementPtrInst(user) || !depth || !add_uses(array, user, depth - 1))
			return false;
	}
	return true;
}

const struct et *local_array_leaf(
	struct kernel *kernel, LLVMValueRef load, const struct object *object)
{
	struct ets *ets = kernel->ets;
	struct array array = { .kernel = kernel, .load = load };
	array.base = et_sym(ets, object->base);
	if (!LLVMIsAAllocaInst(object->value) || LLVMGetVolatile(load) ||
		!add_uses(&array, object->value, 4) || (!array.n && !array.table))
		return NULL;
	const struct et *at = offset_of(&array, LLVMGetOperand(load, 0));
	if (!at)
		return NULL;
	if (array.table)
		return constant_entry(kernel, array.table, load, at);
	const struct et *term = value_et(kernel->env, array.value[0]);
	for (unsigned i = 1; i < array.n; i++) {
		const struct et *here = et_const(ets, at->width, array.offset[i]);
		term = et_ite(ets, et_binary(ets, ET_EQ, 0, at, here),
			value_et(kernel->env, array.value[i]), term);
	}
	return term;
}
