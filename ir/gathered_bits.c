#include "ir/value_internal.h"

/*
 * Header phis that gather the bits of a number in reverse, as in the order of a Fourier transform's input: `r = r << 1 | x & 1`
 * beside `x >>= 1`, or `r |= (x >> b & 1) << (n - 1 - b)` beside `b++`. After k rounds they hold the k lowest bits, the lowest one
 * first.
 */

static bool is_number(LLVMValueRef value, uint64_t number)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == number;
}

static LLVMOpcode opcode_of(LLVMValueRef value)
{
	return LLVMIsABinaryOperator(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
}

/* Of an operation whose operands are in any order: the other operand; NULL: the value is none. */
static LLVMValueRef beside(LLVMValueRef operation, LLVMValueRef value)
{
	for (unsigned i = 0; i < 2; i++)
		if (LLVMGetOperand(operation, i) == value)
			return LLVMGetOperand(operation, 1 - i);
	return NULL;
}

/* value << 1, in any spelling. */
static bool is_doubled(LLVMValueRef doubled, LLVMValueRef value)
{
	switch (opcode_of(doubled)) {
	case LLVMShl:
		return LLVMGetOperand(doubled, 0) == value && is_number(LLVMGetOperand(doubled, 1), 1);
	case LLVMMul:
		return beside(doubled, value) && is_number(beside(doubled, value), 2);
	case LLVMAdd:
		return LLVMGetOperand(doubled, 0) == value && LLVMGetOperand(doubled, 1) == value;
	default:
		return false;
	}
}

/* The value whose lowest bit it is; NULL: it is none. `natural` is set where that is so of numbers alone that are not negative. */
static LLVMValueRef lowest_bit_of(LLVMValueRef bit, bool *natural)
{
	LLVMOpcode opcode = opcode_of(bit);
	bool rest = opcode == LLVMURem || opcode == LLVMSRem;
	if (!(opcode == LLVMAnd && is_number(LLVMGetOperand(bit, 1), 1)) &&
		!(rest && is_number(LLVMGetOperand(bit, 1), 2)))
		return NULL;
	*natural |= opcode == LLVMSRem;
	return LLVMGetOperand(bit, 0);
}

static bool is_header_phi(const struct loop *loop, LLVMValueRef value)
{
	return LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == loop->header->llvm;
}

/* Does the phi lose its lowest bit in each round. */
static bool is_halved(const struct loop *loop, LLVMValueRef phi, bool *natural)
{
	LLVMValueRef next = is_header_phi(loop, phi) ? phi_incoming(phi, loop->latch) : NULL;
	LLVMOpcode opcode = next ? opcode_of(next) : LLVMRet;
	bool shift = opcode == LLVMLShr || opcode == LLVMAShr, division = opcode == LLVMUDiv || opcode == LLVMSDiv;
	if ((!shift && !division) || LLVMGetOperand(next, 0) != phi ||
		!is_number(LLVMGetOperand(next, 1), shift ? 1 : 2))
		return false;
	*natural |= opcode == LLVMAShr || opcode == LLVMSDiv;
	return true;
}

static bool counts_up(const struct loop *loop, LLVMValueRef phi)
{
	LLVMValueRef next = is_header_phi(loop, phi) ? phi_incoming(phi, loop->latch) : NULL;
	return next && opcode_of(next) == LLVMAdd && LLVMGetOperand(next, 0) == phi &&
	       is_number(LLVMGetOperand(next, 1), 1) && is_number(phi_incoming(phi, loop->preheader), 0);
}

/* Both parts of phi | part or phi + part, the second one by `part`; false: it is neither. */
static bool joins(LLVMValueRef next, LLVMValueRef *first, LLVMValueRef *second)
{
	if (opcode_of(next) != LLVMOr && opcode_of(next) != LLVMAdd)
		return false;
	*first = LLVMGetOperand(next, 0);
	*second = LLVMGetOperand(next, 1);
	return true;
}

/* The lowest bits of a word, as many as there were rounds, in reverse: there are no more rounds than bits. */
static const struct et *gathered(struct value_env *env, const struct loop *loop, const struct et *word)
{
	struct ets *ets = env->ets;
	const struct et *k = loop_counter(env, loop), *width = et_const(ets, word->width, word->width);
	const struct et *left = et_binary(ets, ET_SUB, ET_NSW, width, et_cast(ets, ET_TRUNC, word->width, k));
	const struct et *term = et_binary(ets, ET_LSHR, 0, et_reversed(ets, word, word->width), left);
	return et_ite(ets, et_binary(ets, ET_EQ, 0, k, et_const(ets, 64, 0)), et_const(ets, word->width, 0), term);
}

/* r << 1 | x & 1 beside x >> 1; what there is after more rounds than bits is not followed. */
static const struct et *handed_over(struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next)
{
	LLVMValueRef part[2] = { NULL, NULL };
	if (!joins(next, &part[0], &part[1]))
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		bool natural = false;
		LLVMValueRef of = is_doubled(part[i], phi) ? lowest_bit_of(part[1 - i], &natural) : NULL;
		if (!of || LLVMTypeOf(of) != LLVMTypeOf(phi) || !is_halved(loop, of, &natural))
			continue;
		struct ets *ets = env->ets;
		const struct et *word = value_et(env, phi_incoming(of, loop->preheader));
		const struct et *fits = et_binary(ets, ET_ULE, 0, loop_counter(env, loop), et_const(ets, 64, word->width));
		if (natural)
			fits = et_and(ets, fits, et_binary(ets, ET_SLE, 0, et_const(ets, word->width, 0), word));
		return et_ite(ets, fits, gathered(env, loop, word), value_opaque_number(env, phi, SYM_HAVOC));
	}
	return NULL;
}

/* (x >> b & 1) << (last - b), b counting up: x, and `last`; NULL: it is no such. */
static LLVMValueRef put_in_place(struct value_env *env, const struct loop *loop, LLVMValueRef part, LLVMValueRef *last)
{
	bool natural = false;
	if (opcode_of(part) != LLVMShl || opcode_of(LLVMGetOperand(part, 1)) != LLVMSub)
		return NULL;
	LLVMValueRef back = LLVMGetOperand(part, 1), shifted = lowest_bit_of(LLVMGetOperand(part, 0), &natural);
	LLVMOpcode opcode = shifted ? opcode_of(shifted) : LLVMRet;
	if (natural || (opcode != LLVMLShr && opcode != LLVMAShr) || !counts_up(loop, LLVMGetOperand(shifted, 1)) ||
		LLVMGetOperand(back, 1) != LLVMGetOperand(shifted, 1) || value_varies(env, loop, LLVMGetOperand(back, 0)) ||
		value_varies(env, loop, LLVMGetOperand(shifted, 0)))
		return NULL;
	*last = LLVMGetOperand(back, 0);
	return LLVMGetOperand(shifted, 0);
}

static const struct et *put_together(struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next)
{
	LLVMValueRef part[2] = { NULL, NULL }, last = NULL;
	LLVMValueRef other = joins(next, &part[0], &part[1]) ? beside(next, phi) : NULL;
	LLVMValueRef of = other ? put_in_place(env, loop, other, &last) : NULL;
	if (!of || LLVMTypeOf(of) != LLVMTypeOf(phi))
		return NULL;
	struct ets *ets = env->ets;
	const struct et *word = value_et(env, of), *rounds = et_cast(ets, ET_TRUNC, word->width, loop_counter(env, loop));
	const struct et *places = et_binary(ets, ET_ADD, ET_NSW, value_et(env, last), et_const(ets, word->width, 1));
	return et_binary(ets, ET_SHL, 0, gathered(env, loop, word), et_binary(ets, ET_SUB, ET_NSW, places, rounds));
}

const struct et *gathered_bits(struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next,
	const struct et *init)
{
	if (!et_is_const(init) || init->value || init->width < 8)
		return NULL;
	const struct et *term = handed_over(env, loop, phi, next);
	return term ? term : put_together(env, loop, phi, next);
}
