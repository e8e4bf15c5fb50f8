#include "kernelanalysis/draws/swapped_draws.h"

#include "kernelanalysis/pairs/order.h"

#include <stdlib.h>

/*
 * Tickets by compare-and-swap: do p = *tail; while (atomicCAS(tail, p, p + 1) != p). Where every change of the word is a
 * step the same way, what it was at one success lies as far from what it was at another as the earlier one stepped: the
 * numbers of those who succeed are like those that atomic additions find, whatever they have read before and however often they have tried.
 */

/* What is added to the number, as all or as one of two parts of it; NULL: it is made otherwise. */
static bool adds_to(LLVMValueRef sum, LLVMValueRef number, LLVMValueRef parts[2], bool *subtracts)
{
	if (!LLVMIsABinaryOperator(sum))
		return false;
	*subtracts = LLVMGetInstructionOpcode(sum) == LLVMSub;
	if (!*subtracts && LLVMGetInstructionOpcode(sum) != LLVMAdd)
		return false;
	for (unsigned i = 0; i < (*subtracts ? 1u : 2u); i++)
		if (LLVMGetOperand(sum, i) == number) {
			parts[0] = LLVMGetOperand(sum, 1 - i);
			return true;
		}
	return false;
}

/* What the operation adds to the word, in one part or two, or takes away from it; false: it is no such operation. */
static bool amount_of(const struct access *op, LLVMValueRef parts[2], bool *subtracts)
{
	LLVMValueRef sum = op->operand;
	parts[0] = parts[1] = NULL;
	if (op->type != ACCESS_ATOMIC || op->rmw != RMW_CAS || !sum)
		return false;
	if (adds_to(sum, op->expected, parts, subtracts))
		return true;
	if (!LLVMIsABinaryOperator(sum) || LLVMGetInstructionOpcode(sum) != LLVMAdd)
		return false;
	parts[1] = LLVMGetOperand(sum, 1);
	return adds_to(LLVMGetOperand(sum, 0), op->expected, parts, subtracts) && !*subtracts;
}

enum swapped swapped_way(const struct access *op)
{
	bool subtracts;
	LLVMValueRef parts[2];
	if (!amount_of(op, parts, &subtracts))
		return SWAPPED_OTHERWISE;
	if (parts[1])
		return amount_falls(parts[0]) || amount_falls(parts[1]) ? SWAPPED_OTHERWISE : SWAPPED_UP;
	int64_t number = LLVMIsAConstantInt(parts[0]) ? LLVMConstIntGetSExtValue(parts[0]) : 1;
	if (!number || (!LLVMIsAConstantInt(parts[0]) && amount_falls(parts[0])))
		return SWAPPED_OTHERWISE;
	return (number < 0) != subtracts ? SWAPPED_DOWN : SWAPPED_UP;
}

static const struct et *amount_term(struct kernel *kernel, const struct access *op)
{
	bool subtracts;
	LLVMValueRef parts[2];
	amount_of(op, parts, &subtracts);
	const struct et *amount = value_et(kernel->env, parts[0]);
	if (parts[1])
		return et_binary(kernel->ets, ET_ADD, ET_NUW | ET_NSW, amount, value_et(kernel->env, parts[1]));
	if (!et_is_const(amount))
		return amount;
	return et_const(kernel->ets, amount->width, (uint64_t)llabs(LLVMConstIntGetSExtValue(parts[0])));
}

/* The instruction that takes a part of what a compare-and-swap gives: the word as it was, or whether it succeeded. */
static LLVMValueRef part_of(const struct access *op, unsigned index)
{
	for (LLVMUseRef use = LLVMGetFirstUse(op->instruction); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] == index)
			return user;
	}
	return NULL;
}

/* Its two parts say the same. */
static const struct et *succeeds(struct kernel *kernel, const struct access *op, const struct et *expected)
{
	LLVMValueRef found = part_of(op, 0), done = part_of(op, 1);
	const struct et *as_found = NULL;
	if (!LLVMIsAAtomicCmpXchgInst(op->instruction))
		found = op->instruction, done = NULL;
	if (found)
		as_found = et_binary(kernel->ets, ET_EQ, 0, value_et(kernel->env, found), expected);
	if (!done)
		return as_found;
	const struct et *said = value_et(kernel->env, done);
	return as_found ? et_or(kernel->ets, said, as_found) : said;
}

bool swapped_draw_of(struct kernel *kernel, const struct access *op, struct swapped_draw *draw)
{
	enum swapped way = swapped_way(op);
	if (way == SWAPPED_OTHERWISE || op->size < 4)
		return false;
	draw->found = value_et(kernel->env, op->expected);
	draw->down = way == SWAPPED_DOWN;
	draw->amount = amount_term(kernel, op);
	draw->changes = succeeds(kernel, op, draw->found);
	return draw->changes && draw->found->width == op->size * 8;
}
