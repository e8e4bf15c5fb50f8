#include "ir/value_internal.h"

/*
 * Header phis of which no more is known than what they are chosen from: in some rounds, on some
 * ways through one, the value becomes one of a few that the loop does not change, as a size that is
 * halved once, or a state. In all rounds such a phi is one of these, or what it begins with; where
 * some rounds take it from a number, or flip bits of it, as in `cur = 1 - cur`, it may be what that
 * makes of them too, which the next such round takes back. Which one is not known: the one that an
 * unknown number equals, or else the first.
 */

enum { MOST_VALUES = 4, MOST_CHOICES = 16 };

struct choosing {
	struct value_env *env;
	const struct loop *loop;
	LLVMValueRef choice[MOST_CHOICES]; /* phis and selects, the header's phi at first */
	const struct et *value[MOST_VALUES];
	unsigned choices, values;
	LLVMValueRef by; /* what choices are taken from, or flipped by; NULL: none is */
	enum et_op op;
};

static bool add_term(struct choosing *choosing, const struct et *term)
{
	for (unsigned i = 0; i < choosing->values; i++)
		if (choosing->value[i] == term)
			return true;
	if (choosing->values == MOST_VALUES)
		return false;
	choosing->value[choosing->values++] = term;
	return true;
}

static bool add_value(struct choosing *choosing, LLVMValueRef value)
{
	return !LLVMIsUndef(value) && !value_varies(choosing->env, choosing->loop, value) &&
	       add_term(choosing, value_et(choosing->env, value));
}

/* What an operation takes from a number that the loop does not change, or flips by one, the same as
 * any such before; NULL: it is none. */
static LLVMValueRef turned(struct choosing *choosing, LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	if (opcode != LLVMSub && opcode != LLVMXor)
		return NULL;
	bool first = opcode == LLVMSub ||
		     !value_varies(choosing->env, choosing->loop, LLVMGetOperand(value, 0));
	LLVMValueRef by = LLVMGetOperand(value, !first);
	enum et_op op = opcode == LLVMSub ? ET_SUB : ET_XOR;
	if (value_varies(choosing->env, choosing->loop, by) ||
		(choosing->by && (choosing->by != by || choosing->op != op)))
		return NULL;
	choosing->by = by;
	choosing->op = op;
	return LLVMGetOperand(value, first);
}

/* What that makes of each value, and then of none another one. */
static bool add_turned(struct choosing *choosing)
{
	for (unsigned i = 0, n = choosing->values; choosing->by && i < n; i++)
		if (!add_term(choosing,
			    et_binary(choosing->env->ets, choosing->op, 0,
				    value_et(choosing->env, choosing->by), choosing->value[i])))
			return false;
	return true;
}

/* A value that one of the choices may be: another one of them, or one from outside of the loop. */
static bool add_part(struct choosing *choosing, LLVMValueRef part)
{
	for (unsigned i = 0; i < choosing->choices; i++)
		if (choosing->choice[i] == part)
			return true;
	struct block *home =
		LLVMIsAInstruction(part) ? instruction_block(choosing->env->func, part) : NULL;
	bool inside = home && loop_contains(choosing->loop, home);
	LLVMValueRef of = inside ? turned(choosing, part) : NULL;
	if (of)
		return add_part(choosing, of);
	if (!inside || !(LLVMIsAPHINode(part) || LLVMIsASelectInst(part)))
		return add_value(choosing, part);
	if (choosing->choices == MOST_CHOICES)
		return false;
	choosing->choice[choosing->choices++] = part;
	return true;
}

static bool add_parts(struct choosing *choosing, LLVMValueRef choice)
{
	if (LLVMIsASelectInst(choice))
		return add_part(choosing, LLVMGetOperand(choice, 1)) &&
		       add_part(choosing, LLVMGetOperand(choice, 2));
	for (unsigned i = 0; i < LLVMCountIncoming(choice); i++)
		if (!add_part(choosing, LLVMGetIncomingValue(choice, i)))
			return false;
	return true;
}

const struct et *one_of(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *any)
{
	struct choosing choosing = { .env = env, .loop = loop, .choice = { phi }, .choices = 1 };
	struct ets *ets = env->ets;
	for (unsigned i = 0; i < choosing.choices; i++)
		if (!add_parts(&choosing, choosing.choice[i]))
			return NULL;
	const struct et *term = choosing.values && add_turned(&choosing) ? choosing.value[0] : NULL;
	for (unsigned i = 1; term && i < choosing.values; i++)
		term = et_ite(ets, et_binary(ets, ET_EQ, 0, any, choosing.value[i]),
			choosing.value[i], term);
	return term;
}
