#include "ir/value_internal.h"

#include <string.h>

static const struct et *pick(struct value_env *env, LLVMValueRef call, enum et_op op, bool first)
{
	const struct et *a = value_et(env, call_arg(call, 0)), *b = value_et(env, call_arg(call, 1));
	return et_ite(env->ets, et_binary(env->ets, op, 0, a, b), first ? a : b, first ? b : a);
}

static const struct et *absolute(struct value_env *env, LLVMValueRef call)
{
	struct ets *ets = env->ets;
	const struct et *a = value_et(env, call_arg(call, 0));
	const struct et *zero = et_const(ets, a->width, 0);
	return et_ite(ets, et_binary(ets, ET_SLT, 0, a, zero),
		et_binary(ets, ET_SUB, ET_NSW, zero, a), a);
}

/* The upper (fshl) or lower (fshr) half of a pair of words shifted by a constant: a rotation when
 * both are one. Bits that leave the word are cut off first, because shifts of numbers are taken
 * not to lose any; the two parts have no bit in common, so their sum is exact. */
static const struct et *funnel(struct value_env *env, LLVMValueRef call, bool left)
{
	struct ets *ets = env->ets;
	const struct et *high = value_et(env, call_arg(call, 0));
	const struct et *low = value_et(env, call_arg(call, 1));
	const struct et *amount = value_et(env, call_arg(call, 2));
	if (!et_is_const(amount))
		return NULL;
	uint64_t by = amount->value % high->width;
	if (!by)
		return left ? high : low;
	uint64_t up = left ? by : high->width - by;
	const struct et *kept = et_binary(ets, ET_AND, 0, high,
		et_const(ets, high->width, mask_bits((unsigned)(high->width - up))));
	return et_binary(ets, ET_ADD, ET_NUW,
		et_binary(ets, ET_SHL, ET_NUW, kept, et_const(ets, high->width, up)),
		et_binary(ets, ET_LSHR, 0, low, et_const(ets, low->width, high->width - up)));
}

/* a - b, or a + b, kept within the unsigned numbers. */
static const struct et *saturated(struct value_env *env, LLVMValueRef call, bool adds)
{
	struct ets *ets = env->ets;
	const struct et *a = value_et(env, call_arg(call, 0)), *b = value_et(env, call_arg(call, 1));
	const struct et *most = et_const(ets, a->width, mask_bits(a->width));
	if (!adds)
		return et_ite(ets, et_binary(ets, ET_ULT, 0, a, b), et_const(ets, a->width, 0),
			et_binary(ets, ET_SUB, 0, a, b));
	const struct et *room = et_binary(ets, ET_SUB, 0, most, a);
	return et_ite(ets, et_binary(ets, ET_ULT, 0, room, b), most,
		et_binary(ets, ET_ADD, 0, a, b));
}

/* The low 24 bits of a factor of __mul24 and __umul24. Shifts of numbers are taken not to lose any bits, which is the
 * assumption that these factors fit. */
static const struct et *low24(struct value_env *env, LLVMValueRef call, enum et_op back)
{
	struct ets *ets = env->ets;
	const struct et *a = value_et(env, call_arg(call, 0)), *by = et_const(ets, a->width, 8);
	return et_binary(ets, back, 0, et_binary(ets, ET_SHL, 0, a, by), by);
}

/* The number or the bit that "umul.with.overflow" returns, which clang asks for the size of an array. */
static const struct et *overflow_part(struct value_env *env, LLVMValueRef part)
{
	struct ets *ets = env->ets;
	LLVMValueRef call = LLVMGetOperand(part, 0);
	if (!is_call(call) || strncmp(call_name(call), "llvm.umul.with.overflow.", 24) ||
		LLVMGetNumIndices(part) != 1 || !value_is_integer(call_arg(call, 0)))
		return NULL;
	const struct et *a = value_et(env, call_arg(call, 0)), *b = value_et(env, call_arg(call, 1));
	if (LLVMGetIndices(part)[0] == 0)
		return et_binary(ets, ET_MUL, 0, a, b);
	if (!et_is_const(b) || !b->value)
		return NULL;
	return et_binary(ets, ET_ULT, 0, et_const(ets, b->width, mask_bits(b->width) / b->value), a);
}

const struct et *intrinsic_et(struct value_env *env, LLVMValueRef call)
{
	if (LLVMIsAExtractValueInst(call))
		return overflow_part(env, call);
	const char *name = call_name(call);
	if (!strcmp(name, "__hgrd_low24") || !strcmp(name, "__hgrd_ulow24"))
		return low24(env, call, name[7] == 'u' ? ET_LSHR : ET_ASHR);
	if (strncmp(name, "llvm.", 5) || !value_is_integer(call))
		return NULL;
	if (!strncmp(name, "llvm.smin.", 10))
		return pick(env, call, ET_SLT, true);
	if (!strncmp(name, "llvm.smax.", 10))
		return pick(env, call, ET_SLT, false);
	if (!strncmp(name, "llvm.umin.", 10))
		return pick(env, call, ET_ULT, true);
	if (!strncmp(name, "llvm.umax.", 10))
		return pick(env, call, ET_ULT, false);
	if (!strncmp(name, "llvm.abs.", 9))
		return absolute(env, call);
	if (!strncmp(name, "llvm.fshl.", 10) || !strncmp(name, "llvm.fshr.", 10))
		return funnel(env, call, name[8] == 'l');
	if (!strncmp(name, "llvm.usub.sat.", 14) || !strncmp(name, "llvm.uadd.sat.", 14))
		return saturated(env, call, name[6] == 'a');
	if (!strncmp(name, "llvm.expect.", 12) || !strncmp(name, "llvm.launder.", 13) ||
		!strncmp(name, "llvm.strip.", 11) || !strncmp(name, "llvm.ssa.copy", 13))
		return value_et(env, call_arg(call, 0));
	return reversed_word(env, call);
}
