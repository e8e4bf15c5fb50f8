#include "kernelanalysis/draws/drawing.h"

#include <string.h>

#include "ir/value.h"

/*
 * Room for as many as a word has bits, which a loop fills that takes them out one by one:
 *     at = atomicAdd(n, __popc(word)); for (; word; word &= word - 1) out[at++] = ...;
 * In its round k at least k + 1 bits had been set.
 */

static LLVMValueRef uncast(LLVMValueRef value)
{
	while (LLVMIsATruncInst(value) || LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* The word whose bits are counted; NULL: the value is no such number. */
static LLVMValueRef counted_word(LLVMValueRef value)
{
	LLVMValueRef call = value ? uncast(value) : NULL;
	return call && LLVMIsACallInst(call) && !strncmp(call_name(call), "llvm.ctpop.i", 12)
		       ? call_arg(call, 0)
		       : NULL;
}

static bool is_operation(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool is_number(LLVMValueRef value, int64_t number)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) == number;
}

/* The other operand of such an operation with the word; NULL: it is none. */
static LLVMValueRef beside(LLVMValueRef value, LLVMOpcode opcode, LLVMValueRef word)
{
	for (unsigned i = 0; is_operation(value, opcode) && i < 2; i++)
		if (LLVMGetOperand(value, i) == word)
			return LLVMGetOperand(value, !i);
	return NULL;
}

/* Is it `word - 1`. */
static bool is_one_less(LLVMValueRef value, LLVMValueRef word)
{
	LLVMValueRef other = beside(value, LLVMAdd, word);
	return (other && is_number(other, -1)) ||
	       (is_operation(value, LLVMSub) && LLVMGetOperand(value, 0) == word &&
		       is_number(LLVMGetOperand(value, 1), 1));
}

/* Is it `1 << number`, the number of zeros below the lowest bit of the word. */
static bool is_found_bit(LLVMValueRef value, LLVMValueRef word)
{
	if (!is_operation(value, LLVMShl) || !is_number(LLVMGetOperand(value, 0), 1))
		return false;
	LLVMValueRef zeros = uncast(LLVMGetOperand(value, 1));
	return LLVMIsACallInst(zeros) && !strncmp(call_name(zeros), "llvm.cttz.i", 11) &&
	       call_arg(zeros, 0) == word;
}

/* Is it the lowest bit of the word, `word & -word`. */
static bool is_lowest(LLVMValueRef value, LLVMValueRef word)
{
	if (is_found_bit(value, word))
		return true;
	LLVMValueRef other = beside(value, LLVMAnd, word);
	return other && is_operation(other, LLVMSub) && is_number(LLVMGetOperand(other, 0), 0) &&
	       LLVMGetOperand(other, 1) == word;
}

/* Is it the word without its lowest bit. */
static bool has_one_less(LLVMValueRef value, LLVMValueRef word)
{
	LLVMValueRef other = beside(value, LLVMAnd, word);
	if (other && is_one_less(other, word))
		return true;
	for (unsigned i = 0; other && is_operation(other, LLVMXor) && i < 2; i++)
		if (is_number(LLVMGetOperand(other, i), -1) &&
			is_lowest(LLVMGetOperand(other, !i), word))
			return true;
	other = beside(value, LLVMXor, word);
	if (!other && is_operation(value, LLVMSub) && LLVMGetOperand(value, 0) == word)
		other = LLVMGetOperand(value, 1);
	return other && is_lowest(other, word);
}

/* Does the loop's header leave it where the word is 0. */
static bool ends_at_zero(const struct loop *loop, LLVMValueRef word)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->header->llvm);
	LLVMValueRef test =
		LLVMIsABranchInst(end) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
	if (!test || !LLVMIsAICmpInst(test) || LLVMGetOperand(test, 0) != word ||
		!is_number(LLVMGetOperand(test, 1), 0))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
	if (predicate != LLVMIntEQ && predicate != LLVMIntNE)
		return false;
	LLVMBasicBlockRef left = LLVMGetSuccessor(end, predicate == LLVMIntEQ ? 0 : 1);
	vec_each(block, &loop->blocks)
		if ((*block)->llvm == left)
			return false;
	return true;
}

/* Does it take the bits out of a word one by one, until none is left. */
static bool takes_bits(const struct loop *loop, LLVMValueRef word)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(loop->header->llvm); LLVMIsAPHINode(phi);
		phi = LLVMGetNextInstruction(phi)) {
		bool begins = false, all = LLVMCountIncoming(phi) == 2 && loop->latch;
		for (unsigned n = 0; all && n < 2; n++) {
			LLVMValueRef value = LLVMGetIncomingValue(phi, n);
			bool back = LLVMGetIncomingBlock(phi, n) == loop->latch->llvm;
			all = back ? has_one_less(value, phi) : value == word;
			begins |= !back;
		}
		if (all && begins && ends_at_zero(loop, phi))
			return true;
	}
	return false;
}

/* Is the loop run in the round of all others in which the block is. */
static bool is_run_within(const struct loop *loop, const struct block *block)
{
	return !loop_contains(loop, block) &&
	       (!block->loop || loop_contains(block->loop, loop->header));
}

void say_bits(struct drawing *d, const struct draw *draw, unsigned t)
{
	struct ets *ets = d->kernel->ets;
	const struct access *access = t ? d->pair->b.access : d->pair->a.access;
	LLVMValueRef word = draw->lanes || draw->elected ? NULL : counted_word(draw->added);
	const struct block *counts =
		word ? instruction_block(d->kernel->func, uncast(draw->added)) : NULL;
	for (const struct loop *loop = access->block->loop; counts && loop; loop = loop->parent) {
		if (loop->header == access->block || !is_run_within(loop, draw->counter->block) ||
			!is_run_within(loop, counts) || !takes_bits(loop, word))
			continue;
		const struct et *k =
			drawn_term(d, et_sym(ets, d->kernel->env->loops[loop->index].counter), t);
		const struct et *bits = drawn_term(d, draw->amount, t);
		if (k->width > bits->width)
			bits = et_cast(ets, ET_ZEXT, k->width, bits);
		else if (k->width < bits->width)
			k = et_cast(ets, ET_ZEXT, bits->width, k);
		drawing_say(d, et_binary(ets, ET_ULT, 0, k, bits));
	}
}
