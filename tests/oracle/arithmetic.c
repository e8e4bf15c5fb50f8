#include "tests/oracle/oracle.h"

/* Arithmetic of the canonical code. */

static void check_wrap(const struct insn *insn, uint64_t a, uint64_t b, unsigned *flags)
{
	unsigned w = insn->width;
	__int128 sa = sign_extend(a, w), sb = sign_extend(b, w), ua = a, ub = b, s, u;
	switch (insn->opcode) {
	case LLVMAdd:
		s = sa + sb;
		u = ua + ub;
		break;
	case LLVMSub:
		s = sa - sb;
		u = ua - ub;
		break;
	default:
		s = sa * sb;
		u = (__int128)((unsigned __int128)ua * (unsigned __int128)ub);
	}
	bool signed_wrap = s != sign_extend((uint64_t)s, w);
	bool unsigned_wrap = u < 0 || u != (__int128)((uint64_t)u & mask_bits(w));
	if (LLVMGetNSW(insn->llvm) ? signed_wrap : LLVMGetNUW(insn->llvm) && unsigned_wrap)
		*flags |= FLAG_UNDEFINED;
	else if (unsigned_wrap && !LLVMGetNSW(insn->llvm))
		*flags |= FLAG_WRAP;
}

static uint64_t divide(const struct insn *insn, uint64_t a, uint64_t b, unsigned *flags)
{
	int64_t sa = sign_extend(a, insn->width), sb = sign_extend(b, insn->width);
	bool overflow = sb == -1 && a == UINT64_C(1) << (insn->width - 1) &&
			(insn->opcode == LLVMSDiv || insn->opcode == LLVMSRem);
	if (!b || overflow) {
		*flags |= FLAG_UNDEFINED;
		return 0;
	}
	switch (insn->opcode) {
	case LLVMUDiv:
		return a / b;
	case LLVMURem:
		return a % b;
	case LLVMSDiv:
		return (uint64_t)(sa / sb);
	default:
		return (uint64_t)(sa % sb);
	}
}

static uint64_t shift(const struct insn *insn, uint64_t a, uint64_t b, unsigned *flags)
{
	if (b >= insn->width) {
		*flags |= FLAG_UNDEFINED;
		return 0;
	}
	if (insn->opcode == LLVMShl)
		return a << b;
	if (insn->opcode == LLVMLShr)
		return a >> b;
	return (uint64_t)(sign_extend(a, insn->width) >> b);
}

static bool compare(LLVMIntPredicate predicate, unsigned width, uint64_t a, uint64_t b)
{
	int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
	switch (predicate) {
	case LLVMIntEQ:
		return a == b;
	case LLVMIntNE:
		return a != b;
	case LLVMIntUGT:
		return a > b;
	case LLVMIntUGE:
		return a >= b;
	case LLVMIntULT:
		return a < b;
	case LLVMIntULE:
		return a <= b;
	case LLVMIntSGT:
		return sa > sb;
	case LLVMIntSGE:
		return sa >= sb;
	case LLVMIntSLT:
		return sa < sb;
	case LLVMIntSLE:
		return sa <= sb;
	}
	return false;
}

uint64_t arithmetic_value(const struct insn *insn, uint64_t a, uint64_t b, unsigned *flags)
{
	switch (insn->opcode) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
		check_wrap(insn, a, b, flags);
		return insn->opcode == LLVMAdd ? a + b : insn->opcode == LLVMSub ? a - b : a * b;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
		return divide(insn, a, b, flags);
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		return shift(insn, a, b, flags);
	case LLVMAnd:
		return a & b;
	case LLVMOr:
		return a | b;
	case LLVMXor:
		return a ^ b;
	case LLVMICmp:
		return compare(LLVMGetICmpPredicate(insn->llvm), insn->arg_width, a, b);
	default:
		return 0; /* floating point: nobody looks at the value */
	}
}

uint64_t intrinsic_value(const struct insn *insn, uint64_t a, uint64_t b)
{
	int64_t sa = sign_extend(a, insn->width), sb = sign_extend(b, insn->width);
	switch ((enum intrinsic)insn->builtin) {
	case IN_SMIN:
		return sa < sb ? a : b;
	case IN_SMAX:
		return sa > sb ? a : b;
	case IN_UMIN:
		return a < b ? a : b;
	case IN_UMAX:
		return a > b ? a : b;
	case IN_ABS:
		return sa < 0 ? 0 - a : a;
	}
	return 0;
}

uint64_t atomic_value(
	LLVMAtomicRMWBinOp op, unsigned width, uint64_t old, uint64_t value)
{
	int64_t a = sign_extend(old, width), b = sign_extend(value, width);
	switch (op) {
	case LLVMAtomicRMWBinOpXchg:
		return value;
	case LLVMAtomicRMWBinOpAdd:
		return old + value;
	case LLVMAtomicRMWBinOpSub:
		return old - value;
	case LLVMAtomicRMWBinOpAnd:
		return old & value;
	case LLVMAtomicRMWBinOpOr:
		return old | value;
	case LLVMAtomicRMWBinOpXor:
		return old ^ value;
	case LLVMAtomicRMWBinOpMax:
		return a > b ? old : value;
	case LLVMAtomicRMWBinOpMin:
		return a < b ? old : value;
	case LLVMAtomicRMWBinOpUMax:
		return old > value ? old : value;
	case LLVMAtomicRMWBinOpUMin:
		return old < value ? old : value;
	case LLVMAtomicRMWBinOpUIncWrap:
		return old >= value ? 0 : old + 1;
	case LLVMAtomicRMWBinOpUDecWrap:
		return !old || old > value ? value : old - 1;
	default:
		return 0;
	}
}
