#include "kernelanalysis/canonical/spins.h"

#include <string.h>

static LLVMBasicBlockRef block_of(LLVMValueRef instruction)
{
	return LLVMGetInstructionParent(instruction);
}

/* Nothing else happens in the block but going on. */
static bool is_idle(LLVMBasicBlockRef block)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		bool sleeps = LLVMIsACallInst(i) &&
			      !strncmp(call_name(i), "llvm.nvvm.nanosleep", 19);
		if (!sleeps && !LLVMIsATerminatorInst(i))
			return false;
	}
	return true;
}

/* Does the edge lead back to the test, with nothing done on the way. */
static bool goes_back(LLVMBasicBlockRef to, LLVMBasicBlockRef test)
{
	if (to == test)
		return true;
	LLVMValueRef last = LLVMGetBasicBlockTerminator(to);
	return LLVMGetNumSuccessors(last) == 1 && LLVMGetSuccessor(last, 0) == test && is_idle(to);
}

/* Has the test's block nothing before the test that a round repeats. */
static bool is_alone(LLVMValueRef test)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block_of(test)); i != test;
		i = LLVMGetNextInstruction(i))
		if (!LLVMIsAPHINode(i) && LLVMIsACallInst(i))
			return false;
	return true;
}

/* Is the number 1 where the value is true and 0 where it is not. */
static bool widens(LLVMValueRef number, LLVMValueRef value)
{
	if (LLVMIsAZExtInst(number))
		return true;
	return LLVMIsASelectInst(number) && LLVMGetOperand(number, 0) == value &&
	       LLVMIsAConstantInt(LLVMGetOperand(number, 1)) &&
	       LLVMConstIntGetZExtValue(LLVMGetOperand(number, 1)) == 1 &&
	       LLVMIsAConstantInt(LLVMGetOperand(number, 2)) &&
	       !LLVMConstIntGetZExtValue(LLVMGetOperand(number, 2));
}

static bool is_zero_test(LLVMValueRef user)
{
	return LLVMIsAICmpInst(user) && LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
	       !LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1)) &&
	       (LLVMGetICmpPredicate(user) == LLVMIntEQ || LLVMGetICmpPredicate(user) == LLVMIntNE);
}

/* The branch, or join, that the test alone decides; *when is its condition's value for a phase that is over. */
static LLVMValueRef decided(LLVMValueRef test, bool *when)
{
	LLVMValueRef value = test;
	*when = true;
	for (;;) {
		LLVMUseRef use = LLVMGetFirstUse(value);
		if (!use || LLVMGetNextUse(use))
			return NULL;
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsABranchInst(user) || LLVMIsAPHINode(user))
			return user;
		bool turns = LLVMGetInstructionOpcode(user) == LLVMXor;
		if (is_zero_test(user))
			turns = LLVMGetICmpPredicate(user) == LLVMIntEQ;
		else if (!turns && !widens(user, value))
			return NULL;
		*when = *when != turns;
		value = user;
	}
}

/* Tests of a phase, and the waits that they are where a loop repeats them. */
static const struct test {
	const char *name, *waits;
} tests[] = {
	{ "__hgrd_barrier_test", "__hgrd_barrier_wait" },
	{ "__hgrd_barrier_test_parity", "__hgrd_barrier_wait_parity" },
	{ "__hgrd_barrier_test_cluster", "__hgrd_barrier_wait_cluster" },
	{ "__hgrd_barrier_test_parity_cluster", "__hgrd_barrier_wait_parity_cluster" },
};

/* NULL: it is no test. */
static const char *wait_name(LLVMValueRef i)
{
	for (size_t n = 0; LLVMIsACallInst(i) && n < sizeof(tests) / sizeof(*tests); n++)
		if (!strcmp(call_name(i), tests[n].name))
			return tests[n].waits;
	return NULL;
}

/* Waits where the test is. */
static void wait_at(LLVMValueRef test)
{
	LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(block_of(test)));
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef arguments[] = { LLVMTypeOf(call_arg(test, 0)), LLVMTypeOf(call_arg(test, 1)) };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), arguments, 2, false);
	const char *name = wait_name(test);
	LLVMValueRef wait = LLVMGetNamedFunction(module, name);
	LLVMValueRef operands[] = { call_arg(test, 0), call_arg(test, 1) };
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	if (!wait)
		wait = LLVMAddFunction(module, name, type);
	LLVMPositionBuilderBefore(builder, test);
	LLVMBuildCall2(builder, type, wait, operands, 2, "");
	LLVMDisposeBuilder(builder);
}

static void decide(LLVMValueRef branch, bool condition)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetCondition(branch));
	LLVMSetCondition(branch, LLVMConstInt(type, condition, false));
}

/* Does nothing but arithmetic stand between the test and the end of its block. */
static bool is_last(LLVMValueRef test)
{
	LLVMValueRef i = LLVMGetNextInstruction(test);
	for (; !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i))
		if (!LLVMIsAICmpInst(i) && !LLVMIsACastInst(i) && !LLVMIsASelectInst(i) &&
			LLVMGetInstructionOpcode(i) != LLVMXor)
			return false;
	return LLVMGetNumSuccessors(i) == 1;
}

/* Does the test's block only compute addresses before it, which the test alone needs. */
static bool is_addressed(LLVMValueRef test)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block_of(test)); i != test;
		i = LLVMGetNextInstruction(i))
		if (!LLVMIsAGetElementPtrInst(i) && !LLVMIsACastInst(i) && !LLVMIsABinaryOperator(i))
			return false;
	return true;
}

/* Is the join alone in its block with what makes a branch of it, and false where the loop is entered. */
static bool is_flag(LLVMValueRef phi, LLVMValueRef branch, LLVMBasicBlockRef test)
{
	LLVMBasicBlockRef header = block_of(phi);
	if (!branch || !LLVMIsABranchInst(branch) || block_of(branch) != header ||
		LLVMGetFirstInstruction(header) != phi || LLVMCountIncoming(phi) != 2)
		return false;
	unsigned again = LLVMGetIncomingBlock(phi, 0) == test ? 0 : 1;
	LLVMValueRef first = LLVMGetIncomingValue(phi, 1 - again);
	for (LLVMValueRef i = LLVMGetNextInstruction(phi); i != branch; i = LLVMGetNextInstruction(i))
		if (!LLVMIsAICmpInst(i) && LLVMGetInstructionOpcode(i) != LLVMXor)
			return false;
	return LLVMGetIncomingBlock(phi, again) == test && LLVMIsAConstantInt(first) &&
	       !LLVMConstIntGetZExtValue(first);
}

/* A loop that looks at a flag which the test has set (`while (!done) done = test;`): it waits, and is left. */
static bool lower_flag(LLVMValueRef test, LLVMValueRef phi)
{
	bool when;
	LLVMBasicBlockRef block = block_of(test);
	LLVMValueRef branch = decided(phi, &when), end = LLVMGetBasicBlockTerminator(block);
	if (!is_flag(phi, branch, block) || !is_last(test) || !is_addressed(test) ||
		 LLVMGetSuccessor(end, 0) != block_of(phi) ||
		LLVMGetSuccessor(branch, when ? 1 : 0) != block)
		return false;
	LLVMBasicBlockRef out = LLVMGetSuccessor(branch, when ? 0 : 1);
	if (out == block || LLVMIsAPHINode(LLVMGetFirstInstruction(out)))
		return false;
	wait_at(test);
	LLVMSetSuccessor(end, 0, out);
	LLVMReplaceAllUsesWith(phi, LLVMConstNull(LLVMTypeOf(phi)));
	LLVMInstructionEraseFromParent(phi);
	decide(branch, !when);
	return true;
}

static bool lower(LLVMValueRef test)
{
	bool when;
	LLVMValueRef branch = decided(test, &when);
	if (branch && LLVMIsAPHINode(branch))
		return when && lower_flag(test, branch);
	if (!branch || block_of(branch) != block_of(test) || !is_alone(test))
		return false;
	if (!goes_back(LLVMGetSuccessor(branch, when ? 1 : 0), block_of(test)))
		return false;
	wait_at(test);
	decide(branch, when);
	return true;
}

bool spins_lower(LLVMValueRef function)
{
	bool changed = false;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef next, i = LLVMGetFirstInstruction(block);
		for (; i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (!wait_name(i) || !lower(i))
				continue;
			LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
			LLVMInstructionEraseFromParent(i);
			changed = true;
		}
	}
	return changed;
}
