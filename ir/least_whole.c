#include "ir/value_internal.h"

#include <string.h>

/*
 * The least or greatest of two whole numbers, taken by way of floats: (int)fminf(n - at, 64).
 * Rounding keeps the order, so that it is the rounded least of the integers, and that is itself
 * where the float has its bits.
 */

static const struct least_row {
	const char *name;
	bool greatest;
} least_rows[] = {
	{ "fmin", false },
	{ "fminf", false },
	{ "llvm.minnum.f32", false },
	{ "llvm.minnum.f64", false },
	{ "fmax", true },
	{ "fmaxf", true },
	{ "llvm.maxnum.f32", true },
	{ "llvm.maxnum.f64", true },
};

static const struct least_row *row_of(LLVMValueRef value)
{
	const char *name = is_call(value) ? call_name(value) : "";
	for (size_t i = 0; i < sizeof(least_rows) / sizeof(*least_rows); i++)
		if (!strcmp(name, least_rows[i].name) && call_args(value) == 2)
			return &least_rows[i];
	return NULL;
}

/* The integer that a float is made of; NULL: it is none, or has too many bits. */
static const struct et *integer_of(struct value_env *env, LLVMValueRef value)
{
	LLVMBool inexact;
	bool below = LLVMIsASIToFPInst(value) != NULL;
	if (LLVMIsAConstantFP(value)) {
		double number = LLVMConstRealGetDouble(value, &inexact);
		bool whole =
			number > -0x1p24 && number < 0x1p24 && number == (double)(int64_t)number;
		return whole ? et_const(env->ets, 64, (uint64_t)(int64_t)number) : NULL;
	}
	if (!below && !LLVMIsAUIToFPInst(value))
		return NULL;
	const struct et *term = value_et(env, LLVMGetOperand(value, 0));
	return term->width <= 32 ? et_cast(env->ets, below ? ET_SEXT : ET_ZEXT, 64, term) : NULL;
}

static const struct et *is_at_most(struct ets *ets, const struct et *term, int64_t bits)
{
	const struct et *most = et_const(ets, 64, (uint64_t)1 << bits),
			*least = et_const(ets, 64, -((uint64_t)1 << bits));
	return et_and(
		ets, et_binary(ets, ET_SLE, 0, least, term), et_binary(ets, ET_SLE, 0, term, most));
}

const struct et *least_whole(struct value_env *env, LLVMValueRef cast)
{
	struct ets *ets = env->ets;
	LLVMValueRef call = LLVMGetOperand(cast, 0);
	const struct least_row *row = row_of(call);
	const struct et *a = row ? integer_of(env, call_arg(call, 0)) : NULL,
			*b = a ? integer_of(env, call_arg(call, 1)) : NULL;
	if (!b || !value_is_integer(cast))
		return NULL;
	const struct et *first =
		et_binary(ets, ET_SLT, 0, row->greatest ? b : a, row->greatest ? a : b);
	const struct et *least = et_ite(ets, first, a, b);
	unsigned width = type_width(cast);
	const struct et *whole = width < 64 ? et_cast(ets, ET_TRUNC, width, least) : least;
	if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMDoubleTypeKind)
		return whole;
	return et_ite(ets, is_at_most(ets, least, 24), whole, value_opaque(env, cast, SYM_HAVOC));
}
