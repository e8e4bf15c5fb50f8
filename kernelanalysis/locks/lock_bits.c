#include "kernelanalysis/locks/lock_entries.h"

#include "expr/known.h"
#include "kernelanalysis/signals/full_bits.h"

/*
 * Locks that are bits of a word, many in one: who sets bits by atomicOr and has found all of them clear has
 * these, and clears just them when he leaves (atomicAnd(&word, ~bits)). What others do to other bits leaves them as they are,
 * if all that changes the word sets bits, or clears those that its thread has. Bits may be set by a compare-and-swap as well, of a word
 * that has been seen without them.
 */

/* The bits that the atomic clears, whatever the others are; NULL: it does something else. */
static const struct et *clears(struct kernel *kernel, const struct access *write)
{
	struct ets *ets = kernel->ets;
	if (!LLVMIsAAtomicRMWInst(write->instruction) || !write->operand)
		return NULL;
	const struct et *operand = value_et(kernel->env, write->operand);
	if (LLVMGetAtomicRMWBinOp(write->instruction) != LLVMAtomicRMWBinOpAnd)
		return NULL;
	const struct et *all = et_const(ets, operand->width, UINT64_MAX);
	for (unsigned i = 0; i < 2 && operand->op == ET_XOR; i++)
		if (operand->arg[i] == all)
			return operand->arg[1 - i];
	return et_is_const(operand) ? et_binary(ets, ET_XOR, 0, operand, all) : NULL;
}

/* Does something clear bits of the word, so that a constant bit is one lock of several that may lie there. */
static bool some_are_cleared(struct kernel *kernel, const struct access *op)
{
	vec_each(each, &kernel->accesses)
		if (may_free(*each, op) && clears(kernel, *each))
			return true;
	return false;
}

/* The bits that a compare-and-swap adds to what it compares with; NULL: it does something else. */
static LLVMValueRef swapped_bits(const struct access *op)
{
	LLVMValueRef put = op->rmw == RMW_CAS ? op->operand : NULL;
	if (!put || !LLVMIsAInstruction(put) || LLVMGetInstructionOpcode(put) != LLVMOr)
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		if (LLVMGetOperand(put, i) == op->expected)
			return LLVMGetOperand(put, 1 - i);
	return NULL;
}

/* The same, where who gets past the branch has made the swap, and only tries it if none of the bits was there. */
static const struct et *bits_won(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	LLVMValueRef added = swapped_bits(acquire->op);
	if (!added || !lock_swap_needed(kernel, acquire))
		return NULL;
	const struct et *bits = value_et(kernel->env, added), *seen = value_et(kernel->env, acquire->op->expected);
	const struct et *reach = value_reach(kernel->env, acquire->op->block);
	struct known *known = known_new(kernel->arena, ets);
	size_t n;
	const struct et *clear = et_binary(ets, ET_EQ, 0, et_binary(ets, ET_AND, 0, seen, bits), et_const(ets, bits->width, 0));
	bool tried = !known_conjuncts(kernel->arena, known, 1, &reach, &n) || et_is_true(known_apply(known, clear));
	return tried ? bits : NULL;
}

const struct et *lock_bits(struct kernel *kernel, const struct acquire *acquire)
{
	const struct access *op = acquire->op;
	if (op->rmw == RMW_CAS)
		return bits_won(kernel, acquire);
	if (op->rmw != RMW_OR || (LLVMIsAConstantInt(op->operand) && !some_are_cleared(kernel, op)))
		return NULL;
	const struct et *bits = value_et(kernel->env, op->operand);
	const struct et *none = et_const(kernel->ets, bits->width, 0);
	acquire_test(kernel, acquire, none);
	const struct et *value = et_sym(kernel->ets, acquire->value);
	if (value->width != bits->width)
		return NULL;
	const struct et *clear = et_binary(
		kernel->ets, ET_EQ, 0, et_binary(kernel->ets, ET_AND, 0, value, bits), none);
	return acquire->test == clear ? bits : NULL;
}

bool lock_bits_alone(struct orders *orders, const struct access *op)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &kernel->accesses)
		if (may_free(*each, op) && (*each)->rmw != RMW_OR && !swapped_bits(*each) && !clears(kernel, *each) &&
			!(*each)->by_last && !lock_is_apart(kernel, *each, op) &&
			!precedes(orders, (*each)->instruction, op->instruction))
			return false;
	return true;
}

bool lock_bits_left(struct kernel *kernel, const struct et *bits, const struct access *write)
{
	return bits && clears(kernel, write) == bits;
}

const struct et *lock_bits_cleared(
	struct kernel *kernel, const struct et *bits, const struct access *write)
{
	struct ets *ets = kernel->ets;
	const struct et *cleared = bits ? clears(kernel, write) : NULL;
	if (!cleared || cleared == bits || cleared->width != bits->width)
		return et_bool(ets, true);
	const struct et *some = et_binary(ets, ET_AND, 0, cleared, bits);
	return et_not(ets, et_binary(ets, ET_EQ, 0, some, et_const(ets, bits->width, 0)));
}

const struct et *lock_bits_some(struct kernel *kernel, const struct et *bits)
{
	struct ets *ets = kernel->ets;
	if (!bits || bit_of(ets, bits))
		return et_bool(ets, true);
	return et_not(ets, et_binary(ets, ET_EQ, 0, bits, et_const(ets, bits->width, 0)));
}

const struct et *lock_bits_equal(struct ets *ets, const struct et *a, const struct et *b)
{
	const struct et *first = bit_of(ets, a), *second = bit_of(ets, b);
	return first && second ? et_binary(ets, ET_EQ, 0, first, second) : et_binary(ets, ET_EQ, 0, a, b);
}
