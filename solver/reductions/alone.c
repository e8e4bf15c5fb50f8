#include "solver/check_pair.h"

#include <string.h>

#include "kernelanalysis/kernel.h"
#include "kernelanalysis/model.h"

/*
 * Which lanes __activemask() finds together is up to the hardware: threads of different warps race, if they do, where each is
 * alone as well. What is computed from the mask then is known: its first and only bit is the lane.
 */

struct alone {
	struct check *check;
	const struct question *question;
	bool found;
};

static bool is_named(LLVMValueRef value, const char *prefix)
{
	return LLVMIsACallInst(value) && !strncmp(call_name(value), prefix, strlen(prefix));
}

static bool is_mask(LLVMValueRef value)
{
	return is_named(value, "llvm.nvvm.activemask");
}

static const struct et *lane_of(const struct alone *alone, unsigned thread)
{
	struct ets *ets = alone->question->query.ets;
	const struct et *const *tid = alone->question->terms->tid[thread];
	const struct et *const *size = alone->check->launch->block;
	const struct et *rows = et_binary(ets, ET_ADD, 0, tid[1], et_binary(ets, ET_MUL, 0, tid[2], size[1]));
	const struct et *number = et_binary(ets, ET_ADD, 0, tid[0], et_binary(ets, ET_MUL, 0, rows, size[0]));
	return et_binary(ets, ET_UREM, 0, number, et_const(ets, 32, EXTENT_WARP));
}

/* The other operand of a conjunction with the mask; NULL: it is none. */
static LLVMValueRef masked(LLVMValueRef value)
{
	if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMAnd)
		return NULL;
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
	return is_mask(a) ? b : is_mask(b) ? a : NULL;
}

/* What a call gives to a thread that is alone; NULL: it does not come from the mask. */
static const struct et *value_of(const struct alone *alone, LLVMValueRef call, unsigned thread)
{
	struct ets *ets = alone->question->query.ets;
	const struct et *one = et_const(ets, 32, 1), *lane = lane_of(alone, thread);
	const struct et *bit = et_binary(ets, ET_SHL, 0, one, lane);
	if (is_mask(call))
		return bit;
	LLVMValueRef of = LLVMIsACallInst(call) && call_args(call) ? call_arg(call, 0) : NULL;
	if (of && is_mask(of) && is_named(call, "llvm.cttz.i32"))
		return lane;
	if (!of || !is_named(call, "llvm.ctpop.i32"))
		return NULL;
	LLVMValueRef other = masked(of);
	if (!other)
		return is_mask(of) ? one : NULL;
	const struct et *term = question_term(alone->check, alone->question, thread + 1,
		value_et(alone->check->kernel->env, other));
	const struct et *none = et_binary(ets, ET_EQ, 0, et_binary(ets, ET_AND, 0, term, bit), et_const(ets, 32, 0));
	return et_ite(ets, none, et_const(ets, 32, 0), one);
}

static const struct et *alone_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct alone *alone = data;
	(void)ets;
	const struct symbol *sym = leaf->sym, *first = sym->original ? sym->original : sym;
	bool opaque = first->kind == SYM_HAVOC || first->kind == SYM_UNKNOWN || first->kind == SYM_DATA;
	if (!opaque || !first->origin || sym->copy < 1 || sym->copy > 2)
		return NULL;
	const struct et *value = value_of(alone, (LLVMValueRef)(uintptr_t)first->origin, sym->copy - 1);
	alone->found |= value != NULL;
	return value;
}

bool race_alone(struct check *check, const struct question *question, double seconds)
{
	struct question exact = *question;
	struct alone alone = { check, question, false };
	if (question->pair->interval->kind == RACE_INTRA_WARP)
		return false;
	struct et_map *map = et_map_new(question->query.ets, alone_leaf, &alone);
	for (unsigned t = 0; t < 2; t++)
		exact.query.offset[t] = et_map_apply(map, question->query.offset[t]);
	exact.query.conditions = (__typeof__(exact.query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(check->kernel->arena, &exact.query.conditions, et_map_apply(map, *each));
	return alone.found && race_found(check, &exact, seconds);
}
