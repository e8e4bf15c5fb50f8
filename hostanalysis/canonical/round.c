#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Quotients of integers rounded by way of double: (int)ceil(n / (double)m) and
 * the like become integer arithmetic. For operands of at most 32 bits this is
 * exact: n / m differs from the nearest integer by 0 or at least 1/m, which is
 * more than the rounding error of the division. By way of float it is so up to
 * 2^24; above, n itself is rounded, which never passes a multiple of 256 or of a
 * greater power of two, so that the quotient by one is rounded up to no more.
 */

#define FLOAT_EXACT (1 << 24)
#define LEAST_PASSED 256

enum rounding { ROUND_NONE, ROUND_TRUNC, ROUND_CEIL, ROUND_FLOOR };

/* The integer behind a double, as a value of `type` (signed or not as it was); NULL when none. */
static LLVMValueRef integer_of(LLVMBuilderRef b, LLVMValueRef value, LLVMTypeRef type,
	bool *is_signed)
{
	if (LLVMIsAConstantFP(value)) {
		LLVMBool inexact;
		double constant = LLVMConstRealGetDouble(value, &inexact);
		if (!(constant >= 1 && constant < 2147483648.0) ||
			constant != (double)(int64_t)constant)
			return NULL;
		return LLVMConstInt(type, (unsigned long long)constant, false);
	}
	bool from_signed = LLVMIsASIToFPInst(value);
	if (!from_signed && !LLVMIsAUIToFPInst(value))
		return NULL;
	LLVMValueRef source = LLVMGetOperand(value, 0);
	if (LLVMGetTypeKind(LLVMTypeOf(source)) != LLVMIntegerTypeKind ||
		LLVMGetIntTypeWidth(LLVMTypeOf(source)) > 32)
		return NULL;
	*is_signed |= from_signed;
	return b ? LLVMBuildIntCast2(b, source, type, from_signed, "") : source;
}

static enum rounding rounding_of(LLVMValueRef value, LLVMValueRef *inner)
{
	*inner = value;
	if (!is_call(value))
		return ROUND_TRUNC;
	const char *name = call_name(value);
	*inner = call_args(value) ? call_arg(value, 0) : value;
	if (!strcmp(name, "ceil") || !strcmp(name, "ceilf") || !strncmp(name, "llvm.ceil.", 10))
		return ROUND_CEIL;
	if (!strcmp(name, "floor") || !strcmp(name, "floorf") || !strncmp(name, "llvm.floor.", 11))
		return ROUND_FLOOR;
	return ROUND_NONE;
}

static LLVMValueRef quotient(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef division, enum rounding rounding)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(pass->module->context);
	LLVMValueRef zero = LLVMConstInt(wide, 0, false);
	bool is_signed = false;
	LLVMValueRef n = integer_of(b, LLVMGetOperand(division, 0), wide, &is_signed);
	LLVMValueRef m = integer_of(b, LLVMGetOperand(division, 1), wide, &is_signed);
	LLVMValueRef q = LLVMBuildSDiv(b, n, m, "");
	if (rounding == ROUND_TRUNC)
		return q;
	LLVMValueRef rest = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildSRem(b, n, m, ""), zero, "");
	if (!is_signed) /* both are nonnegative */
		return rounding == ROUND_FLOOR
			       ? q
			       : LLVMBuildNSWAdd(b, q, LLVMBuildZExt(b, rest, wide, ""), "");
	LLVMValueRef below = LLVMBuildXor(b, LLVMBuildICmp(b, LLVMIntSLT, n, zero, ""),
		LLVMBuildICmp(b, LLVMIntSLT, m, zero, ""), "");
	if (rounding == ROUND_CEIL)
		below = LLVMBuildNot(b, below, "");
	LLVMValueRef step = LLVMBuildZExt(b, LLVMBuildAnd(b, rest, below, ""), wide, "");
	return rounding == ROUND_CEIL ? LLVMBuildNSWAdd(b, q, step, "")
				      : LLVMBuildNSWSub(b, q, step, "");
}

static bool is_passed_by_none(LLVMValueRef divisor)
{
	LLVMBool inexact;
	int64_t m = LLVMIsAConstantFP(divisor) ? (int64_t)LLVMConstRealGetDouble(divisor, &inexact) : 0;
	return m >= LEAST_PASSED && !(m & (m - 1));
}

/* The quotient where it is exact, else what float makes of it. */
static LLVMValueRef by_float(LLVMBuilderRef b, LLVMValueRef division, enum rounding rounding, LLVMValueRef q,
	LLVMValueRef cast)
{
	LLVMTypeRef wide = LLVMTypeOf(q);
	bool is_signed = false;
	LLVMValueRef n = integer_of(b, LLVMGetOperand(division, 0), wide, &is_signed);
	LLVMValueRef most = LLVMConstInt(wide, FLOAT_EXACT, false), least = LLVMConstNeg(most);
	LLVMValueRef exact = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntSLE, n, most, ""),
		LLVMBuildICmp(b, LLVMIntSGE, n, least, ""), "");
	LLVMValueRef rough = LLVMBuildIntCast2(b, cast, wide, true, "");
	if (rounding == ROUND_CEIL && is_passed_by_none(LLVMGetOperand(division, 1)))
		rough = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, rough, q, ""), rough, q, "");
	return LLVMBuildSelect(b, exact, q, rough, "");
}

static void round_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef cast)
{
	LLVMValueRef division;
	enum rounding rounding = rounding_of(LLVMGetOperand(cast, 0), &division);
	bool is_signed = false;
	if (LLVMIsAFPExtInst(division))
		division = LLVMGetOperand(division, 0);
	if (rounding == ROUND_NONE || !LLVMIsABinaryOperator(division) || LLVMGetInstructionOpcode(division) != LLVMFDiv)
		return;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(division));
	if ((kind != LLVMDoubleTypeKind && kind != LLVMFloatTypeKind) ||
		!integer_of(NULL, LLVMGetOperand(division, 0), LLVMTypeOf(cast), &is_signed) ||
		!integer_of(NULL, LLVMGetOperand(division, 1), LLVMTypeOf(cast), &is_signed))
		return;
	bool rough = kind == LLVMFloatTypeKind;
	if (rough && (!LLVMIsAConstantFP(LLVMGetOperand(division, 1)) || LLVMIsAConstantFP(LLVMGetOperand(division, 0))))
		return;
	LLVMPositionBuilderBefore(b, cast);
	LLVMValueRef opaque = rough ? LLVMInstructionClone(cast) : NULL;
	if (rough)
		LLVMInsertIntoBuilder(b, opaque);
	LLVMValueRef q = quotient(pass, b, division, rounding);
	if (rough)
		q = by_float(b, division, rounding, q, opaque);
	LLVMReplaceAllUsesWith(cast, LLVMBuildIntCast2(b, q, LLVMTypeOf(cast), true, ""));
	LLVMInstructionEraseFromParent(cast);
}

static void cast_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef i)
{
	if ((LLVMIsAFPToSIInst(i) || LLVMIsAFPToUIInst(i)) &&
		LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind)
		round_rewrite(pass, b, i);
}

void rounding_rewrite(struct host_pass *pass)
{
	roots_rewrite(pass, cast_rewrite);
}
