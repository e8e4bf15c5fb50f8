#include "kernelanalysis/pairs/order.h"

#include <string.h>

/*
 * Votes of a block in which one thread tells the others what it has won: got = 0; if (t == 0) got = try_lock();
 * if (__syncthreads_or(got)). All others vote for what changes nothing, so that the outcome is what that one has found.
 */

struct outcome {
	struct kernel *kernel;
	LLVMValueRef variable;   /* the phi that is voted on */
	const struct et *value;  /* what stands for it */
};

/* The phi that the ballot is computed from with constants alone; NULL: it is not. */
static LLVMValueRef variable_of(LLVMValueRef ballot)
{
	while (LLVMIsAICmpInst(ballot) || LLVMIsAZExtInst(ballot) || LLVMIsATruncInst(ballot) ||
		(LLVMIsABinaryOperator(ballot) && LLVMGetInstructionOpcode(ballot) == LLVMXor)) {
		if (LLVMGetNumOperands(ballot) > 1 && !LLVMIsAConstantInt(LLVMGetOperand(ballot, 1)))
			return NULL;
		ballot = LLVMGetOperand(ballot, 0);
	}
	return LLVMIsAPHINode(ballot) ? ballot : NULL;
}

/* The ballot of who has this value in the variable. */
static const struct et *ballot_of(const struct outcome *outcome, LLVMValueRef ballot)
{
	struct ets *ets = outcome->kernel->ets;
	if (ballot == outcome->variable)
		return outcome->value;
	const struct et *from = ballot_of(outcome, LLVMGetOperand(ballot, 0));
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(ballot));
	if (LLVMIsAZExtInst(ballot) || LLVMIsATruncInst(ballot))
		return et_cast(ets, LLVMIsAZExtInst(ballot) ? ET_ZEXT : ET_TRUNC, width, from);
	const struct et *constant = value_et(outcome->kernel->env, LLVMGetOperand(ballot, 1));
	if (LLVMIsAICmpInst(ballot))
		return predicate_et(ets, LLVMGetICmpPredicate(ballot), from, constant);
	return et_binary(ets, ET_XOR, 0, from, constant);
}

static const struct et *with_variable(struct kernel *kernel, LLVMValueRef call, LLVMValueRef variable,
	LLVMValueRef value)
{
	struct outcome outcome = { kernel, variable, value_et(kernel->env, value) };
	return ballot_of(&outcome, call_arg(call, 1));
}

/* The incoming value that is not one with which a thread's ballot changes nothing; NULL: there are several. */
static LLVMValueRef one_value(struct kernel *kernel, LLVMValueRef call, LLVMValueRef variable,
	bool any, LLVMBasicBlockRef *from)
{
	LLVMValueRef found = NULL;
	for (unsigned i = 0; i < LLVMCountIncoming(variable); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(variable, i);
		if (LLVMIsAConstantInt(value)) {
			const struct et *ballot = with_variable(kernel, call, variable, value);
			if (!(any ? et_is_false(ballot) : et_is_true(ballot)))
				return NULL;
			continue;
		}
		if (found)
			return NULL;
		found = value;
		*from = LLVMGetIncomingBlock(variable, i);
	}
	return found;
}

/* Condition to come from the loop's header, or the entry, to the block and on to the vote. */
static const struct et *reach_of(struct kernel *kernel, const struct block *from, LLVMValueRef variable,
	LLVMValueRef call)
{
	const struct block *at = instruction_block(kernel->func, variable);
	const struct block *voted = instruction_block(kernel->func, call);
	if (from->loop != at->loop || voted->loop != at->loop || !block_dominates(at, voted) ||
		!passes_in_round(kernel, at->loop, at, voted) || (at->loop && at->loop->header == at))
		return NULL;
	return at->loop ? value_reach_from(kernel->env, at->loop->header, from)
			: value_reach(kernel->env, from);
}

/* NULL: it is not known. */
static const struct et *told_result(struct kernel *kernel, LLVMValueRef call)
{
	struct ets *ets = kernel->ets;
	static const char name[] = "llvm.nvvm.barrier.cta.red.";
	const char *kind = call_name(call) + sizeof(name) - 1;
	if (strncmp(call_name(call), name, sizeof(name) - 1) || call_args(call) != 2 ||
		(strncmp(kind, "or.", 3) && strncmp(kind, "and.", 4)))
		return NULL;
	LLVMBasicBlockRef from = NULL;
	LLVMValueRef variable = variable_of(call_arg(call, 1));
	bool any = *kind == 'o';
	LLVMValueRef value = variable ? one_value(kernel, call, variable, any, &from) : NULL;
	if (!value || !made_of_election(value))
		return NULL;
	const struct et *guard = reach_of(kernel, func_block(kernel->func, from), variable, call);
	if (!guard)
		return NULL;
	const struct et *ballot = with_variable(kernel, call, variable, value), *exists;
	ballot = any ? et_and(ets, guard, ballot) : et_or(ets, et_not(ets, guard), ballot);
	const struct loop *loop = instruction_block(kernel->func, variable)->loop;
	const struct et *term = term_of_one(kernel, loop, guard, ballot, &exists);
	return term ? et_ite(ets, exists, term, value_opaque(kernel->env, call, SYM_DATA)) : NULL;
}

const struct et *block_vote_leaf(struct kernel *kernel, LLVMValueRef call)
{
	const struct et *told = told_result(kernel, call);
	return told ? told : value_opaque(kernel->env, call, SYM_DATA);
}
