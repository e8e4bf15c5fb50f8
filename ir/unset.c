#include "ir/value_internal.h"

/*
 * Variables that nothing has set before a loop which sets them: who branches on one of them has been in the loop. The language leaves the other way
 * undefined, as it does the overflow of signed numbers.
 */

enum { MOST_STEPS = 256 };

struct setting {
	struct value_env *env;
	unsigned steps;
};

const struct et *value_unset(struct value_env *env, LLVMValueRef undefined)
{
	const struct et *term = value_opaque(env, undefined, SYM_FLOAT);
	vec_push(env->arena, &env->unset, term->sym);
	return term;
}

static const struct et *is_set(struct setting *setting, const struct et *term);

static bool is_leaf_set(const struct value_env *env, const struct et *leaf)
{
	vec_each(sym, &env->unset)
		if (*sym == leaf->sym)
			return false;
	return true;
}

/* Both are set, or one of them that decides by itself. */
static const struct et *is_either_set(struct setting *setting, const struct et *a, const struct et *b, bool decides)
{
	struct ets *ets = setting->env->ets;
	const struct et *first = is_set(setting, a), *second = is_set(setting, b);
	const struct et *by_first = et_and(ets, first, decides ? a : et_not(ets, a));
	const struct et *by_second = et_and(ets, second, decides ? b : et_not(ets, b));
	return et_or(ets, et_and(ets, first, second), et_or(ets, by_first, by_second));
}

static const struct et *is_set(struct setting *setting, const struct et *term)
{
	struct ets *ets = setting->env->ets;
	const struct et *set = et_bool(ets, true);
	if (term->op == ET_SYM || term->op == ET_APP)
		return et_bool(ets, is_leaf_set(setting->env, term));
	if (++setting->steps > MOST_STEPS || term->op == ET_CONST)
		return set;
	if (term->op == ET_ITE)
		return et_and(ets, is_set(setting, term->arg[0]),
			et_ite(ets, term->arg[0], is_set(setting, term->arg[1]), is_set(setting, term->arg[2])));
	if (term->width == 1 && (term->op == ET_AND || term->op == ET_OR))
		return is_either_set(setting, term->arg[0], term->arg[1], term->op == ET_OR);
	enum et_class class = et_op_class((enum et_op)term->op);
	if (class != ET_CAST && class != ET_COMPARE && term->op != ET_XOR)
		return set;
	for (unsigned i = 0; i < term->nargs; i++)
		set = et_and(ets, set, is_set(setting, term->arg[i]));
	return set;
}

const struct et *decided_by(struct value_env *env, const struct et *condition)
{
	struct setting setting = { .env = env };
	return env->unset.n ? et_and(env->ets, condition, is_set(&setting, condition)) : condition;
}
