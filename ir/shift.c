#include "ir/value_internal.h"

/* What a shift to the left by `up` leaves of the number, as one of the full width. */
static const struct et *kept_part(struct ets *ets, const struct et *et, uint64_t up, bool is_signed)
{
	unsigned width = et->width - (unsigned)up;
	if (!is_signed)
		return et_binary(ets, ET_AND, 0, et, et_const(ets, et->width, mask_bits(width)));
	return et_cast(ets, ET_SEXT, et->width, et_cast(ets, ET_TRUNC, width, et));
}

static bool amount_of(const struct et *et, unsigned width, uint64_t *by)
{
	*by = et_is_const(et) ? et->value : 0;
	return *by && *by < width;
}

const struct et *shifted_back(struct value_env *env, LLVMValueRef value)
{
	bool is_signed = LLVMGetInstructionOpcode(value) == LLVMAShr;
	LLVMValueRef left = LLVMGetOperand(value, 0);
	if (!LLVMIsAInstruction(left) || LLVMGetInstructionOpcode(left) != LLVMShl ||
		(is_signed ? LLVMGetNSW(left) : LLVMGetNUW(left)))
		return NULL;
	struct ets *ets = env->ets;
	uint64_t up, down;
	unsigned width = type_width(value);
	if (!amount_of(value_et(env, LLVMGetOperand(left, 1)), width, &up) ||
		!amount_of(value_et(env, LLVMGetOperand(value, 1)), width, &down))
		return NULL;
	const struct et *kept = kept_part(ets, value_et(env, LLVMGetOperand(left, 0)), up, is_signed);
	if (down < up)
		return et_binary(ets, ET_SHL, is_signed ? ET_NSW : ET_NUW, kept,
			et_const(ets, width, up - down));
	return down == up ? kept
			  : et_binary(ets, is_signed ? ET_ASHR : ET_LSHR, 0, kept,
				    et_const(ets, width, down - up));
}
