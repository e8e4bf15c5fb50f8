#include "ir/numbers.h"

bool numbers_add(struct numbers *numbers, LLVMValueRef constant)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
		if (LLVMGetIntTypeWidth(type) != numbers->width || numbers->n == MOST_NUMBERS ||
			LLVMIsUndef(constant) || !LLVMIsAConstantInt(constant))
			return false;
		numbers->value[numbers->n++] = LLVMConstIntGetSExtValue(constant);
		return true;
	}
	bool structure = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	if (!structure && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
		return false;
	uint64_t length = structure ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
	bool known = length <= MOST_NUMBERS;
	for (unsigned i = 0; known && i < length; i++)
		known = numbers_add(numbers, LLVMGetAggregateElement(constant, i));
	return known;
}

/* Are differences of entries numbers of the entries' width. */
static bool is_small(const struct numbers *numbers)
{
	int64_t end = INT64_C(1) << (numbers->width - 2);
	for (unsigned i = 0; i < numbers->n; i++)
		if (numbers->value[i] <= -end || numbers->value[i] >= end)
			return false;
	return true;
}

/* The difference between neighbours; false when it is not the same for all. */
bool numbers_grow_evenly(const struct numbers *numbers, int64_t *by)
{
	if (!is_small(numbers))
		return false;
	*by = numbers->n > 1 ? numbers->value[1] - numbers->value[0] : 0;
	for (unsigned i = 2; i < numbers->n; i++)
		if (numbers->value[i] - numbers->value[i - 1] != *by)
			return false;
	return true;
}

const struct et *numbers_choose(
	struct ets *ets, const struct numbers *numbers, const struct et *place, unsigned by)
{
	const struct et *entry = et_const(ets, numbers->width, (uint64_t)numbers->value[0]);
	for (unsigned i = 1; i < numbers->n; i++) {
		const struct et *here = et_const(ets, place->width, (uint64_t)i * by);
		entry = et_ite(ets, et_binary(ets, ET_EQ, 0, place, here),
			et_const(ets, numbers->width, (uint64_t)numbers->value[i]), entry);
	}
	return entry;
}
