#include "kernelanalysis/passes.h"

/*
 * Tables of numbers that are known at compile time, read at a variable place: const int step[3] = { 0, 4, 16 }. Where
 * the numbers grow evenly the entry is a linear function of the place, else it is chosen among them. As with other
 * arrays, the place is taken to be inside the table (in-bounds).
 */

enum { MOST_ENTRIES = 64 };

struct table {
	unsigned width; /* of an entry, in bits */
	unsigned n;
	int64_t value[MOST_ENTRIES];
};

static bool add_entries(struct table *table, LLVMValueRef constant)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
		if (LLVMGetIntTypeWidth(type) != table->width || table->n == MOST_ENTRIES ||
			LLVMIsUndef(constant) || !LLVMIsAConstantInt(constant))
			return false;
		table->value[table->n++] = LLVMConstIntGetSExtValue(constant);
		return true;
	}
	if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
		return false;
	uint64_t length = LLVMGetArrayLength2(type);
	bool known = length <= MOST_ENTRIES;
	for (unsigned i = 0; known && i < length; i++)
		known = add_entries(table, LLVMGetAggregateElement(constant, i));
	return known;
}

/* Are differences of entries numbers of the entries' width. */
static bool is_small(const struct table *table)
{
	int64_t end = INT64_C(1) << (table->width - 2);
	for (unsigned i = 0; i < table->n; i++)
		if (table->value[i] <= -end || table->value[i] >= end)
			return false;
	return true;
}

/* The difference between neighbours; false when it is not the same for all. */
static bool grows_evenly(const struct table *table, int64_t *by)
{
	if (!is_small(table))
		return false;
	*by = table->n > 1 ? table->value[1] - table->value[0] : 0;
	for (unsigned i = 2; i < table->n; i++)
		if (table->value[i] - table->value[i - 1] != *by)
			return false;
	return true;
}

/* The subscript as a number of the entries' width; NULL: the offset is not made of one. */
static const struct et *subscript(struct ets *ets, const struct table *table, const struct et *offset)
{
	unsigned size = table->width / 8;
	if (size == 1)
		return et_cast(ets, ET_TRUNC, table->width, offset);
	if (offset->op != ET_MUL || !et_is_const(offset->arg[1]) || offset->arg[1]->value != size)
		return NULL;
	return et_cast(ets, ET_TRUNC, table->width, offset->arg[0]);
}

static const struct et *even_entry(
	struct ets *ets, const struct table *table, const struct et *offset, int64_t by)
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

static const struct et *chosen_entry(
	struct ets *ets, const struct table *table, const struct et *offset)
{
	const struct et *entry = et_const(ets, table->width, (uint64_t)table->value[0]);
	for (unsigned i = 1; i < table->n; i++) {
		const struct et *here = et_const(ets, offset->width, (uint64_t)i * table->width / 8);
		entry = et_ite(ets, et_binary(ets, ET_EQ, 0, offset, here),
			et_const(ets, table->width, (uint64_t)table->value[i]), entry);
	}
	return entry;
}

const struct et *constant_entry(
	struct kernel *kernel, LLVMValueRef global, LLVMValueRef load, const struct et *offset)
{
	bool number = LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind;
	struct table table = { .width = number ? type_width(load) : 0 };
	int64_t by;
	LLVMValueRef contents = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
	if (!contents || !LLVMIsGlobalConstant(global) || LLVMIsExternallyInitialized(global) ||
		table.width < 8 || table.width > 64 || !add_entries(&table, contents) || !table.n)
		return NULL;
	const struct et *entry = grows_evenly(&table, &by) ? even_entry(kernel->ets, &table, offset, by) : NULL;
	return entry ? entry : chosen_entry(kernel->ets, &table, offset);
}
