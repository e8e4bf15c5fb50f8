#include "ir/switches.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

enum { DEEP = 4 }; /* conditions that are joined in one branch */

static bool calls_intrinsic(LLVMValueRef value, const char *prefix)
{
	return is_call(value) && !strncmp(call_name(value), prefix, strlen(prefix));
}

static bool is_number(LLVMValueRef value, uint64_t number)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == number;
}

/* Is it `ctpop(word) == 1`. */
static bool tests_one_bit(LLVMValueRef test, LLVMValueRef word)
{
	if (!LLVMIsAICmpInst(test) || LLVMGetICmpPredicate(test) != LLVMIntEQ)
		return false;
	LLVMValueRef count = LLVMGetOperand(test, 0);
	return calls_intrinsic(count, "llvm.ctpop.") && call_arg(count, 0) == word &&
	       is_number(LLVMGetOperand(test, 1), 1);
}

/* What of a condition has to hold besides, by the place of the operand; a condition that is no conjunction: false. */
static bool joins(LLVMValueRef cond, unsigned operand)
{
	if (LLVMIsASelectInst(cond))
		return operand == 0 ? is_number(LLVMGetOperand(cond, 2), 0)
				    : operand == 1 && is_number(LLVMGetOperand(cond, 2), 0);
	return LLVMIsABinaryOperator(cond) && LLVMGetInstructionOpcode(cond) == LLVMAnd && operand < 2;
}

/* The use of a test for one bit without which the condition does not hold: user and operand; false: there is none. */
static bool find_test(LLVMValueRef user, unsigned operand, LLVMValueRef word, unsigned depth,
	LLVMValueRef *at, unsigned *place)
{
	LLVMValueRef cond = LLVMGetOperand(user, operand);
	*at = user;
	*place = operand;
	if (tests_one_bit(cond, word))
		return true;
	for (unsigned i = 0; depth && i < 2; i++)
		if (joins(cond, i) && find_test(cond, i, word, depth - 1, at, place))
			return true;
	return false;
}

/* Does the edge from one block to the other bring the same values into phis of `to` as that from `from`. */
static bool brings_same(LLVMBasicBlockRef from, LLVMBasicBlockRef other, LLVMBasicBlockRef to)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(to); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
		LLVMValueRef first = NULL, second = NULL;
		for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
			LLVMBasicBlockRef block = LLVMGetIncomingBlock(i, k);
			first = block == from ? LLVMGetIncomingValue(i, k) : first;
			second = block == other ? LLVMGetIncomingValue(i, k) : second;
		}
		if (first != second)
			return false;
	}
	return true;
}

static void erase_unused(LLVMValueRef value)
{
	if (value && LLVMIsAInstruction(value) && !LLVMGetFirstUse(value))
		LLVMInstructionEraseFromParent(value);
}

/* The test says nothing that the cases do not say: both lead to where no case applies. */
static void test_drop(LLVMBuilderRef b, LLVMValueRef branch, LLVMValueRef user, unsigned operand)
{
	LLVMValueRef test = LLVMGetOperand(user, operand), count = LLVMGetOperand(test, 0);
	LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
	LLVMBasicBlockRef to = LLVMGetSuccessor(branch, 0), other = LLVMGetSuccessor(branch, 1);
	LLVMSetOperand(user, operand, LLVMConstInt(LLVMTypeOf(test), 1, false));
	if (user == branch) {
		LLVMPositionBuilderBefore(b, branch);
		LLVMValueRef jump = LLVMBuildBr(b, to), next;
		LLVMInstructionSetDebugLoc(jump, LLVMInstructionGetDebugLoc(branch));
		LLVMInstructionEraseFromParent(branch);
		for (LLVMValueRef i = LLVMGetFirstInstruction(other); LLVMIsAPHINode(i); i = next) {
			next = LLVMGetNextInstruction(i);
			phi_without(b, i, from);
		}
	}
	erase_unused(test);
	erase_unused(count);
}

/* The choice by `word`, with each case's number made by `number`. */
static LLVMValueRef choice_by(LLVMBuilderRef b, LLVMValueRef choice, LLVMValueRef word,
	uint64_t (*number)(uint64_t tag, const void *data), const void *data)
{
	unsigned n = LLVMGetNumSuccessors(choice);
	LLVMPositionBuilderBefore(b, choice);
	LLVMValueRef made = LLVMBuildSwitch(b, word, LLVMGetSuccessor(choice, 0), n - 1);
	for (unsigned i = 1; i < n; i++) {
		uint64_t tag = LLVMConstIntGetZExtValue(LLVMGetSwitchCaseValue(choice, i));
		LLVMAddCase(made, LLVMConstInt(LLVMTypeOf(word), number(tag, data), false),
			LLVMGetSuccessor(choice, i));
	}
	LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(choice));
	LLVMValueRef by = LLVMGetOperand(choice, 0);
	LLVMInstructionEraseFromParent(choice);
	erase_unused(by);
	return made;
}

static uint64_t power(uint64_t tag, const void *data)
{
	(void)data;
	return UINT64_C(1) << tag;
}

static bool tags_below(LLVMValueRef choice, unsigned width)
{
	for (unsigned i = 1; i < LLVMGetNumSuccessors(choice); i++)
		if (LLVMConstIntGetZExtValue(LLVMGetSwitchCaseValue(choice, i)) >= width)
			return false;
	return true;
}

/* The branch whose first way is the only one into the block; NULL: there is none. */
static LLVMValueRef branch_before(LLVMBasicBlockRef block)
{
	LLVMValueRef only = NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAPHINode(user))
			continue;
		if (only || !LLVMIsABranchInst(user) || !LLVMIsConditional(user) ||
			LLVMGetSuccessor(user, 0) != block || LLVMGetSuccessor(user, 1) == block)
			return NULL;
		only = user;
	}
	return only;
}

static void power_restore(LLVMBuilderRef b, LLVMValueRef choice, LLVMValueRef zeros)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(choice);
	LLVMValueRef branch = branch_before(block), word = call_arg(zeros, 0), user;
	unsigned operand;
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(word));
	if (!branch || width > 64 || !tags_below(choice, width) ||
		!find_test(branch, 0, word, DEEP, &user, &operand))
		return;
	LLVMBasicBlockRef none = LLVMGetSuccessor(choice, 0);
	bool does_nothing = LLVMGetFirstInstruction(block) == zeros &&
			    LLVMGetNextInstruction(zeros) == choice;
	bool same = does_nothing && LLVMGetSuccessor(branch, 1) == none &&
		    brings_same(block, LLVMGetInstructionParent(branch), none);
	LLVMValueRef test = LLVMGetOperand(user, operand);
	bool once = !LLVMGetNextUse(LLVMGetFirstUse(test)) &&
		    (user == branch || !LLVMGetNextUse(LLVMGetFirstUse(user)));
	choice_by(b, choice, word, power, NULL);
	if (same && once)
		test_drop(b, branch, user, operand);
}

struct turn {
	unsigned width, by;
	uint64_t base;
};

static uint64_t turned_back(uint64_t tag, const void *data)
{
	const struct turn *turn = data;
	uint64_t mask = turn->width < 64 ? (UINT64_C(1) << turn->width) - 1 : UINT64_MAX;
	uint64_t back = tag;
	if (turn->by)
		back = tag >> turn->by | tag << (turn->width - turn->by);
	return ((back & mask) + turn->base) & mask;
}

static void range_restore(LLVMBuilderRef b, LLVMValueRef choice, LLVMValueRef rotated)
{
	LLVMValueRef word = call_arg(rotated, 0), by = call_arg(rotated, 2);
	if (call_arg(rotated, 1) != word || !LLVMIsAConstantInt(by))
		return;
	struct turn turn = { .width = LLVMGetIntTypeWidth(LLVMTypeOf(word)) };
	if (turn.width > 64)
		return;
	turn.by = (unsigned)(LLVMConstIntGetZExtValue(by) % turn.width);
	LLVMValueRef less = word;
	bool subtracts = LLVMIsABinaryOperator(word) && LLVMGetInstructionOpcode(word) == LLVMSub &&
			 LLVMIsAConstantInt(LLVMGetOperand(word, 1));
	if (subtracts) {
		turn.base = LLVMConstIntGetZExtValue(LLVMGetOperand(word, 1));
		word = LLVMGetOperand(word, 0);
	}
	choice_by(b, choice, word, turned_back, &turn);
	if (subtracts)
		erase_unused(less);
}

void switches_restore(LLVMValueRef function)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(
		LLVMGetModuleContext(LLVMGetGlobalParent(function)));
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
		LLVMValueRef by = last && LLVMIsASwitchInst(last) ? LLVMGetOperand(last, 0) : NULL;
		if (by && calls_intrinsic(by, "llvm.cttz."))
			power_restore(b, last, by);
		else if (by && calls_intrinsic(by, "llvm.fshl."))
			range_restore(b, last, by);
	}
	LLVMDisposeBuilder(b);
}
