#include "ir/value_internal.h"

/*
 * Phis that are multiplied, divided or shifted by a constant in each round: what they began with, shifted by so many times the
 * round's number. A shift by the width or more is undefined and taken not to occur, but this is one that the program does not make:
 * rounds may go on when all bits are gone, unless the loop ends by then.
 */

/* op(phi, constant): by what the phi changes, whichever operand it is; phi + phi is phi * 2. */
static bool geometric_amount(LLVMValueRef phi, LLVMValueRef next, uint64_t *amount)
{
	LLVMValueRef a = LLVMGetOperand(next, 0), b = LLVMGetOperand(next, 1);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	*amount = 2;
	if (opcode == LLVMAdd)
		return a == phi && b == phi;
	if (opcode == LLVMMul && b == phi)
		b = a;
	else if (a != phi)
		return false;
	if (!LLVMIsAConstantInt(b))
		return false;
	*amount = LLVMConstIntGetZExtValue(b);
	return true;
}

static unsigned grows(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	LLVMValueRef next, const struct et *init)
{
	bool power = et_is_const(init) && et_signed(init) > 0 && !(init->value & (init->value - 1));
	return power ? loop_grows_without_wrap(env, loop, phi, next) : 0;
}

/* The comparison that a loop's exit is decided by; NULL: it is none. */
static LLVMValueRef comparison_of(const struct edge *exit)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(exit->from->llvm);
	if (LLVMGetInstructionOpcode(last) != LLVMBr || !LLVMIsConditional(last))
		return NULL;
	return LLVMIsAICmpInst(LLVMGetCondition(last));
}

/* How many bits the phi of the loop's header is shifted by in each round; 0: it is not. */
static uint64_t bits_each_round(const struct loop *loop, LLVMValueRef phi)
{
	LLVMValueRef next = phi_incoming(phi, loop->latch);
	uint64_t c;
	if (!LLVMIsAInstruction(next) || LLVMGetNumOperands(next) != 2 || !geometric_amount(phi, next, &c))
		return 0;
	switch (LLVMGetInstructionOpcode(next)) {
	case LLVMLShr:
	case LLVMAShr:
	case LLVMShl:
		return c;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMMul:
	case LLVMAdd:
		return c && !(c & (c - 1)) ? (uint64_t)__builtin_ctzll(c) : 0;
	default:
		return 0;
	}
}

/* Is it a phi of the header, or what one is next, that loses all its bits in no more rounds than one of so many bits, `by` in each round. */
static bool ends_as_soon(const struct loop *loop, LLVMValueRef value, unsigned width, uint64_t by)
{
	LLVMBasicBlockRef header = loop->header->llvm;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(header); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		bool is_it = value == phi || value == phi_incoming(phi, loop->latch);
		if (is_it && LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind &&
			LLVMGetIntTypeWidth(LLVMTypeOf(phi)) <= width && bits_each_round(loop, phi) >= by)
			return true;
	}
	return false;
}

/* What a value is made of by casts and one operation with what stays the same; itself when it is not. */
static LLVMValueRef source_of(struct value_env *env, const struct loop *loop, LLVMValueRef value)
{
	while (LLVMIsACastInst(value))
		value = LLVMGetOperand(value, 0);
	if (!LLVMIsABinaryOperator(value))
		return value;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef source = LLVMGetOperand(value, i);
		if (LLVMIsAPHINode(source) && !value_varies(env, loop, LLVMGetOperand(value, 1 - i)))
			return source;
	}
	return value;
}

/*
 * Is the loop left by a comparison of what is shifted like this, or faster: once it has no bits left, every round decides alike, and the
 * loop is left then or never.
 */
static bool ends_by_bits(struct value_env *env, const struct loop *loop, unsigned width, uint64_t by)
{
	vec_each(exit, &loop->exits) {
		LLVMValueRef compared = comparison_of(exit);
		for (unsigned i = 0; compared && i < 2; i++)
			if ((ends_as_soon(loop, LLVMGetOperand(compared, i), width, by) ||
				    ends_as_soon(loop, source_of(env, loop, LLVMGetOperand(compared, i)), width, by)) &&
				block_dominates(exit->from, loop->latch) &&
				!value_varies(env, loop, LLVMGetOperand(compared, 1 - i)))
				return true;
	}
	return false;
}

/* A counter of the loop, or what it is next, other than the phi. */
static bool is_counter(const struct loop *loop, LLVMValueRef value, LLVMValueRef phi)
{
	if (LLVMIsABinaryOperator(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
		value = LLVMGetOperand(value, 0);
	return value != phi && LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == loop->header->llvm;
}

/* Has the loop a constant number of rounds, of which the last leaves some of the bits. */
static bool leaves_bits(struct value_env *env, const struct loop *loop, LLVMValueRef phi, uint64_t most)
{
	LLVMValueRef compared = loop->exits.n == 1 ? comparison_of(&loop->exits.at[0]) : NULL;
	if (!compared || !is_counter(loop, LLVMGetOperand(compared, 0), phi) || !LLVMIsAConstantInt(LLVMGetOperand(compared, 1)))
		return false;
	const struct et *rounds = loop_rounds(env, loop);
	return rounds && et_is_const(rounds) && rounds->value <= most;
}

/* The term while bits are left, and what there is when none are. */
static const struct et *with_end(struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *term,
	 const struct et *end, uint64_t bits)
{
	struct ets *ets = env->ets;
	uint64_t most = bits ? (term->width - 1) / bits : UINT64_MAX;
	if (!bits || ends_by_bits(env, loop, term->width, bits) || leaves_bits(env, loop, phi, most))
		return term;
	const struct et *left = et_binary(ets, ET_ULE, 0, loop_counter(env, loop), et_const(ets, 64, most));
	return et_ite(ets, left, term, end);
}

/* Rounds of a geometric phi. */
const struct et *geometric_phi(struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next,
	const struct et *init)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	uint64_t c;
	if (init->width > 64 || !geometric_amount(phi, next, &c))
		return NULL;
	struct ets *ets = env->ets;
	bool division = opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMMul ||
			opcode == LLVMAdd;
	if (division) {
		if (!c || (c & (c - 1)))
			return NULL;
		c = (uint64_t)__builtin_ctzll(c);
	}
	const struct et *k = et_cast(ets, ET_TRUNC, init->width, loop_counter(env, loop));
	const struct et *bits =
		et_binary(ets, ET_MUL, ET_NSW, k, et_const(ets, init->width, c));
	const struct et *none = et_const(ets, init->width, 0), *term;
	unsigned flags;
	switch (opcode) {
	case LLVMLShr:
	case LLVMUDiv:
		term = et_binary(ets, ET_LSHR, 0, init, bits);
		break;
	case LLVMAShr:
		term = et_binary(ets, ET_ASHR, 0, init, bits);
		none = et_binary(ets, ET_ASHR, 0, init, et_const(ets, init->width, init->width - 1u));
		break;
	case LLVMSDiv:
		if (et_is_const(init) && et_signed(init) >= 0)
			term = et_binary(ets, ET_LSHR, 0, init, bits);
		else
			term = et_binary(ets, ET_SDIV, 0, init,
				et_binary(ets, ET_SHL, 0, et_const(ets, init->width, 1), bits));
		break;
	case LLVMShl:
	case LLVMMul:
	case LLVMAdd:
		flags = (LLVMGetNSW(next) ? ET_NSW : 0) | grows(env, loop, phi, next, init);
		term = et_binary(ets, ET_SHL, flags, init, bits);
		if (flags)
			return term;
		break;
	default:
		return NULL;
	}
	return with_end(env, loop, phi, term, none, c);
}
