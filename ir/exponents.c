#include "ir/value_internal.h"

#include <string.h>

/*
 * Powers of two that are made by way of floats, (int)pow(2.0, i), are shifted ones: floats have
 * them exactly, and what does not fit into the integer is undefined (C17 6.3.1.4).
 */

enum power_form { POWER_OF_FIRST, POWER_OF_TWO, POWER_SCALES };

struct power_row {
	const char *name;
	enum power_form form;
};

static const struct power_row power_rows[] = {
	{ "pow", POWER_OF_FIRST },
	{ "powf", POWER_OF_FIRST },
	{ "llvm.pow.f32", POWER_OF_FIRST },
	{ "llvm.pow.f64", POWER_OF_FIRST },
	{ "llvm.powi.f32.i32", POWER_OF_FIRST },
	{ "llvm.powi.f64.i32", POWER_OF_FIRST },
	{ "exp2", POWER_OF_TWO },
	{ "exp2f", POWER_OF_TWO },
	{ "llvm.exp2.f32", POWER_OF_TWO },
	{ "llvm.exp2.f64", POWER_OF_TWO },
	{ "ldexp", POWER_SCALES },
	{ "ldexpf", POWER_SCALES },
	{ "llvm.ldexp.f32.i32", POWER_SCALES },
	{ "llvm.ldexp.f64.i32", POWER_SCALES },
};

static LLVMValueRef without_width(LLVMValueRef value)
{
	while (LLVMIsAFPExtInst(value) || LLVMIsAFPTruncInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

static bool is_number(LLVMValueRef value, double number)
{
	LLVMBool inexact;
	return LLVMIsAConstantFP(value) && LLVMConstRealGetDouble(value, &inexact) == number;
}

/* The operand that is the exponent; NULL: it is no power of two. */
static LLVMValueRef exponent_of(LLVMValueRef call)
{
	const char *name = is_call(call) ? call_name(call) : "";
	for (size_t i = 0; i < sizeof(power_rows) / sizeof(*power_rows); i++) {
		const struct power_row *row = &power_rows[i];
		unsigned n = row->form == POWER_OF_TWO ? 1 : 2;
		double first = row->form == POWER_SCALES ? 1 : 2;
		if (strcmp(name, row->name) || call_args(call) != n ||
			(n == 2 && !is_number(without_width(call_arg(call, 0)), first)))
			continue;
		return without_width(call_arg(call, n - 1));
	}
	return NULL;
}

const struct et *whole_number(struct value_env *env, LLVMValueRef cast)
{
	struct ets *ets = env->ets;
	unsigned width = type_width(cast);
	LLVMValueRef exponent = exponent_of(without_width(LLVMGetOperand(cast, 0)));
	if (!exponent)
		return least_whole(env, cast);
	if (!value_is_integer(cast))
		return NULL;
	bool below = !LLVMIsAUIToFPInst(exponent);
	if (LLVMIsASIToFPInst(exponent) || LLVMIsAUIToFPInst(exponent))
		exponent = LLVMGetOperand(exponent, 0);
	if (LLVMGetTypeKind(LLVMTypeOf(exponent)) != LLVMIntegerTypeKind ||
		!value_is_integer(exponent))
		return NULL;
	const struct et *by = value_et(env, exponent);
	const struct et *negative = et_binary(ets, ET_SLT, 0, by, et_const(ets, by->width, 0));
	const struct et *shift = et_cast(ets, width > by->width ? ET_ZEXT : ET_TRUNC, width, by);
	const struct et *power = et_binary(ets, ET_SHL, 0, et_const(ets, width, 1), shift);
	return below ? et_ite(ets, negative, et_const(ets, width, 0), power) : power;
}
