#include "kernelanalysis/pairs/order.h"

#include <string.h>

/*
 * Waits of a block by a vote, of __syncthreads_or and __syncthreads_and: somebody has seen the value,
 * and the barrier of the vote tells the others. Who it is does not matter, since all read one
 * address, if what the variable begins with lets nobody through.
 */

enum { MOST_PHIS = 8, MOST_CONSTANTS = 4 };

struct vote {
	struct kernel *kernel;
	const struct access *op;
	LLVMValueRef call;
	LLVMValueRef phis[MOST_PHIS]; /* variables that hold what was read, or a constant */
	unsigned n;
	LLVMValueRef constants[MOST_CONSTANTS];
	unsigned n_constants;
	bool fails;
	const struct et *value; /* what stands for the variable */
};

LLVMValueRef vote_of_branch(const struct block *block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
	LLVMValueRef value = block->succs.n == 2 && LLVMIsABranchInst(last) ? LLVMGetCondition(last) : NULL;
	while (value && !LLVMIsACallInst(value)) {
		bool passes = LLVMIsAICmpInst(value) || LLVMIsAZExtInst(value) ||
			      (LLVMIsABinaryOperator(value) &&
				      LLVMGetInstructionOpcode(value) == LLVMXor);
		if (!passes || (LLVMGetNumOperands(value) > 1 &&
				       !LLVMIsAConstantInt(LLVMGetOperand(value, 1))))
			return NULL;
		value = LLVMGetOperand(value, 0);
	}
	static const char name[] = "llvm.nvvm.barrier.cta.red.";
	return value && !strncmp(call_name(value), name, sizeof(name) - 1) && call_args(value) == 2
		       ? value
		       : NULL;
}

/* The value is one that the variable holds: what a read of the address found, a constant, or a phi
 * of these; else the vote fails. */
static void collect(struct vote *vote, LLVMValueRef value)
{
	const struct access *access = access_at(vote->kernel, value);
	for (unsigned i = 0; i < vote->n; i++)
		if (vote->phis[i] == value)
			return;
	if (value == vote->op->instruction)
		return;
	if (access && access->address == vote->op->address && access->order == vote->op->order &&
		access->type == vote->op->type && access->order >= ORDER_ACQUIRE)
		return;
	if (LLVMIsAConstantInt(value) && vote->n_constants < MOST_CONSTANTS) {
		vote->constants[vote->n_constants++] = value;
		return;
	}
	vote->fails |= !LLVMIsAPHINode(value) || vote->n == MOST_PHIS;
	if (vote->fails)
		return;
	vote->phis[vote->n++] = value;
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
		collect(vote, LLVMGetIncomingValue(value, i));
}

/* An operand of the comparison: the variable, or one value for the block. */
static const struct et *operand(struct vote *vote, LLVMValueRef value)
{
	if (value_level(vote->kernel, value) <= LEVEL_BLOCK)
		return value_et(vote->kernel->env, value);
	collect(vote, value);
	return vote->value;
}

static const struct et *comparison(struct vote *vote, LLVMValueRef value)
{
	struct ets *ets = vote->kernel->ets;
	const struct et *a = operand(vote, LLVMGetOperand(value, 0));
	const struct et *b = operand(vote, LLVMGetOperand(value, 1));
	return a->width == b->width ? predicate_et(ets, LLVMGetICmpPredicate(value), a, b) : NULL;
}

/* What a thread votes for. */
static const struct et *ballot(struct vote *vote)
{
	LLVMValueRef value = call_arg(vote->call, 1);
	bool turned = false;
	while (LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMXor &&
		LLVMIsAConstantInt(LLVMGetOperand(value, 1))) {
		value = LLVMGetOperand(value, 0);
		turned = !turned;
	}
	const struct et *term = LLVMIsAICmpInst(value) ? comparison(vote, value) : NULL;
	return term && turned ? et_not(vote->kernel->ets, term) : term;
}

bool vote_counts_one(
	struct kernel *kernel, struct acquire *acquire, LLVMValueRef call, const struct et **vain)
{
	struct ets *ets = kernel->ets;
	struct vote vote = { .kernel = kernel, .op = acquire->op, .call = call };
	bool any = strstr(call_name(call), ".or.") != NULL;
	bool all = strstr(call_name(call), ".and.") != NULL;
	const struct et *yes = with_constant(kernel, acquire->edge, call, true);
	const struct et *no = with_constant(kernel, acquire->edge, call, false);
	bool met = et_is_true(yes) && et_is_false(no), unmet = et_is_false(yes) && et_is_true(no);
	if (any == all || met == unmet ||
		value_level(kernel, acquire->op->pointer) > LEVEL_BLOCK)
		return false;
	vote.value = value_et(kernel->env, acquire->op->instruction);
	const struct et *voted = ballot(&vote);
	if (!voted || vote.fails)
		return false;
	voted = unmet ? et_not(ets, voted) : voted;
	acquire->edge = voted;
	*vain = et_bool(ets, false);
	for (unsigned i = 0; i < vote.n_constants; i++)
		*vain = et_or(ets, *vain, acquire_test(kernel, acquire,
			value_et(kernel->env, vote.constants[i])));
	return true;
}
