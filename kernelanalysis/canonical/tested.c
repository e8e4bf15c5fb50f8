#include "kernelanalysis/canonical/tested.h"

#include <llvm-c/DebugInfo.h>

#include "kernelanalysis/canonical/rotated.h"

/*
 * A test stands in the block of its join and goes to the ends of those that come there; the join
 * stays for who else uses it. Loops begin with joins, too: one that brings back what was read, and
 * not what another join made of it, stays as it is.
 */

enum { DEEP = 4 };

static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

static bool is_number(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

/* Does it read by a strong read, or by inline PTX that may be one, or test what such a one has
 * found. */
static bool is_read(LLVMValueRef value)
{
	if (LLVMIsAICmpInst(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
		value = LLVMGetOperand(value, 0);
	bool text = LLVMIsACallInst(value) && LLVMIsAInlineAsm(LLVMGetCalledValue(value));
	return text || read_is_strong(value);
}

/* Does it join what strong reads have found with constants, and nothing else; tests of that with
 * false alone, as other joins gather them (gathered.c). */
static bool joins_reads(LLVMValueRef value, unsigned depth)
{
	bool known = false, read = false, tested = false, other = false;
	if (!LLVMIsAPHINode(value) || !is_number(value) || !depth)
		return false;
	for (unsigned n = 0; n < LLVMCountIncoming(value); n++) {
		LLVMValueRef in = without_casts(LLVMGetIncomingValue(value, n));
		if (LLVMIsAConstantInt(in)) {
			known = true;
			other |= LLVMConstIntGetZExtValue(in) != 0;
		} else if (is_read(in) || joins_reads(in, depth - 1)) {
			read = true;
			tested |= LLVMIsAICmpInst(in) != NULL;
		} else
			return false;
	}
	return known && read && !(tested && other);
}

/* Does the join begin a loop, and bring back what another one joins. */
static bool comes_back_joined(LLVMValueRef join)
{
	for (unsigned n = 0; n < LLVMCountIncoming(join); n++) {
		LLVMValueRef in = without_casts(LLVMGetIncomingValue(join, n));
		if (!LLVMIsAConstantInt(in) && !LLVMIsAPHINode(in))
			return false;
	}
	return true;
}

static bool begins_loop(const struct func *func, LLVMBasicBlockRef block)
{
	const struct block *begin = func_block(func, block);
	vec_each(pred, &begin->preds)
		if (block_dominates(begin, *pred))
			return true;
	return false;
}

/* A truth value that follows from the join alone. */
static bool tests(LLVMValueRef i, LLVMValueRef join)
{
	if (!LLVMIsAInstruction(i) || LLVMGetInstructionParent(i) != LLVMGetInstructionParent(join))
		return false;
	if (LLVMIsATruncInst(i))
		return LLVMGetIntTypeWidth(LLVMTypeOf(i)) == 1;
	return LLVMIsAICmpInst(i) && LLVMGetOperand(i, 0) == join &&
	       LLVMIsAConstantInt(LLVMGetOperand(i, 1));
}

/* What the test says of a value, at the end of a block. */
static LLVMValueRef test_of(
	LLVMBuilderRef b, LLVMValueRef test, LLVMValueRef value, LLVMBasicBlockRef end)
{
	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(end));
	LLVMValueRef made = LLVMIsATruncInst(test) ? LLVMBuildTrunc(b, value, LLVMTypeOf(test), "")
						   : LLVMBuildICmp(b, LLVMGetICmpPredicate(test),
							     value, LLVMGetOperand(test, 1), "");
	if (LLVMIsAInstruction(made))
		LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(test));
	return made;
}

static void test_part(LLVMValueRef test, LLVMValueRef join)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(join)));
	LLVMPositionBuilderBefore(b, join);
	LLVMValueRef parts = LLVMBuildPhi(b, LLVMTypeOf(test), "");
	for (unsigned n = 0; n < LLVMCountIncoming(join); n++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(join, n);
		LLVMValueRef part = phi_value_from(parts, from);
		if (!part)
			part = test_of(b, test, LLVMGetIncomingValue(join, n), from);
		LLVMAddIncoming(parts, &part, &from, 1);
	}
	LLVMReplaceAllUsesWith(test, parts);
	LLVMInstructionEraseFromParent(test);
	LLVMDisposeBuilder(b);
}

static bool tests_of_part(LLVMValueRef join)
{
	bool changed = false;
	LLVMUseRef next;
	for (LLVMUseRef use = LLVMGetFirstUse(join); use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		if (!tests(user, join))
			continue;
		test_part(user, join);
		changed = true;
	}
	return changed;
}

static bool part_once(struct arena *arena, LLVMValueRef function)
{
	const struct func *func = func_new(arena, function);
	bool changed = false;
	vec_each(each, &func->blocks) {
		LLVMBasicBlockRef block = (*each)->llvm;
		LLVMValueRef i = LLVMGetFirstInstruction(block);
		bool begins = begins_loop(func, block);
		for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
			if (joins_reads(i, DEEP) && (!begins || comes_back_joined(i)))
				changed |= tests_of_part(i);
	}
	return changed;
}

/* Is the number 0 or 1, whichever way it is joined from itself. */
static bool is_truth(LLVMValueRef value, LLVMValueRef join, unsigned depth)
{
	if (value == join || LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1)
		return true;
	if (LLVMIsAConstantInt(value))
		return LLVMConstIntGetZExtValue(value) <= 1;
	if (LLVMIsAZExtInst(value))
		return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) == 1;
	bool truth = LLVMIsAPHINode(value) && depth;
	for (unsigned n = 0; truth && n < LLVMCountIncoming(value); n++)
		truth = is_truth(LLVMGetIncomingValue(value, n), join, depth - 1);
	return truth;
}

static bool joins_truths(LLVMValueRef join)
{
	for (unsigned n = 0; n < LLVMCountIncoming(join); n++)
		if (!is_truth(LLVMGetIncomingValue(join, n), join, DEEP))
			return false;
	return true;
}

/* Is the value known to be a constant where the condition holds, or (`holds` not set) does not;
 * NULL: it is not. */
static LLVMValueRef constant_if(LLVMValueRef condition, LLVMValueRef value, bool holds)
{
	LLVMOpcode opcode = LLVMIsAInstruction(condition) ? LLVMGetInstructionOpcode(condition) : 0;
	LLVMTypeRef type = LLVMTypeOf(value);
	if (condition == value)
		return LLVMConstInt(type, holds, false);
	if (opcode == LLVMXor && LLVMIsAConstantInt(LLVMGetOperand(condition, 1)) &&
		LLVMGetIntTypeWidth(LLVMTypeOf(condition)) == 1)
		return constant_if(LLVMGetOperand(condition, 0), value,
			holds != (LLVMConstIntGetZExtValue(LLVMGetOperand(condition, 1)) != 0));
	if (opcode == LLVMTrunc && LLVMGetOperand(condition, 0) == value && joins_truths(value))
		return LLVMConstInt(type, holds, false);
	if (opcode != LLVMICmp || LLVMGetOperand(condition, 0) != value ||
		!LLVMIsAConstantInt(LLVMGetOperand(condition, 1)))
		return NULL;
	LLVMIntPredicate is = LLVMGetICmpPredicate(condition);
	return is == (holds ? LLVMIntEQ : LLVMIntNE) ? LLVMGetOperand(condition, 1) : NULL;
}

/* What the value is known to be at the end of a block, by branches on the way; NULL: nothing. */
static LLVMValueRef constant_at(const struct block *block, LLVMValueRef value)
{
	for (; block->idom; block = block->idom) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->idom->llvm);
		if (block->preds.n == 1 && block->idom->succs.n == 2 && LLVMIsABranchInst(last) &&
			LLVMGetSuccessor(last, 0) != LLVMGetSuccessor(last, 1)) {
			bool holds = LLVMGetSuccessor(last, 0) == block->llvm;
			LLVMValueRef constant = constant_if(LLVMGetCondition(last), value, holds);
			if (constant)
				return constant;
		}
		if (block->llvm == LLVMGetInstructionParent(value))
			return NULL;
	}
	return NULL;
}

/* What the begin of a loop joins and the loop goes on with only as long as it is a constant: joins
 * inside that leave it as it is get that. */
static bool settle_join(const struct func *func, LLVMValueRef join)
{
	bool changed = false;
	for (unsigned n = 0; n < LLVMCountIncoming(join); n++) {
		LLVMValueRef in = LLVMGetIncomingValue(join, n), constant;
		const struct block *from = func_block(func, LLVMGetIncomingBlock(join, n));
		if (!from || in == join || !LLVMIsAPHINode(in) || !is_number(in))
			continue;
		constant = constant_at(from, in);
		if (constant) {
			LLVMSetOperand(join, n, constant);
			changed = true;
		}
	}
	return changed;
}

static bool settle_joins(struct arena *arena, LLVMValueRef function)
{
	const struct func *func = func_new(arena, function);
	bool changed = false;
	vec_each(each, &func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*each)->llvm);
		for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
			if (is_number(i))
				changed |= settle_join(func, i);
	}
	return changed;
}

bool tests_part(struct arena *arena, LLVMValueRef function)
{
	if (!LLVMCountBasicBlocks(function))
		return false;
	bool changed = settle_joins(arena, function);
	for (unsigned round = 0; round < DEEP && part_once(arena, function); round++)
		changed = true;
	return changed;
}
