#include "ir/value_internal.h"

#include <string.h>

/*
 * Bit reversal, as in the order of a Fourier transform's input: the upper bits of a reversed
 * word, shifted down by a constant, are the lower bits of the word in reverse.
 */
const struct et *reversed_bits(struct value_env *env, LLVMValueRef shift)
{
	static const char reverse[] = "llvm.bitreverse.";
	LLVMValueRef call = LLVMGetOperand(shift, 0), amount = LLVMGetOperand(shift, 1);
	if (!LLVMIsACallInst(call) || strncmp(call_name(call), reverse, sizeof(reverse) - 1))
		return NULL;
	struct ets *ets = env->ets;
	const struct et *word = value_et(env, call_arg(call, 0));
	const struct et *by = value_et(env, amount);
	if (!et_is_const(by) || by->value >= word->width)
		return NULL;
	unsigned bits = word->width - (unsigned)by->value;
	const struct et *sum = et_const(ets, word->width, 0), *two = et_const(ets, word->width, 2);
	for (unsigned i = 0; i < bits; i++) {
		const struct et *above = et_binary(
			ets, ET_UDIV, 0, word, et_const(ets, word->width, UINT64_C(1) << i));
		const struct et *bit = et_binary(ets, ET_MUL, ET_NUW | ET_NSW,
			et_binary(ets, ET_UREM, 0, above, two),
			et_const(ets, word->width, UINT64_C(1) << (bits - 1 - i)));
		sum = et_binary(ets, ET_ADD, ET_NUW, sum, bit);
	}
	return sum;
}
