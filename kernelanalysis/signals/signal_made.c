#include "kernelanalysis/signals/signal.h"

/*
 * Waits that change the word they look at: others who come to such a wait may make of what lies there what it waits for,
 * without the signal. It is asked whether one of them can, of any number that does not let the thread go on.
 */

static const struct et *smaller(struct ets *ets, enum et_op less, const struct et *a, const struct et *b)
{
	return et_ite(ets, et_binary(ets, less, 0, a, b), a, b);
}

static const struct et *greater(struct ets *ets, enum et_op less, const struct et *a, const struct et *b)
{
	return et_ite(ets, et_binary(ets, less, 0, a, b), b, a);
}

/* What an operation of another kind than the common ones leaves; NULL: not known. */
static const struct et *left_by_instruction(
	struct ets *ets, LLVMValueRef i, const struct et *old, const struct et *by)
{
	if (!LLVMIsAAtomicRMWInst(i))
		return NULL;
	switch (LLVMGetAtomicRMWBinOp(i)) {
	case LLVMAtomicRMWBinOpSub:
		return et_binary(ets, ET_SUB, 0, old, by);
	case LLVMAtomicRMWBinOpAnd:
		return et_binary(ets, ET_AND, 0, old, by);
	case LLVMAtomicRMWBinOpXor:
		return et_binary(ets, ET_XOR, 0, old, by);
	case LLVMAtomicRMWBinOpMax:
		return greater(ets, ET_SLT, old, by);
	case LLVMAtomicRMWBinOpMin:
		return smaller(ets, ET_SLT, old, by);
	case LLVMAtomicRMWBinOpUMax:
		return greater(ets, ET_ULT, old, by);
	case LLVMAtomicRMWBinOpUMin:
		return smaller(ets, ET_ULT, old, by);
	default:
		return NULL;
	}
}

/* The operand of z's operation; NULL: it is no number of that width. */
static const struct et *operand(
	const struct link *link, LLVMValueRef value, unsigned width, const struct view *z)
{
	if (!value || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
		return NULL;
	const struct et *term = value_et(link->q->kernel->env, value);
	return term->width == width ? order_term(link->q, term, VIA_SELF, z) : NULL;
}

/* What z's operation leaves where it finds `old`; NULL: not known. */
static const struct et *left_by(
	const struct link *link, const struct access *op, const struct et *old, const struct view *z)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *by = operand(link, op->operand, old->width, z);
	const struct et *one = et_const(ets, old->width, 1), *expected;
	if (!by)
		return NULL;
	switch (op->rmw) {
	case RMW_EXCHANGE:
	case RMW_STORE:
		return by;
	case RMW_ADD:
		return et_binary(ets, ET_ADD, 0, old, by);
	case RMW_OR:
		return et_binary(ets, ET_OR, 0, old, by);
	case RMW_INC:
		return et_ite(ets, et_binary(ets, ET_ULT, 0, old, by),
			et_binary(ets, ET_ADD, 0, old, one), et_const(ets, old->width, 0));
	case RMW_CAS:
		expected = operand(link, op->expected, old->width, z);
		return expected ? et_ite(ets, et_binary(ets, ET_EQ, 0, old, expected), by, old) : NULL;
	case RMW_OTHER:
		return left_by_instruction(ets, op->instruction, old, by);
	default:
		return NULL;
	}
}

/* What may lie there at some time. */
static const struct et *anything(const struct link *link, const struct wait *wait)
{
	return et_sym(link->q->kernel->ets,
		symbol_new(link->q->kernel->ets, SYM_HAVOC, LEVEL_GRID, wait->value->width, "value of a signal"));
}

/* The wait goes on with what is left, and not with what was there before. */
static const struct et *made_of(
	const struct link *link, const struct wait *wait, const struct et *old, const struct et *left)
{
	struct ets *ets = link->q->kernel->ets;
	return et_and(ets, wait_satisfied(link, wait, left), et_not(ets, wait_satisfied(link, wait, old)));
}

const struct et *completed_by(const struct link *link, const struct wait *wait, const struct et *bits)
{
	const struct et *old = anything(link, wait);
	return made_of(link, wait, old, et_binary(link->q->kernel->ets, ET_OR, 0, old, bits));
}

const struct et *made_by_waiting(const struct link *link, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct access *op = wait->path->op;
	const struct view *z = &wait->z;
	if (op->type != ACCESS_ATOMIC || !op->writes || keeps_value(op))
		return et_bool(ets, false);
	const struct et *old = anything(link, wait), *left = left_by(link, op, old, z);
	const struct et *made =
		left ? made_of(link, wait, old, left) : et_not(ets, signal_unknown(link));
	if (et_is_false(made))
		return made;
	made = et_and(ets, made, same_address(kernel, order_term(link->q, op->address, VIA_SELF, z),
		acquire_term(link, wait->path, op->address, wait->path->via)));
	made = et_and(ets, made, same_block(link->q, op->object, link->y, z));
	made = et_and(ets, made, order_term(link->q, op->guard, VIA_SELF, z));
	return et_and(ets, made, in_launch(link->q, z));
}
