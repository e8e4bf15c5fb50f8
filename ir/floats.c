#include "ir/value_internal.h"

/*
 * Floating-point operations are functions of their operands that nothing more is known of, so that
 * equal operands give equal values. Longer expressions are opaque.
 */

enum { MOST_OPERATIONS = 8 };

struct float_function {
	LLVMOpcode opcode;
	LLVMTypeRef from, to;
	const struct symbol *sym;
};

bool float_operation(LLVMValueRef value)
{
	if (!value_is_float(value) || !LLVMIsAInstruction(value))
		return false;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem:
	case LLVMFNeg:
	case LLVMSIToFP:
	case LLVMUIToFP:
		return true;
	default:
		return false;
	}
}

/* Takes the operations of the expression off what is left; false when there are more. */
static bool is_short(LLVMValueRef value, unsigned *left)
{
	if (!float_operation(value))
		return true;
	if (!*left)
		return false;
	--*left;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_short(LLVMGetOperand(value, i), left))
			return false;
	return true;
}

static const struct symbol *function_of(struct value_env *env, LLVMValueRef value)
{
	struct float_function own = { LLVMGetInstructionOpcode(value),
		LLVMTypeOf(LLVMGetOperand(value, 0)), LLVMTypeOf(value), NULL };
	vec_each(known, &env->floats)
		if ((*known)->opcode == own.opcode && (*known)->from == own.from && (*known)->to == own.to)
			return (*known)->sym;
	struct float_function *made = arena_alloc(env->arena, sizeof(*made));
	*made = own;
	made->sym = symbol_new(env->ets, SYM_FLOAT, LEVEL_GRID, type_width(value), "value");
	vec_push(env->arena, &env->floats, made);
	return made->sym;
}

const struct et *float_et(struct value_env *env, LLVMValueRef value)
{
	unsigned left = MOST_OPERATIONS;
	const struct et *args[2];
	unsigned n = (unsigned)LLVMGetNumOperands(value);
	assert(n && n <= 2);
	if (!is_short(value, &left))
		return value_opaque(env, value, SYM_FLOAT);
	for (unsigned i = 0; i < n; i++)
		args[i] = value_et(env, LLVMGetOperand(value, i));
	return et_app(env->ets, function_of(env, value), n, args);
}

/* The comparison of the same two numbers in the same way, in the same loop, that comes before on every way; NULL: there is none. */
static LLVMValueRef compared_before(const struct value_env *env, LLVMValueRef compare)
{
	LLVMValueRef number = LLVMGetOperand(compare, 0), other = LLVMGetOperand(compare, 1);
	const struct block *block = instruction_block(env->func, compare);
	for (LLVMUseRef use = LLVMIsConstant(number) ? NULL : LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (user == compare || !LLVMIsAFCmpInst(user) || LLVMGetOperand(user, 0) != number || LLVMGetOperand(user, 1) != other ||
			LLVMGetFCmpPredicate(user) != LLVMGetFCmpPredicate(compare))
			continue;
		const struct block *before = instruction_block(env->func, user);
		if (before && block && before->loop == block->loop && instruction_dominates(env->func, user, compare))
			return user;
	}
	return NULL;
}

const struct et *float_compare_et(struct value_env *env, LLVMValueRef compare)
{
	LLVMValueRef before = compared_before(env, compare);
	return before ? value_et(env, before) : value_opaque(env, compare, SYM_FLOAT);
}
