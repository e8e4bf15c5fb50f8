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

/* Does it read by a strong read, or by inline PTX that may be one. */
static bool is_read(LLVMValueRef value)
{
	bool text = LLVMIsACallInst(value) && LLVMIsAInlineAsm(LLVMGetCalledValue(value));
	return text || read_is_strong(value);
}

/* Does it join what strong reads have found with constants, and nothing else. */
static bool joins_reads(LLVMValueRef value, unsigned depth)
{
	bool known = false, read = false;
	if (!LLVMIsAPHINode(value) || !is_number(value) || !depth)
		return false;
	for (unsigned n = 0; n < LLVMCountIncoming(value); n++) {
		LLVMValueRef in = without_casts(LLVMGetIncomingValue(value, n));
		if (LLVMIsAConstantInt(in))
			known = true;
		else if (is_read(in) || joins_reads(in, depth - 1))
			read = true;
		else
			return false;
	}
	return known && read;
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

static LLVMValueRef incoming_of(LLVMValueRef join, LLVMBasicBlockRef from)
{
	for (unsigned n = 0; n < LLVMCountIncoming(join); n++)
		if (LLVMGetIncomingBlock(join, n) == from)
			return LLVMGetIncomingValue(join, n);
	return NULL;
}

static void test_part(LLVMValueRef test, LLVMValueRef join)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(join)));
	LLVMPositionBuilderBefore(b, join);
	LLVMValueRef parts = LLVMBuildPhi(b, LLVMTypeOf(test), "");
	for (unsigned n = 0; n < LLVMCountIncoming(join); n++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(join, n);
		LLVMValueRef part = incoming_of(parts, from);
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

bool tests_part(struct arena *arena, LLVMValueRef function)
{
	bool changed = false;
	if (!LLVMCountBasicBlocks(function))
		return false;
	for (unsigned round = 0; round < DEEP && part_once(arena, function); round++)
		changed = true;
	return changed;
}
