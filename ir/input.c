#include "ir/value_internal.h"

#include <string.h>

/*
 * Loops of the host that go by what they read: options, files, answers of functions. Input can be
 * such that any of their rounds goes any way, as far as the conditions of that round allow it.
 */

#define INPUT_DEPTH 8 /* steps from a condition to what it reads */

static bool reads(const struct value_env *env, const struct loop *loop, LLVMValueRef value,
	unsigned depth)
{
	struct block *home = LLVMIsAInstruction(value) ? instruction_block(env->func, value) : NULL;
	if (!depth || !home || !loop_contains(loop, home))
		return false;
	if (LLVMIsALoadInst(value) || LLVMIsAInvokeInst(value))
		return true;
	if (LLVMIsACallInst(value) && strncmp(call_name(value), "llvm.", 5))
		return true;
	if (LLVMIsAPHINode(value) && home == loop->header)
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (reads(env, loop, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

bool value_reads_input(const struct value_env *env, const struct loop *loop, LLVMValueRef value)
{
	return env->reads_input && reads(env, loop, value, INPUT_DEPTH);
}

bool loop_reads_input(const struct value_env *env, const struct loop *loop)
{
	vec_each(each, &loop->blocks) {
		const struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		bool branch = LLVMIsASwitchInst(last) || LLVMIsABranchInst(last);
		unsigned stay = 0;
		for (size_t i = 0; i < block->succs.n; i++)
			stay += loop_contains(loop, block->succs.at[i]);
		if (block->loop == loop && stay > 1 && branch &&
			value_reads_input(env, loop, LLVMGetOperand(last, 0)))
			return true;
	}
	return false;
}
