#include "ir/value_internal.h"

#include "expr/known.h"
#include "expr/linear.h"

/*
 * Pointers of the host where ways meet: what a container's functions return as its end is computed apart for none, one and
 * more elements, though one of the sums is right for all; and the distance of two pointers into one block.
 */

/* Without promises not to wrap, which hold on the value's own way alone. */
static const struct et *unpromised(struct ets *ets, const struct et *et)
{
	const struct et *args[3];
	if (et->op != ET_ADD && et->op != ET_SUB && et->op != ET_MUL && et->op != ET_SHL)
		return et;
	for (unsigned i = 0; i < et->nargs; i++)
		args[i] = unpromised(ets, et->arg[i]);
	return et_binary(ets, (enum et_op)et->op, 0, args[0], args[1]);
}

/* Adds that a number is zero where a condition says so as an order of numbers without sign. */
static void zeros_add(struct ets *ets, struct known *known, const struct et *cond)
{
	if (cond->op == ET_AND && cond->width == 1) {
		zeros_add(ets, known, cond->arg[0]);
		zeros_add(ets, known, cond->arg[1]);
		return;
	}
	bool none = cond->op == ET_ULE && et_is_const(cond->arg[1]) && !cond->arg[1]->value;
	bool below = cond->op == ET_ULT && et_is_const(cond->arg[1]) && cond->arg[1]->value == 1;
	known_add(known, none || below ? et_binary(ets, ET_EQ, 0, cond->arg[0],
						 et_const(ets, cond->arg[0]->width, 0))
				       : cond);
}

const struct et *value_when(struct value_env *env, const struct et *cond, const struct et *term)
{
	struct arena *scratch = arena_new();
	struct known *known = known_new(scratch, env->ets);
	zeros_add(env->ets, known, cond);
	term = known_apply(known, term);
	arena_free(scratch);
	return term;
}

/* Do two sums have one value wherever the condition holds. */
static bool agree(struct value_env *env, const struct et *cond, const struct et *a, const struct et *b)
{
	const struct et *rest =
		et_difference(env->ets, value_when(env, cond, a), value_when(env, cond, b));
	return et_is_const(rest) && !rest->value;
}

const struct et *joined_pointer(struct value_env *env, const struct block *block, LLVMValueRef phi)
{
	enum { MOST_WAYS = 4 };
	size_t n = block->preds.n;
	if (!env->reads_input || n > MOST_WAYS ||
		LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMPointerTypeKind)
		return NULL;
	for (size_t i = n; i-- > 0;) {
		const struct et *all = value_et(env, phi_incoming(phi, block->preds.at[i]));
		bool right = all->op == ET_ADD;
		for (size_t k = 0; k < n && right; k++) {
			const struct block *pred = block->preds.at[k];
			const struct et *taken = et_and(env->ets,
				value_reach_from(env, block->idom, pred), value_edge(env, pred, block));
			right = k == i || agree(env, taken, unpromised(env->ets, all),
						  value_et(env, phi_incoming(phi, pred)));
		}
		if (right)
			return unpromised(env->ets, all);
	}
	return NULL;
}

const struct et *address_less(struct value_env *env, LLVMValueRef value, const struct et *difference)
{
	if (!env->reads_input || difference->op != ET_SUB || LLVMIsAConstantExpr(value) ||
		!LLVMIsAPtrToIntInst(LLVMGetOperand(value, 0)) ||
		!LLVMIsAPtrToIntInst(LLVMGetOperand(value, 1)))
		return difference;
	return et_difference(env->ets, difference->arg[0], difference->arg[1]);
}

const struct et *whole_elements(struct value_env *env, LLVMValueRef value, const struct et *quotient)
{
	bool exact = env->reads_input && LLVMIsAInstruction(value) && LLVMGetExact(value) &&
		     quotient->op == ET_SDIV && et_is_const(quotient->arg[1]) &&
		     et_signed(quotient->arg[1]) > 0;
	const struct et *count =
		exact ? et_element(env->ets, quotient->arg[0], 0, et_signed(quotient->arg[1])) : NULL;
	return count ? count : quotient;
}

const struct et *chosen_value(struct value_env *env, LLVMValueRef select)
{
	LLVMValueRef cond = LLVMGetOperand(select, 0), value[2] = { LLVMGetOperand(select, 1), LLVMGetOperand(select, 2) };
	if (LLVMGetTypeKind(LLVMTypeOf(cond)) != LLVMIntegerTypeKind)
		return value_opaque(env, select, SYM_HAVOC);
	for (unsigned i = 0; i < 2; i++)
		if (LLVMIsUndef(value[i]))
			return value_et(env, value[!i]);
	return et_ite(env->ets, value_et(env, cond), value_et(env, value[0]), value_et(env, value[1]));
}
