#include "ir/value_internal.h"

#include <string.h>

/*
 * Bit reversal, as in the order of a Fourier transform's input: the upper bits of a reversed
 * word, shifted down by a constant, are the lower bits of the word in reverse. Otherwise all bits of the word are.
 */
static bool is_reversal(LLVMValueRef value)
{
	static const char reverse[] = "llvm.bitreverse.";
	return LLVMIsACallInst(value) && !strncmp(call_name(value), reverse, sizeof(reverse) - 1);
}

static const struct et *low_reversed(struct ets *ets, const struct et *word, unsigned bits)
{
	const struct et *sum = et_const(ets, word->width, 0), *two = et_const(ets, word->width, 2);
	for (unsigned i = 0; i < bits; i++) {
		uint64_t place = UINT64_C(1) << (bits - 1 - i);
		unsigned flags = bits < word->width ? ET_NUW | ET_NSW : ET_NUW;
		const struct et *above = et_binary(
			ets, ET_UDIV, 0, word, et_const(ets, word->width, UINT64_C(1) << i));
		const struct et *bit = et_binary(ets, ET_MUL, flags,
			et_binary(ets, ET_UREM, 0, above, two),
			et_const(ets, word->width, place));
		sum = et_binary(ets, ET_ADD, ET_NUW, sum, bit);
	}
	return sum;
}

const struct et *reversed_bits(struct value_env *env, LLVMValueRef shift)
{
	LLVMValueRef call = LLVMGetOperand(shift, 0), amount = LLVMGetOperand(shift, 1);
	if (!is_reversal(call))
		return NULL;
	const struct et *word = value_et(env, call_arg(call, 0));
	const struct et *by = value_et(env, amount);
	if (!et_is_const(by) || by->value >= word->width)
		return NULL;
	return low_reversed(env->ets, word, word->width - (unsigned)by->value);
}

const struct et *reversed_word(struct value_env *env, LLVMValueRef call)
{
	if (!is_reversal(call))
		return NULL;
	const struct et *word = value_et(env, call_arg(call, 0));
	return low_reversed(env->ets, word, word->width);
}
