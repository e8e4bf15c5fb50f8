#include <math.h>
#include <string.h>

#include "kernelanalysis/enact/enact_internal.h"
#include "kernelanalysis/draws/lanes.h"

/* Arithmetic in numbers. What the language leaves undefined, and rounded results of floating point, are not known. */

static const struct enact_value unknown;

static bool fold(LLVMOpcode opcode, enum et_op *op)
{
	static const struct {
		LLVMOpcode opcode;
		enum et_op op;
	} rows[] = { { LLVMAdd, ET_ADD }, { LLVMSub, ET_SUB }, { LLVMMul, ET_MUL }, { LLVMUDiv, ET_UDIV },
		{ LLVMSDiv, ET_SDIV }, { LLVMURem, ET_UREM }, { LLVMSRem, ET_SREM }, { LLVMAnd, ET_AND },
		{ LLVMOr, ET_OR }, { LLVMXor, ET_XOR }, { LLVMShl, ET_SHL }, { LLVMLShr, ET_LSHR },
		{ LLVMAShr, ET_ASHR } };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].opcode == opcode) {
			*op = rows[i].op;
			return true;
		}
	return false;
}

static bool is_undefined(LLVMOpcode opcode, unsigned width, uint64_t a, uint64_t b)
{
	bool divides = opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
	bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
	bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
	if (is_signed && sign_extend(b, width) == -1 && a == UINT64_C(1) << (width - 1))
		return true;
	return (divides && !b) || (shifts && b >= width);
}

/* Does a signed or unsigned sum, difference or product leave its range where the language forbids that. */
static bool overflows(const struct enact_insn *insn, uint64_t a, uint64_t b, uint64_t result)
{
	if (insn->opcode != LLVMAdd && insn->opcode != LLVMSub && insn->opcode != LLVMMul)
		return false;
	__int128 x = sign_extend(a, insn->width), y = sign_extend(b, insn->width);
	__int128 exact = insn->opcode == LLVMAdd ? x + y : insn->opcode == LLVMSub ? x - y : x * y;
	return LLVMGetNSW(insn->llvm) && exact != (__int128)sign_extend(result, insn->width);
}

static unsigned either(struct enact_value a, struct enact_value b)
{
	return a.raw ? a.raw : b.raw;
}

/* A sum of two entries of one array is none of them any more. */
static unsigned raw_of(const struct enact_insn *insn, struct enact_value a, struct enact_value b)
{
	bool adds = insn->opcode == LLVMAdd || insn->opcode == LLVMFAdd;
	return adds && a.raw == b.raw ? 0 : either(a, b);
}

static struct enact_value binary(const struct enact_insn *insn, struct enact_value a, struct enact_value b)
{
	const uint64_t args[2] = { a.bits, b.bits };
	enum et_op op;
	bool zero = (a.known && !a.bits) || (b.known && !b.bits);
	if (zero && a.known != b.known && (insn->opcode == LLVMMul || insn->opcode == LLVMAnd))
		return enact_known(0);
	if (!a.known || !b.known || !fold(insn->opcode, &op) || !insn->width || insn->width > 64 ||
		is_undefined(insn->opcode, insn->width, a.bits, b.bits))
		return unknown;
	uint64_t bits = et_fold(op, insn->width, insn->width, args);
	if (overflows(insn, a.bits, b.bits, bits))
		return unknown;
	return (struct enact_value){ bits, true, raw_of(insn, a, b) };
}

static double float_of(uint64_t bits, unsigned width)
{
	uint32_t half = (uint32_t)bits;
	float single;
	double value;
	memcpy(&single, &half, sizeof(single));
	memcpy(&value, &bits, sizeof(value));
	return width == 32 ? single : value;
}

/* The number as a floating-point one of that width, where it is one exactly. */
static struct enact_value exactly(double value, unsigned width, unsigned raw)
{
	float single = (float)value;
	uint64_t bits = 0;
	if (width == 32)
		memcpy(&bits, &single, sizeof(single));
	else
		memcpy(&bits, &value, sizeof(value));
	bool whole = value == floor(value) && fabs(value) < 1e6;
	return (struct enact_value){ bits, (width == 32 || width == 64) && whole, raw };
}

static struct enact_value float_binary(const struct enact_insn *insn, struct enact_value a, struct enact_value b)
{
	double x = float_of(a.bits, insn->width), y = float_of(b.bits, insn->width);
	if (!a.known || !b.known)
		return unknown;
	switch (insn->opcode) {
	case LLVMFAdd:
		return exactly(x + y, insn->width, raw_of(insn, a, b));
	case LLVMFSub:
		return exactly(x - y, insn->width, either(a, b));
	case LLVMFMul:
		return exactly(x * y, insn->width, either(a, b));
	default:
		return y != 0 ? exactly(x / y, insn->width, either(a, b)) : unknown;
	}
}

static bool float_holds(LLVMRealPredicate predicate, double a, double b)
{
	switch (predicate) {
	case LLVMRealOEQ:
	case LLVMRealUEQ:
		return a == b;
	case LLVMRealOGT:
	case LLVMRealUGT:
		return a > b;
	case LLVMRealOGE:
	case LLVMRealUGE:
		return a >= b;
	case LLVMRealOLT:
	case LLVMRealULT:
		return a < b;
	case LLVMRealOLE:
	case LLVMRealULE:
		return a <= b;
	case LLVMRealONE:
	case LLVMRealUNE:
		return a != b;
	default:
		return predicate == LLVMRealORD || predicate == LLVMRealPredicateTrue;
	}
}

static struct enact_value compared(const struct enact_insn *insn, struct enact_value a, struct enact_value b)
{
	if (!a.known || !b.known || !insn->from)
		return unknown;
	if (insn->opcode == LLVMICmp)
		return enact_known(predicate_holds(LLVMGetICmpPredicate(insn->llvm), insn->from, a.bits, b.bits));
	double x = float_of(a.bits, insn->from), y = float_of(b.bits, insn->from);
	if (insn->from < 32 || isnan(x) || isnan(y))
		return unknown;
	return enact_known(float_holds(LLVMGetFCmpPredicate(insn->llvm), x, y));
}

static struct enact_value from_float(const struct enact_insn *insn, struct enact_value a)
{
	double value = float_of(a.bits, insn->from);
	bool fits = fabs(value) < 1e6 && (insn->opcode == LLVMFPToSI || value >= 0) && insn->width >= 32;
	if (!fits || insn->from < 32)
		return unknown;
	uint64_t bits = insn->opcode == LLVMFPToSI ? (uint64_t)(int64_t)value : (uint64_t)value;
	return (struct enact_value){ bits, true, a.raw };
}

static struct enact_value converted(const struct enact_insn *insn, struct enact_value a)
{
	if (!a.known || !insn->from)
		return unknown;
	switch (insn->opcode) {
	case LLVMSExt:
		a.bits = (uint64_t)sign_extend(a.bits, insn->from);
		return a;
	case LLVMSIToFP:
		return exactly((double)sign_extend(a.bits, insn->from), insn->width, a.raw);
	case LLVMUIToFP:
		return exactly((double)a.bits, insn->width, a.raw);
	case LLVMFPToSI:
	case LLVMFPToUI:
		return from_float(insn, a);
	case LLVMFPExt:
	case LLVMFPTrunc:
		return insn->from < 32 ? unknown : exactly(float_of(a.bits, insn->from), insn->width, a.raw);
	case LLVMFNeg:
		return insn->from < 32 ? unknown : exactly(-float_of(a.bits, insn->from), insn->width, a.raw);
	default:
		return a;
	}
}

/* Functions of integers that LLVM has names for. */
static struct enact_value called(const struct enact_insn *insn, const struct enact_value *of)
{
	const char *name = call_name(insn->llvm);
	uint64_t a = of[0].bits, b = of[1].bits;
	int64_t x = sign_extend(a, insn->width), y = sign_extend(b, insn->width);
	unsigned n = insn->operands.n < 3 ? (unsigned)insn->operands.n : 3;
	bool zeros = !strncmp(name, "llvm.cttz.", 10) || !strncmp(name, "llvm.ctlz.", 10);
	struct enact_value result = { .known = insn->width && !(zeros && !a && b) };
	for (unsigned i = 0; i < n; i++) {
		result.known &= of[i].known;
		result.raw = either(result, of[i]);
	}
	if (!strncmp(name, "llvm.smin.", 10))
		result.bits = x < y ? a : b;
	else if (!strncmp(name, "llvm.smax.", 10))
		result.bits = x > y ? a : b;
	else if (!strncmp(name, "llvm.umin.", 10))
		result.bits = a < b ? a : b;
	else if (!strncmp(name, "llvm.umax.", 10))
		result.bits = a > b ? a : b;
	else if (!strncmp(name, "llvm.abs.", 9))
		result.bits = x < 0 ? 0 - a : a;
	else if (!strncmp(name, "llvm.ctpop.", 11))
		result = (struct enact_value){ (uint64_t)__builtin_popcountll(a), result.known, 0 };
	else if (zeros && name[7] == 't')
		result.bits = a ? (uint64_t)__builtin_ctzll(a) : insn->width;
	else if (zeros)
		result.bits = a ? (uint64_t)__builtin_clzll(a) - (64 - insn->width) : insn->width;
	else
		return unknown;
	return result;
}

struct enact_value enact_computed(const struct enact_insn *insn, const struct enact_value *of)
{
	switch (insn->opcode) {
	case LLVMICmp:
	case LLVMFCmp:
		return compared(insn, of[0], of[1]);
	case LLVMSelect:
		return of[0].known ? of[0].bits ? of[1] : of[2] : unknown;
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
		return float_binary(insn, of[0], of[1]);
	case LLVMCall:
		return called(insn, of);
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
	case LLVMSIToFP:
	case LLVMUIToFP:
	case LLVMFPToSI:
	case LLVMFPToUI:
	case LLVMFPExt:
	case LLVMFPTrunc:
	case LLVMFNeg:
	case LLVMBitCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
		return converted(insn, of[0]);
	default:
		return LLVMIsABinaryOperator(insn->llvm) ? binary(insn, of[0], of[1]) : unknown;
	}
}
