#include "ir/numbers.h"
#include "kernelanalysis/kernel.h"
#include "kernelanalysis/canonical/own_functions.h"
#include "kernelanalysis/passes.h"

/*
 * Tables of numbers that are known at compile time, read at a variable place: const int step[3] = { 0, 4, 16 }. Where
 * the numbers grow evenly the entry is a linear function of the place, else it is chosen among them. As with other
 * arrays, the place is taken to be inside the table (in-bounds).
 */

/* The subscript as a number of the entries' width; NULL: the offset is not made of one. */
static const struct et *subscript(struct ets *ets, const struct numbers *table, const struct et *offset)
{
	unsigned size = table->width / 8;
	if (size == 1)
		return et_cast(ets, ET_TRUNC, table->width, offset);
	if (offset->op != ET_MUL || !et_is_const(offset->arg[1]) || offset->arg[1]->value != size)
		return NULL;
	return et_cast(ets, ET_TRUNC, table->width, offset->arg[0]);
}

static const struct et *even_entry(
	struct ets *ets, const struct numbers *table, const struct et *offset, int64_t by)
{
	const struct et *first = et_const(ets, table->width, (uint64_t)table->value[0]);
	const struct et *index = by ? subscript(ets, table, offset) : NULL;
	if (!by)
		return first;
	if (!index)
		return NULL;
	const struct et *step = et_const(ets, table->width, (uint64_t)by);
	return et_binary(ets, ET_ADD, ET_NSW, et_binary(ets, ET_MUL, ET_NSW, index, step), first);
}

const struct et *constant_entry(
	struct kernel *kernel, LLVMValueRef global, LLVMValueRef load, const struct et *offset)
{
	enum { MOST_ENTRIES = 64 };
	bool number = LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind;
	struct numbers table = { .width = number ? type_width(load) : 0 };
	int64_t by;
	LLVMValueRef contents = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
	if (!contents || !LLVMIsGlobalConstant(global) || LLVMIsExternallyInitialized(global) ||
		table.width < 8 || table.width > 64 || !numbers_add(&table, contents) || !table.n || table.n > MOST_ENTRIES)
		return NULL;
	const struct et *entry = numbers_grow_evenly(&table, &by) ? even_entry(kernel->ets, &table, offset, by) : NULL;
	return entry ? entry : numbers_choose(kernel->ets, &table, offset, table.width / 8);
}

static bool is_given(LLVMValueRef variable)
{
	LLVMValueRef contents = LLVMGetInitializer(variable);
	return contents && !LLVMIsUndef(contents) && !LLVMIsNull(contents);
}

/* Variables that are given no numbers of their own are taken to be set in some way that is not in sight. */
void device_variables_keep(void *device, bool (*untouched)(void *, const char *), void *data)
{
	const struct module *module = device;
	for (LLVMValueRef g = LLVMGetFirstGlobal(module->llvm); g; g = LLVMGetNextGlobal(g)) {
		bool reads = device_only_reads(device, value_name(g));
		if (!LLVMIsExternallyInitialized(g) || !(reads ? is_given(g) : gets_own_functions(g)) ||
			!untouched(data, value_name(g)))
			continue;
		if (reads)
			LLVMSetGlobalConstant(g, true);
		LLVMSetExternallyInitialized(g, false);
	}
}

static LLVMValueRef load_of(struct kernel *kernel, const struct object *object)
{
	vec_each(block, &kernel->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsALoadInst(i) && object_of(kernel, LLVMGetOperand(i, 0)) == object)
				return i;
	return NULL;
}

bool kernel_reads_constant(struct kernel *kernel, const char *name, struct loc *loc)
{
	LLVMValueRef load = NULL;
	for (size_t i = 0; i < kernel->objects.n && !load; i++)
		if (kernel->objects.at[i]->kind == OBJECT_CONSTANT && object_is_global(kernel->objects.at[i], name))
			load = load_of(kernel, kernel->objects.at[i]);
	if (load)
		*loc = instruction_loc(kernel->arena, load);
	return load;
}
