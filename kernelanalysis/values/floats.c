#include "kernelanalysis/passes.h"

#include <math.h>
#include <string.h>

/*
 * Whole numbers made of floating-point ones: cells of positions, bins of samples. Such a number is a
 * function of what the floating-point expression is made of, and lies within the bounds that its
 * minimum, maximum and scale leave (interval arithmetic, in the expression's own precision). It
 * can be each number within them where memory contents go into it that differ from thread to thread
 * as it does itself; otherwise it is an over-approximation.
 */
#define LEAVES 8
#define DEPTH 24

struct bounds {
	double lo, hi;
};

struct made_of {
	struct kernel *kernel;
	const struct et *leaves[LEAVES];
	unsigned n;
	enum level deepest, contents; /* levels of all leaves; of memory contents */
	const char *name;             /* of the memory */
	bool any;                     /* contents go into it */
	bool fails;                   /* not every number can be */
};

static const struct bounds everything = { -INFINITY, INFINITY }, up_to_one = { 0, 1 };

static struct bounds bounds_of(struct made_of *made_of, LLVMValueRef value, unsigned depth);

static void add_leaf(struct made_of *made_of, LLVMValueRef value)
{
	enum level level = value_level(made_of->kernel, value);
	const struct et *term = value_et(made_of->kernel->env, value);
	if (level > made_of->deepest)
		made_of->deepest = level;
	for (unsigned i = 0; i < made_of->n; i++)
		if (made_of->leaves[i] == term)
			return;
	if (made_of->n == LEAVES)
		made_of->fails = true;
	else
		made_of->leaves[made_of->n++] = term;
}

/* The name of the memory, not that which threads of a block compute, that a value is contents of; else NULL. */
static const char *contents_name(struct made_of *made_of, LLVMValueRef value)
{
	if (call_is_random(value))
		return "random numbers";
	if (!LLVMIsALoadInst(value))
		return NULL;
	const struct object *object = object_of(made_of->kernel, LLVMGetOperand(value, 0));
	return object->kind != OBJECT_LOCAL && object->space != SPACE_SHARED ? object->name : NULL;
}

/* The numbers of one kind are from 0 to 1. */
static bool is_uniform_random(LLVMValueRef value)
{
	LLVMValueRef kind = call_is_random(value) && call_args(value) > 1 ? call_arg(value, 1) : NULL;
	return kind && LLVMIsAConstantInt(kind) && !LLVMConstIntGetZExtValue(kind);
}

static struct bounds leaf_bounds(struct made_of *made_of, LLVMValueRef value)
{
	const char *name = contents_name(made_of, value);
	add_leaf(made_of, value);
	if (name) {
		enum level level = value_level(made_of->kernel, value);
		if (!made_of->any || level > made_of->contents)
			made_of->contents = level;
		made_of->any = true;
		made_of->name = name;
	} else if (LLVMIsALoadInst(value) || LLVMIsACallInst(value) || LLVMIsAPHINode(value)) {
		made_of->fails = true;
	}
	return is_uniform_random(value) ? up_to_one : everything;
}

/* In the precision of the value; rounding is monotonic. */
static double rounded(LLVMValueRef value, double number)
{
	bool single = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMFloatTypeKind;
	return single ? (double)(float)number : number;
}

static struct bounds sum_bounds(LLVMValueRef value, struct bounds a, struct bounds b)
{
	/* a product that is fused with the sum is rounded once less */
	double lo = rounded(value, a.lo + b.lo), hi = rounded(value, a.hi + b.hi);
	struct bounds sum = { nextafterf((float)lo, -INFINITY), nextafterf((float)hi, INFINITY) };
	return isnan(sum.lo) || isnan(sum.hi) ? everything : sum;
}

static double times(double a, double b)
{
	return a == 0 || b == 0 ? 0 : a * b;
}

static struct bounds product_bounds(LLVMValueRef value, struct bounds a, struct bounds b)
{
	double of[4] = { times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi) };
	struct bounds product = { of[0], of[0] };
	for (unsigned i = 1; i < 4; i++) {
		product.lo = fmin(product.lo, of[i]);
		product.hi = fmax(product.hi, of[i]);
	}
	product.lo = rounded(value, product.lo);
	product.hi = rounded(value, product.hi);
	return product;
}

static struct bounds quotient_bounds(LLVMValueRef value, struct bounds a, struct bounds b)
{
	if (b.lo != b.hi || b.lo == 0)
		return everything;
	struct bounds inverse = { a.lo / b.lo, a.hi / b.lo }, one = { 1, 1 };
	return product_bounds(value, inverse, one);
}

/* Functions that the number goes through, and what they leave of it. */
struct function_row {
	const char *name;
	bool monotonic; /* takes every whole number that its operand can be */
	struct bounds image;
};

static const struct function_row function_rows[] = {
	{ "llvm.floor.", true, { -INFINITY, INFINITY } },
	{ "llvm.ceil.", true, { -INFINITY, INFINITY } },
	{ "llvm.trunc.", true, { -INFINITY, INFINITY } },
	{ "llvm.rint.", true, { -INFINITY, INFINITY } },
	{ "llvm.nearbyint.", true, { -INFINITY, INFINITY } },
	{ "llvm.round", true, { -INFINITY, INFINITY } },
	{ "llvm.fabs.", false, { 0, INFINITY } },
	{ "llvm.sqrt.", false, { 0, INFINITY } },
	{ "llvm.log", false, { -INFINITY, INFINITY } },
};

static bool named(LLVMValueRef call, const char *name)
{
	return !strncmp(call_name(call), name, strlen(name));
}

static struct bounds call_bounds(struct made_of *made_of, LLVMValueRef call, unsigned depth)
{
	bool least = named(call, "llvm.minnum.") || named(call, "llvm.minimum");
	bool most = named(call, "llvm.maxnum.") || named(call, "llvm.maximum");
	if (least || most) {
		struct bounds a = bounds_of(made_of, call_arg(call, 0), depth);
		struct bounds b = bounds_of(made_of, call_arg(call, 1), depth);
		made_of->fails |= a.lo != a.hi && b.lo != b.hi;
		struct bounds less = { fmin(a.lo, b.lo), fmin(a.hi, b.hi) };
		struct bounds more = { fmax(a.lo, b.lo), fmax(a.hi, b.hi) };
		return least ? less : more;
	}
	for (size_t i = 0; i < sizeof(function_rows) / sizeof(*function_rows); i++) {
		const struct function_row *row = &function_rows[i];
		if (!named(call, row->name))
			continue;
		struct bounds of = bounds_of(made_of, call_arg(call, 0), depth);
		struct bounds near = { floor(of.lo), ceil(of.hi) };
		return row->monotonic ? near : row->image;
	}
	if (named(call, "llvm.fma.") || named(call, "llvm.fmuladd."))
		return sum_bounds(call,
			product_bounds(call, bounds_of(made_of, call_arg(call, 0), depth),
				bounds_of(made_of, call_arg(call, 1), depth)),
			bounds_of(made_of, call_arg(call, 2), depth));
	return leaf_bounds(made_of, call);
}

/* x < c ? x : c and its like; NULL unless the select is one. */
static struct bounds select_bounds(struct made_of *made_of, LLVMValueRef select, unsigned depth)
{
	LLVMValueRef cond = LLVMGetOperand(select, 0);
	LLVMValueRef x = LLVMGetOperand(select, 1), y = LLVMGetOperand(select, 2);
	struct bounds a = bounds_of(made_of, x, depth), b = bounds_of(made_of, y, depth);
	struct bounds both = { fmin(a.lo, b.lo), fmax(a.hi, b.hi) };
	bool compares = LLVMIsAFCmpInst(cond) &&
			((LLVMGetOperand(cond, 0) == x && LLVMGetOperand(cond, 1) == y) ||
				(LLVMGetOperand(cond, 0) == y && LLVMGetOperand(cond, 1) == x));
	made_of->fails |= !compares || (a.lo != a.hi && b.lo != b.hi);
	if (!compares)
		return both;
	LLVMRealPredicate predicate = LLVMGetFCmpPredicate(cond);
	bool lower = predicate == LLVMRealOLT || predicate == LLVMRealOLE ||
		     predicate == LLVMRealULT || predicate == LLVMRealULE;
	bool upper = predicate == LLVMRealOGT || predicate == LLVMRealOGE ||
		     predicate == LLVMRealUGT || predicate == LLVMRealUGE;
	made_of->fails |= !lower && !upper;
	bool least = LLVMGetOperand(cond, 0) == x ? lower : upper;
	struct bounds less = { fmin(a.lo, b.lo), fmin(a.hi, b.hi) };
	struct bounds more = { fmax(a.lo, b.lo), fmax(a.hi, b.hi) };
	if (!lower && !upper)
		return both;
	return least ? less : more;
}

static struct bounds arithmetic_bounds(struct made_of *made_of, LLVMValueRef value, unsigned depth)
{
	struct bounds a = bounds_of(made_of, LLVMGetOperand(value, 0), depth), b = everything;
	if (LLVMGetNumOperands(value) > 1)
		b = bounds_of(made_of, LLVMGetOperand(value, 1), depth);
	struct bounds less = { -b.hi, -b.lo }, negative = { -a.hi, -a.lo };
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMFAdd:
		return sum_bounds(value, a, b);
	case LLVMFSub:
		return sum_bounds(value, a, less);
	case LLVMFMul:
		return product_bounds(value, a, b);
	case LLVMFDiv:
		return quotient_bounds(value, a, b);
	case LLVMFNeg:
		return negative;
	default:
		return a; /* between precisions */
	}
}

/* Of a whole number that was made a floating-point one. */
static struct bounds number_bounds(struct made_of *made_of, LLVMValueRef value)
{
	LLVMValueRef number = LLVMGetOperand(value, 0);
	bool is_signed = LLVMIsASIToFPInst(value) != NULL;
	if (LLVMIsAZExtInst(number) || LLVMIsASExtInst(number)) {
		is_signed = LLVMIsASExtInst(number) != NULL;
		number = LLVMGetOperand(number, 0);
	}
	double range = ldexp(1, (int)type_width(number) - (is_signed ? 1 : 0));
	struct bounds all = { is_signed ? -range : 0, range - 1 };
	leaf_bounds(made_of, number);
	return all;
}

static struct bounds bounds_of(struct made_of *made_of, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAConstantFP(value)) {
		LLVMBool inexact;
		double number = LLVMConstRealGetDouble(value, &inexact);
		struct bounds exactly = { number, number };
		return isnan(number) ? everything : exactly;
	}
	if (!depth || !LLVMIsAInstruction(value))
		return leaf_bounds(made_of, value);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFNeg:
	case LLVMFPExt:
	case LLVMFPTrunc:
		return arithmetic_bounds(made_of, value, depth - 1);
	case LLVMSIToFP:
	case LLVMUIToFP:
		return number_bounds(made_of, value);
	case LLVMSelect:
		return select_bounds(made_of, value, depth - 1);
	case LLVMCall:
		return call_bounds(made_of, value, depth - 1);
	default:
		return leaf_bounds(made_of, value);
	}
}

/* The term, kept within bounds that are whole numbers of its width. */
static const struct et *within(struct ets *ets, const struct et *term, struct bounds bounds,
	bool is_signed)
{
	enum et_op less = is_signed ? ET_SLT : ET_ULT;
	double limit = ldexp(1, (int)term->width - (is_signed ? 1 : 0));
	if (bounds.hi < limit && bounds.hi > -limit) {
		const struct et *hi = et_const(ets, term->width, (uint64_t)(int64_t)bounds.hi);
		term = et_ite(ets, et_binary(ets, less, 0, term, hi), term, hi);
	}
	if (bounds.lo > -limit && bounds.lo < limit && (is_signed || bounds.lo > 0)) {
		const struct et *lo = et_const(ets, term->width, (uint64_t)(int64_t)bounds.lo);
		term = et_ite(ets, et_binary(ets, less, 0, term, lo), lo, term);
	}
	return term;
}

/* Conversions that round in other ways have names; those of CUDA end in what they do. */
static const char *const conversions[] = { "__float2", "__double2", "__half2int", "__half2uint",
	"lrint", "llrint", "lround", "llround", "llvm.lrint", "llvm.llrint", "llvm.lround",
	"llvm.llround" };

static bool is_conversion(LLVMValueRef value)
{
	if (LLVMIsAFPToSIInst(value) || LLVMIsAFPToUIInst(value))
		return true;
	bool number = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
	if (!number || !LLVMIsACallInst(value) || call_args(value) != 1 ||
		!call_touches_no_memory(value))
		return false;
	for (size_t i = 0; i < sizeof(conversions) / sizeof(*conversions); i++)
		if (named(value, conversions[i]))
			return true;
	return false;
}

const struct et *whole_number_leaf(struct kernel *kernel, LLVMValueRef value)
{
	if (!is_conversion(value) || type_width(value) > 64)
		return NULL;
	bool plain = !LLVMIsACallInst(value), is_signed = !LLVMIsAFPToUIInst(value);
	struct made_of made_of = { .kernel = kernel };
	LLVMValueRef from = plain ? LLVMGetOperand(value, 0) : call_arg(value, 0);
	struct bounds bounds = bounds_of(&made_of, from, DEPTH);
	struct bounds whole = { plain ? trunc(bounds.lo) : floor(bounds.lo),
		plain ? trunc(bounds.hi) : ceil(bounds.hi) };
	bool free = made_of.any && !made_of.fails && made_of.contents == made_of.deepest;
	const struct et *term;
	if (free) {
		struct symbol *sym = symbol_new(kernel->ets, SYM_DATA, LEVEL_GRID, type_width(value),
			made_of.name);
		sym->loc = instruction_loc(kernel->arena, value);
		term = et_app(kernel->ets, sym, made_of.n, made_of.leaves);
	} else {
		term = value_opaque(kernel->env, value, SYM_HAVOC);
	}
	return within(kernel->ets, term, whole, is_signed);
}
