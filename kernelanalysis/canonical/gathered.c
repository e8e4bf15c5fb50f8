#include "kernelanalysis/canonical/gathered.h"

/*
 * The loop goes on where bits of a value are clear: so they are in all of the round that follows, and behind it they are what this round
 * has added to them.
 */

/* Bits of a value that are clear. */
struct clear {
	LLVMValueRef value;
	uint64_t bits;
};

static uint64_t all_bits(LLVMValueRef value)
{
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
	return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static bool is_binary(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool constant_bits(LLVMValueRef value, uint64_t *bits)
{
	if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	*bits = LLVMConstIntGetZExtValue(value);
	return true;
}

/* Which bits are clear where a value is 0. */
static struct clear of_zero(LLVMValueRef value)
{
	uint64_t bits;
	if (is_binary(value, LLVMAnd) && constant_bits(LLVMGetOperand(value, 1), &bits))
		return (struct clear){ LLVMGetOperand(value, 0), bits };
	return (struct clear){ value, all_bits(value) };
}

/* Which bits are clear where a branch's condition is as `taken` says; none where that is not known. */
static struct clear clear_where(LLVMValueRef condition, bool taken)
{
	uint64_t number;
	while (is_binary(condition, LLVMXor) && constant_bits(LLVMGetOperand(condition, 1), &number) && number) {
		condition = LLVMGetOperand(condition, 0);
		taken = !taken;
	}
	if (LLVMIsAICmpInst(condition)) {
		LLVMIntPredicate by = LLVMGetICmpPredicate(condition);
		bool equal = by == (taken ? LLVMIntEQ : LLVMIntNE);
		bool zero = constant_bits(LLVMGetOperand(condition, 1), &number) && !number;
		return equal && zero ? of_zero(LLVMGetOperand(condition, 0)) : (struct clear){ NULL, 0 };
	}
	if (taken)
		return (struct clear){ NULL, 0 };
	if (LLVMIsATruncInst(condition))
		return (struct clear){ LLVMGetOperand(condition, 0), 1 };
	return (struct clear){ condition, 1 };
}

/* Which bits are clear on the edge. */
static struct clear clear_on(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
	if (!LLVMIsABranchInst(last) || !LLVMIsConditional(last) ||
		LLVMGetSuccessor(last, 0) == LLVMGetSuccessor(last, 1))
		return (struct clear){ NULL, 0 };
	return clear_where(LLVMGetCondition(last), LLVMGetSuccessor(last, 0) == to);
}

/* Does the user look at these bits of the value alone. */
static bool looks_at(LLVMValueRef user, LLVMValueRef value, uint64_t bits)
{
	uint64_t mask;
	if (LLVMIsATruncInst(user))
		return LLVMGetIntTypeWidth(LLVMTypeOf(user)) == 1 && (bits & 1);
	return is_binary(user, LLVMAnd) && LLVMGetOperand(user, 0) == value &&
	       constant_bits(LLVMGetOperand(user, 1), &mask) && !(mask & ~bits);
}

static bool all_look_at(LLVMValueRef value, uint64_t bits, LLVMValueRef except)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (user != except && !looks_at(user, value, bits))
			return false;
	}
	return true;
}

/* Makes uses of clear bits 0 in the blocks behind one. */
static bool make_zero(const struct func *func, struct clear clear, const struct block *behind)
{
	bool changed = false;
	LLVMUseRef next, use = LLVMGetFirstUse(clear.value);
	for (; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		const struct block *block = instruction_block(func, user);
		next = LLVMGetNextUse(use);
		if (!block || !block_dominates(behind, block) || LLVMIsAPHINode(user))
			continue;
		if (looks_at(user, clear.value, clear.bits)) {
			LLVMReplaceAllUsesWith(user, LLVMConstNull(LLVMTypeOf(user)));
			changed = true;
		} else if (clear.bits == all_bits(clear.value) && is_binary(user, LLVMOr)) {
			LLVMValueRef first = LLVMGetOperand(user, 0), second = LLVMGetOperand(user, 1);
			LLVMReplaceAllUsesWith(user, first == clear.value ? second : first);
			changed = true;
		}
	}
	return changed;
}

/* The other part of what is joined to the value by or; NULL: it is not that. */
static LLVMValueRef joined_to(LLVMValueRef sum, LLVMValueRef value)
{
	if (!is_binary(sum, LLVMOr))
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		if (LLVMGetOperand(sum, i) == value)
			return LLVMGetOperand(sum, 1 - i);
	return NULL;
}

/* What comes back to the loop's beginning; NULL: it is not one value from one block. */
static LLVMValueRef comes_back(const struct loop *loop, LLVMValueRef phi, LLVMValueRef *first)
{
	if (!loop->latch || LLVMCountIncoming(phi) != 2)
		return NULL;
	unsigned back = LLVMGetIncomingBlock(phi, 0) == loop->latch->llvm ? 0 : 1;
	*first = LLVMGetIncomingValue(phi, 1 - back);
	return LLVMGetIncomingBlock(phi, back) == loop->latch->llvm ? LLVMGetIncomingValue(phi, back) : NULL;
}

/* The test stands at the beginning of the round. */
static bool part_behind_test(const struct func *func, const struct loop *loop, const struct block *body)
{
	struct clear clear = clear_on(loop->header->llvm, body->llvm);
	LLVMValueRef first, sum, added;
	if (!clear.value || !LLVMIsAPHINode(clear.value) || body->preds.n != 1 ||
		LLVMGetInstructionParent(clear.value) != loop->header->llvm)
		return false;
	bool changed = make_zero(func, clear, body);
	sum = comes_back(loop, clear.value, &first);
	added = sum ? joined_to(sum, clear.value) : NULL;
	if (!added || added == clear.value || !block_dominates(body, instruction_block(func, sum)) ||
		!all_look_at(clear.value, clear.bits, sum) || !all_look_at(sum, 0, clear.value))
		return changed;
	LLVMReplaceAllUsesWith(sum, added);
	return true;
}

/* The test stands at the end of the round. */
static bool part_before_test(const struct loop *loop, LLVMValueRef phi)
{
	LLVMValueRef first, sum = comes_back(loop, phi, &first), added = sum ? joined_to(sum, phi) : NULL;
	struct clear clear = added ? clear_on(loop->latch->llvm, loop->header->llvm) : (struct clear){ NULL, 0 };
	uint64_t begin;
	if (!added || added == phi || clear.value != sum || !constant_bits(first, &begin) || (begin & clear.bits) ||
		!all_look_at(phi, clear.bits, sum) || !all_look_at(sum, clear.bits, phi))
		return false;
	LLVMReplaceAllUsesWith(sum, added);
	return true;
}

static bool part(const struct func *func, const struct loop *loop)
{
	bool changed = false;
	vec_each(succ, &loop->header->succs)
		if (loop_contains(loop, *succ) && *succ != loop->header)
			changed |= part_behind_test(func, loop, *succ);
	LLVMValueRef i = LLVMGetFirstInstruction(loop->header->llvm);
	for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		changed |= part_before_test(loop, i);
	return changed;
}

bool gathered_reads_part(struct arena *arena, LLVMValueRef function)
{
	const struct func *func = func_new(arena, function);
	bool changed = false;
	vec_each(loop, &func->loops) changed |= part(func, *loop);
	return changed;
}
