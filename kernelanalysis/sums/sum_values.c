#include "kernelanalysis/draws/lanes.h"
#include "kernelanalysis/sums/sums.h"

/* Numbers, sums of neighbouring atoms and sets of lanes: what one thread computes of them. */

static const struct sum_value any = { .kind = SUM_ANY };

static void keep_in(struct sums *m, struct sum_value value, unsigned width)
{
	struct sum_family *family = &m->families.at[value.of];
	if (family->narrowest > width)
		family->narrowest = width;
}

/* Are its atoms 0 or 1. */
static bool is_flag(const struct sums *m, struct sum_value value)
{
	return value.kind == SUM_ATOMS && value.begin + 1 == value.end &&
	       m->families.at[value.of].slot->width == 1;
}

static struct sum_value atoms(struct sums *m, struct sum_value like, uint32_t begin, uint32_t end,
	unsigned width)
{
	if (begin == end)
		return sum_number(0);
	like.begin = begin;
	like.end = end;
	keep_in(m, like, width);
	return like;
}

static struct sum_value sum_of(
	struct sums *m, struct sum_value a, struct sum_value b, unsigned width)
{
	if (sum_is(a, 0))
		return b;
	if (sum_is(b, 0))
		return a;
	if (width < 2 || a.kind != SUM_ATOMS || b.kind != SUM_ATOMS || a.of != b.of)
		return any;
	if (a.end == b.begin)
		return atoms(m, a, a.begin, b.end, width);
	return b.end == a.begin ? atoms(m, a, b.begin, a.end, width) : any;
}

static struct sum_value difference(
	struct sums *m, struct sum_value a, struct sum_value b, unsigned width)
{
	if (sum_is(b, 0))
		return a;
	if (width < 2 || a.kind != SUM_ATOMS || b.kind != SUM_ATOMS || a.of != b.of)
		return any;
	if (a.begin == b.begin && b.end <= a.end)
		return atoms(m, a, b.end, a.end, width);
	return a.end == b.end && a.begin <= b.begin ? atoms(m, a, a.begin, b.begin, width) : any;
}

static struct sum_value both(struct sum_value a, struct sum_value b, unsigned width)
{
	if (a.kind == SUM_NUMBER && b.kind != SUM_NUMBER)
		return both(b, a, width);
	if (sum_is(b, 0))
		return b;
	if (b.kind == SUM_NUMBER && b.number == mask_bits(width))
		return a;
	if (sum_same(a, b) && a.kind == SUM_ATOMS && width == 1)
		return a;
	if (a.kind != SUM_BITS || b.kind != SUM_NUMBER)
		return any;
	a.end &= (uint32_t)b.number;
	return a.end ? a : sum_number(0);
}

static struct sum_value folded(
	LLVMOpcode opcode, unsigned width, struct sum_value a, struct sum_value b)
{
	static const struct {
		LLVMOpcode opcode;
		enum et_op op;
	} rows[] = { { LLVMAdd, ET_ADD }, { LLVMSub, ET_SUB }, { LLVMMul, ET_MUL },
		{ LLVMUDiv, ET_UDIV }, { LLVMSDiv, ET_SDIV }, { LLVMURem, ET_UREM },
		{ LLVMSRem, ET_SREM }, { LLVMAnd, ET_AND }, { LLVMOr, ET_OR }, { LLVMXor, ET_XOR },
		{ LLVMShl, ET_SHL }, { LLVMLShr, ET_LSHR }, { LLVMAShr, ET_ASHR } };
	const uint64_t args[2] = { a.number, b.number };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].opcode == opcode)
			return sum_number(et_fold(rows[i].op, width, width, args));
	return any;
}

static struct sum_value binary(struct sums *m, LLVMOpcode opcode, unsigned width,
	struct sum_value a, struct sum_value b)
{
	if (a.kind == SUM_NUMBER && b.kind == SUM_NUMBER)
		return folded(opcode, width, a, b);
	switch (opcode) {
	case LLVMAdd:
		return sum_of(m, a, b, width);
	case LLVMSub:
		return difference(m, a, b, width);
	case LLVMMul:
		if (sum_is(a, 0) || sum_is(b, 1))
			return a;
		return sum_is(b, 0) || sum_is(a, 1) ? b : any;
	case LLVMAnd:
		return both(a, b, width);
	case LLVMOr:
	case LLVMXor:
		return sum_is(a, 0) ? b : sum_is(b, 0) ? a : any;
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		return sum_is(a, 0) || sum_is(b, 0) ? a : any;
	default:
		return any;
	}
}

/* A flag that is compared is that flag where it says the same. */
static struct sum_value compared(
	struct sums *m, LLVMValueRef i, struct sum_value a, struct sum_value b)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
	unsigned width = type_width(LLVMGetOperand(i, 0));
	if (a.kind == SUM_NUMBER && b.kind == SUM_NUMBER)
		return sum_number(predicate_holds(predicate, width, a.number, b.number));
	bool pointer = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMPointerTypeKind;
	if (pointer || !is_flag(m, a) || width == 1)
		return any;
	bool same = (predicate == LLVMIntNE && sum_is(b, 0)) ||
		    (predicate == LLVMIntEQ && sum_is(b, 1)) ||
		    (predicate == LLVMIntUGT && sum_is(b, 0)) ||
		    (predicate == LLVMIntSGT && sum_is(b, 0));
	return same ? a : any;
}

static struct sum_value chosen(struct sums *m, const struct sum_value *of)
{
	if (of[0].kind == SUM_NUMBER)
		return of[0].number ? of[1] : of[2];
	if (sum_same(of[1], of[2]))
		return of[1];
	return is_flag(m, of[0]) && sum_is(of[1], 1) && sum_is(of[2], 0) ? of[0] : any;
}

static struct sum_value extended(struct sums *m, LLVMValueRef i, struct sum_value a, bool sign)
{
	unsigned from = type_width(LLVMGetOperand(i, 0)), to = type_width(i);
	if (a.kind == SUM_NUMBER)
		return sum_number(sign ? (uint64_t)sign_extend(a.number, from) & mask_bits(to) : a.number);
	if (a.kind != SUM_ATOMS || (from == 1 && sign))
		return a.kind == SUM_BITS && !sign ? a : any;
	if (from > 1)
		keep_in(m, a, from);
	return a;
}

static struct sum_value cut(struct sums *m, LLVMValueRef i, struct sum_value a)
{
	unsigned to = type_width(i);
	if (a.kind == SUM_NUMBER)
		return sum_number(a.number & mask_bits(to));
	if (is_flag(m, a) || (a.kind == SUM_BITS && to >= 32))
		return a;
	if (a.kind != SUM_ATOMS || to < 2)
		return any;
	keep_in(m, a, to);
	return a;
}

struct sum_value sum_computed(
	struct sums *m, LLVMValueRef i, const struct sum_value *of)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
	switch (opcode) {
	case LLVMICmp:
		return compared(m, i, of[0], of[1]);
	case LLVMSelect:
		return chosen(m, of);
	case LLVMZExt:
	case LLVMSExt:
		return extended(m, i, of[0], opcode == LLVMSExt);
	case LLVMTrunc:
		return cut(m, i, of[0]);
	case LLVMFreeze:
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
		return of[0];
	default:
		return LLVMIsABinaryOperator(i) ? binary(m, opcode, type_width(i), of[0], of[1]) : any;
	}
}
