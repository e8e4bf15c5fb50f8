#include "kernelanalysis/draws/lanes.h"

#include <string.h>

#define DEPTH 24

unsigned lanes_in(uint32_t mask)
{
	return (unsigned)__builtin_popcount(mask);
}

unsigned lanes_below(const struct lane_thread *thread)
{
	return lanes_in(thread->lanes & ((UINT32_C(1) << thread->lane) - 1));
}

struct lane_thread lane_thread_of(unsigned shape, unsigned place)
{
	static const uint32_t shapes[LANE_SHAPES][3] = { { 64, 1, 1 }, { 8, 8, 1 }, { 4, 4, 4 },
		{ 2, 32, 1 }, { 5, 13, 1 } };
	struct lane_thread thread = { .lane = place % EXTENT_WARP };
	for (unsigned i = 0; i < 3; i++) {
		thread.ntid[i] = shapes[shape][i];
		thread.tid[i] = place % shapes[shape][i];
		place /= shapes[shape][i];
	}
	return thread;
}

/* Knuth's multiplicative hash; the first masks are the single lane and the full warp. */
uint32_t lane_sample(unsigned n, unsigned lane)
{
	uint32_t mask = n == 0 ? 0 : n == 1 ? UINT32_MAX : n * UINT32_C(2654435761);
	if (n % 3 == 2)
		mask &= mask >> 3 ^ mask << 5;
	return mask | UINT32_C(1) << lane;
}

static uint64_t sized(LLVMValueRef value, uint64_t number)
{
	return number & mask_bits(type_width(value));
}

/* The lane of the n-th one of the mask, counted from lane `base` on; all ones: there is none. */
static uint32_t nth_lane(uint32_t mask, uint32_t base, int32_t n)
{
	uint32_t lane = base;
	int step = n < 0 ? -1 : 1;
	if (n == 0)
		return base < 32 && mask >> base & 1 ? base : UINT32_MAX;
	for (n = n < 0 ? -n : n; lane < 32; lane += (uint32_t)step)
		if (mask >> lane & 1 && --n == 0)
			return lane;
	return UINT32_MAX;
}

static bool begins(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

/* Special registers that depend on the thread alone. */
static bool register_value(const struct lane_thread *thread, const char *name, uint64_t *result)
{
	static const char tid[] = "tid.", ntid[] = "ntid.";
	uint32_t bit = UINT32_C(1) << thread->lane;
	if (begins(name, tid))
		*result = thread->tid[name[strlen(tid)] - 'x'];
	else if (begins(name, ntid))
		*result = thread->ntid[name[strlen(ntid)] - 'x'];
	else if (!strcmp(name, "laneid"))
		*result = thread->lane;
	else if (!strcmp(name, "warpsize"))
		*result = EXTENT_WARP;
	else if (!strcmp(name, "lanemask.eq"))
		*result = bit;
	else if (!strcmp(name, "lanemask.lt"))
		*result = bit - 1;
	else if (!strcmp(name, "lanemask.le"))
		*result = bit | (bit - 1);
	else if (!strcmp(name, "lanemask.ge"))
		*result = ~(bit - 1);
	else if (!strcmp(name, "lanemask.gt"))
		*result = ~(bit | (bit - 1));
	else
		return false;
	return true;
}

/* Functions of up to three numbers of 32 bits. */
static bool function_value(const char *name, const uint64_t *arg, uint64_t *result)
{
	uint32_t x = (uint32_t)arg[0];
	if (begins(name, "llvm.ctpop.i32"))
		*result = lanes_in(x);
	else if (begins(name, "llvm.cttz.i32"))
		*result = x ? (uint64_t)__builtin_ctz(x) : 32;
	else if (begins(name, "llvm.ctlz.i32"))
		*result = x ? (uint64_t)__builtin_clz(x) : 32;
	else if (begins(name, "llvm.nvvm.fns"))
		*result = nth_lane(x, (uint32_t)arg[1], (int32_t)arg[2]);
	else
		return false;
	return true;
}

static bool evaluate(
	const struct lane_thread *thread, LLVMValueRef value, unsigned depth, uint64_t *result);

static bool call_value(
	const struct lane_thread *thread, LLVMValueRef call, unsigned depth, uint64_t *result)
{
	static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";
	const char *name = call_name(call);
	uint64_t arg[3] = { 0 };
	if (begins(name, sreg))
		return register_value(thread, name + strlen(sreg), result);
	if (!begins(name, "llvm.") || call_args(call) > 3 || !call_args(call))
		return false;
	for (unsigned i = 0; i < call_args(call); i++)
		if (!evaluate(thread, call_arg(call, i), depth, &arg[i]))
			return false;
	return function_value(name, arg, result);
}

bool predicate_holds(LLVMIntPredicate predicate, unsigned width, uint64_t a, uint64_t b)
{
	int64_t x = sign_extend(a, width), y = sign_extend(b, width);
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
		return x > y;
	case LLVMIntSGE:
		return x >= y;
	case LLVMIntSLT:
		return x < y;
	case LLVMIntSLE:
		return x <= y;
	}
	bug("unknown integer predicate");
}

/* Operations on signed numbers that two's complement does not do as it does unsigned ones. */
static bool signed_value(LLVMOpcode opcode, unsigned width, const uint64_t *arg, uint64_t *result)
{
	int64_t x = sign_extend(arg[0], width), y = sign_extend(arg[1], width);
	if (opcode == LLVMAShr) {
		*result = (uint64_t)(x >> (arg[1] < width ? arg[1] : width - 1));
		return true;
	}
	if (!y || y == -1)
		return false;
	*result = (uint64_t)(opcode == LLVMSDiv ? x / y : x % y);
	return true;
}

static bool operator_value(LLVMValueRef value, const uint64_t *arg, uint64_t *result)
{
	unsigned width = type_width(LLVMGetOperand(value, 0));
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
		*result = arg[0] + arg[1];
		return true;
	case LLVMSub:
		*result = arg[0] - arg[1];
		return true;
	case LLVMMul:
		*result = arg[0] * arg[1];
		return true;
	case LLVMAnd:
		*result = arg[0] & arg[1];
		return true;
	case LLVMOr:
		*result = arg[0] | arg[1];
		return true;
	case LLVMXor:
		*result = arg[0] ^ arg[1];
		return true;
	case LLVMShl:
		*result = arg[1] < width ? arg[0] << arg[1] : 0;
		return true;
	case LLVMLShr:
		*result = arg[1] < width ? arg[0] >> arg[1] : 0;
		return true;
	case LLVMUDiv:
		*result = arg[1] ? arg[0] / arg[1] : 0;
		return arg[1] != 0;
	case LLVMURem:
		*result = arg[1] ? arg[0] % arg[1] : 0;
		return arg[1] != 0;
	case LLVMAShr:
	case LLVMSDiv:
	case LLVMSRem:
		return signed_value(LLVMGetInstructionOpcode(value), width, arg, result);
	case LLVMZExt:
	case LLVMTrunc:
		*result = arg[0];
		return true;
	case LLVMSExt:
		*result = (uint64_t)sign_extend(arg[0], width);
		return true;
	case LLVMICmp:
		*result = predicate_holds(LLVMGetICmpPredicate(value), width, arg[0], arg[1]);
		return true;
	case LLVMSelect:
		*result = arg[0] ? arg[1] : arg[2];
		return true;
	default:
		return false;
	}
}

/* Does the value say whether the thread's own lane is one of the mask: what it brings to the ballot. */
static bool is_predicate(LLVMValueRef mask, LLVMValueRef value)
{
	return mask && begins(call_name(mask), "llvm.nvvm.vote.ballot") &&
	       call_arg(mask, call_args(mask) - 1) == value;
}

static bool evaluate(
	const struct lane_thread *thread, LLVMValueRef value, unsigned depth, uint64_t *result)
{
	uint64_t arg[3] = { 0 };
	bool known;
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind || !depth)
		return false;
	if (value == thread->mask) {
		*result = thread->lanes;
		return true;
	}
	if (is_predicate(thread->mask, value)) {
		*result = thread->lanes >> thread->lane & 1;
		return true;
	}
	if (LLVMIsAConstantInt(value)) {
		*result = LLVMConstIntGetZExtValue(value);
		return true;
	}
	if (!LLVMIsAInstruction(value))
		return false;
	if (LLVMIsACallInst(value)) {
		known = call_value(thread, value, depth - 1, result);
	} else {
		if (LLVMGetNumOperands(value) > 3 || LLVMIsAPHINode(value))
			return false;
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
			if (!evaluate(thread, LLVMGetOperand(value, i), depth - 1, &arg[i]))
				return false;
		known = operator_value(value, arg, result);
	}
	*result = sized(value, *result);
	return known;
}

bool lane_value(const struct lane_thread *thread, LLVMValueRef value, uint64_t *result)
{
	return evaluate(thread, value, DEPTH, result);
}
