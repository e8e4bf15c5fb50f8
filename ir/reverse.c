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

const struct et *reversed_bits(struct value_env *env, LLVMValueRef shift)
{
	LLVMValueRef call = LLVMGetOperand(shift, 0), amount = LLVMGetOperand(shift, 1);
	if (!is_reversal(call))
		return NULL;
	const struct et *word = value_et(env, call_arg(call, 0));
	const struct et *by = value_et(env, amount);
	if (!et_is_const(by) || by->value >= word->width)
		return NULL;
	return et_reversed(env->ets, word, word->width - (unsigned)by->value);
}

const struct et *reversed_word(struct value_env *env, LLVMValueRef call)
{
	if (!is_reversal(call))
		return NULL;
	const struct et *word = value_et(env, call_arg(call, 0));
	return et_reversed(env->ets, word, word->width);
}
