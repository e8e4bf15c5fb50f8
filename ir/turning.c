#include "expr/span.h"
#include "ir/value_internal.h"

/*
 * Header phis that go round a ring from anywhere in it: `i = (i + c) % n`, with a size that may be known at run time
 * alone, or `i = (i + c) & mask`. After the first round they are in the ring, and k rounds are k steps at once.
 */

static bool symbol_span(void *data, const struct et *leaf, struct span *span)
{
	(void)data;
	const struct symbol *sym = leaf->sym;
	if (!sym->bounded || sym->lo < 0)
		return false;
	*span = span_steps(leaf->width, (uint64_t)sym->lo, (uint64_t)sym->hi, 1);
	return true;
}

static uint64_t most(struct value_env *env, const struct et *term)
{
	return span_of(env->arena, term, symbol_span, NULL).hi;
}

/* The constant that is added to the phi. */
static bool step_of(LLVMValueRef sum, LLVMValueRef phi, int64_t *step)
{
	LLVMOpcode opcode = LLVMIsAInstruction(sum) ? LLVMGetInstructionOpcode(sum) : LLVMRet;
	if (opcode != LLVMAdd && opcode != LLVMSub)
		return false;
	bool first = LLVMGetOperand(sum, 0) == phi;
	LLVMValueRef constant = LLVMGetOperand(sum, first ? 1 : 0);
	if (!LLVMIsAConstantInt(constant) ||
		(!first && (opcode == LLVMSub || LLVMGetOperand(sum, 1) != phi)))
		return false;
	*step = LLVMConstIntGetSExtValue(constant) * (opcode == LLVMSub ? -1 : 1);
	return true;
}

/* Does no step wrap, from the first place and from any other, all of which are no less than 0. */
static bool steps_stay(struct value_env *env, const struct et *init, const struct et *size,
	LLVMValueRef sum, int64_t step, bool is_signed)
{
	uint64_t limit = mask_bits(init->width - is_signed);
	if (step <= 0 || (is_signed && most(env, init) > limit))
		return false;
	if (is_signed ? LLVMGetNSW(sum) : LLVMGetNUW(sum))
		return true;
	return most(env, init) <= limit - (uint64_t)step && most(env, size) <= limit - (uint64_t)step;
}

/* (init + k * step) op size; what the loop begins with in its first round. */
static const struct et *at_round(struct value_env *env, const struct loop *loop,
	const struct et *init, uint64_t step, enum et_op op, const struct et *size)
{
	struct ets *ets = env->ets;
	const struct et *k = loop_counter(env, loop);
	const struct et *way = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, k, et_const(ets, 64, step));
	const struct et *place =
		et_binary(ets, ET_ADD, ET_NSW | ET_NUW, et_cast(ets, ET_ZEXT, 64, init), way);
	place = et_cast(ets, ET_TRUNC, init->width, et_binary(ets, op, 0, place, size));
	return et_ite(ets, et_binary(ets, ET_EQ, 0, k, et_const(ets, 64, 0)), init, place);
}

/* A power of two that the operation leaves the remainder of, unsigned; 0: it does not. */
static uint64_t power_of(LLVMValueRef next)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	LLVMValueRef size = LLVMGetOperand(next, 1);
	if ((opcode != LLVMAnd && opcode != LLVMURem) || !LLVMIsAConstantInt(size))
		return 0;
	uint64_t power = LLVMConstIntGetZExtValue(size) + (opcode == LLVMAnd);
	return power & (power - 1) ? 0 : power;
}

const struct et *turning(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	LLVMValueRef next, const struct et *init)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	bool is_signed = opcode == LLVMSRem;
	int64_t step;
	if (init->width > 32 || !step_of(LLVMGetOperand(next, 0), phi, &step))
		return NULL;
	uint64_t power = power_of(next);
	if (power)
		return at_round(env, loop, init, (uint64_t)step & (power - 1), ET_UREM,
			et_const(env->ets, 64, power));
	if ((!is_signed && opcode != LLVMURem) || value_varies(env, loop, LLVMGetOperand(next, 1)))
		return NULL;
	const struct et *size = value_et(env, LLVMGetOperand(next, 1));
	if (!steps_stay(env, init, size, LLVMGetOperand(next, 0), step, is_signed))
		return NULL;
	return at_round(env, loop, init, (uint64_t)step, is_signed ? ET_SREM : ET_UREM,
		et_cast(env->ets, is_signed ? ET_SEXT : ET_ZEXT, 64, size));
}
