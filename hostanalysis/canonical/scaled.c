#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * Sizes that are scaled down by floating-point numbers: (int)(4194304.0f / scale) lies between 0 and the dividend where scale is at
 * least 1, such as std::max(x, 1.0f). Division is monotone, and its rounding too; what is no number has no integer.
 */

enum { DEEPEST = 4 };

static bool constant_of(LLVMValueRef value, double *constant)
{
	LLVMBool inexact;
	if (!LLVMIsAConstantFP(value))
		return false;
	*constant = LLVMConstRealGetDouble(value, &inexact);
	return true;
}

static bool is_one_or_more(LLVMValueRef value)
{
	double constant;
	return constant_of(value, &constant) && constant >= 1;
}

static bool is_below(LLVMRealPredicate predicate)
{
	return predicate == LLVMRealOLT || predicate == LLVMRealULT || predicate == LLVMRealOLE ||
	       predicate == LLVMRealULE;
}

static bool is_above(LLVMRealPredicate predicate)
{
	return predicate == LLVMRealOGT || predicate == LLVMRealUGT || predicate == LLVMRealOGE ||
	       predicate == LLVMRealUGE;
}

/* Does the condition's being true, or false, leave nothing below 1 for the value. */
static bool tells(LLVMValueRef cond, bool truth, LLVMValueRef value)
{
	if (!LLVMIsAFCmpInst(cond))
		return false;
	LLVMRealPredicate predicate = LLVMGetFCmpPredicate(cond);
	LLVMValueRef left = LLVMGetOperand(cond, 0), right = LLVMGetOperand(cond, 1);
	if (left == value && is_one_or_more(right))
		return truth ? is_above(predicate) : is_below(predicate);
	if (right == value && is_one_or_more(left))
		return truth ? is_below(predicate) : is_above(predicate);
	return false;
}

/* The same on the way from one block to the next. */
static bool way_tells(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMValueRef value)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
	if (!LLVMIsABranchInst(last) || !LLVMIsConditional(last) ||
		LLVMGetSuccessor(last, 0) == LLVMGetSuccessor(last, 1))
		return false;
	return tells(LLVMGetCondition(last), LLVMGetSuccessor(last, 0) == to, value);
}

static LLVMBasicBlockRef only_before(LLVMBasicBlockRef block)
{
	LLVMBasicBlockRef found = NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsATerminatorInst(user) || found)
			return NULL;
		found = LLVMGetInstructionParent(user);
	}
	return found;
}

static bool arrives(LLVMValueRef phi, unsigned i)
{
	LLVMValueRef value = LLVMGetIncomingValue(phi, i);
	LLVMBasicBlockRef block = LLVMGetInstructionParent(phi), from = LLVMGetIncomingBlock(phi, i);
	LLVMBasicBlockRef before = only_before(from);
	return way_tells(from, block, value) || (before && way_tells(before, from, value));
}

static bool is_maximum(LLVMValueRef call)
{
	const char *name = is_call(call) ? call_name(call) : "";
	return (!strcmp(name, "fmaxf") || !strcmp(name, "fmax") || !strncmp(name, "llvm.maxnum.", 12)) &&
	       (is_one_or_more(call_arg(call, 0)) || is_one_or_more(call_arg(call, 1)));
}

static bool at_least_one(LLVMValueRef value, unsigned depth)
{
	if (is_one_or_more(value) || is_maximum(value))
		return true;
	if (LLVMIsAFPExtInst(value) && depth)
		return at_least_one(LLVMGetOperand(value, 0), depth - 1);
	if (LLVMIsASelectInst(value) && depth) {
		LLVMValueRef cond = LLVMGetOperand(value, 0);
		for (unsigned i = 1; i < 3; i++) {
			LLVMValueRef chosen = LLVMGetOperand(value, i);
			if (!at_least_one(chosen, depth - 1) && !tells(cond, i == 1, chosen))
				return false;
		}
		return true;
	}
	for (unsigned i = 0; depth && LLVMIsAPHINode(value) && i < LLVMCountIncoming(value); i++)
		if (!at_least_one(LLVMGetIncomingValue(value, i), depth - 1) && !arrives(value, i))
			return false;
	return depth && LLVMIsAPHINode(value);
}

/* The most that an integer cast may be; false: it is no constant scaled down. */
static bool most_of(LLVMValueRef cast, uint64_t *most)
{
	LLVMValueRef division = LLVMGetOperand(cast, 0);
	double dividend;
	if (!LLVMIsAInstruction(division) || LLVMGetInstructionOpcode(division) != LLVMFDiv ||
		!constant_of(LLVMGetOperand(division, 0), &dividend) || !(dividend >= 0 && dividend < 2147483648.0) ||
		!at_least_one(LLVMGetOperand(division, 1), DEEPEST))
		return false;
	*most = (uint64_t)dividend;
	return true;
}

static void cast_bound(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef cast)
{
	uint64_t most;
	(void)pass;
	if ((!LLVMIsAFPToSIInst(cast) && !LLVMIsAFPToUIInst(cast)) ||
		LLVMGetTypeKind(LLVMTypeOf(cast)) != LLVMIntegerTypeKind ||
		LLVMGetIntTypeWidth(LLVMTypeOf(cast)) < 32 || !most_of(cast, &most))
		return;
	LLVMValueRef bound = LLVMConstInt(LLVMTypeOf(cast), most, false);
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(cast));
	LLVMValueRef within = LLVMBuildICmp(b, LLVMIntULE, cast, bound, "");
	LLVMValueRef chosen = LLVMBuildSelect(b, within, cast, bound, "");
	LLVMReplaceAllUsesWith(cast, chosen);
	LLVMSetOperand(within, 0, cast);
	LLVMSetOperand(chosen, 1, cast);
}

void scaled_bound(struct host_pass *pass)
{
	roots_rewrite(pass, cast_bound);
}
