#include "ir/value_internal.h"

/*
 * What a round tests of a header phi's next value, at its end, holds of the phi in the next round. Of a phi that is not known as a
 * function of the counter both terms are there, and nothing else says that they are one number.
 */

struct instead {
	const struct et *of, *by;
};

static const struct et *put_instead(void *data, struct ets *ets, const struct et *et)
{
	const struct instead *instead = data;
	(void)ets;
	return et == instead->of ? instead->by : NULL;
}

static const struct et *with_instead(struct ets *ets, const struct et *et, struct instead instead)
{
	struct et_map *map = et_map_new(ets, NULL, NULL);
	et_map_operations(map, put_instead, &instead);
	return et_map_apply(map, et);
}

/* The conjuncts that the term is in. */
static const struct et *conjuncts_of(struct value_env *env, const struct et *cond, const struct et *term)
{
	if (cond->op == ET_AND && cond->width == 1)
		return et_and(env->ets, conjuncts_of(env, cond->arg[0], term), conjuncts_of(env, cond->arg[1], term));
	return et_mentions(env->arena, cond, term) ? cond : et_bool(env->ets, true);
}

struct rest {
	LLVMValueRef phi;
	bool found;
};

static void rest_visit(void *data, const struct et *et)
{
	struct rest *rest = data;
	rest->found |= et->op == ET_APP && et->sym->origin == rest->phi;
}

/* Is the phi partly a number that nothing is known of but that it is the phi's. */
static bool rests_on_itself(struct value_env *env, const struct et *term, LLVMValueRef phi)
{
	struct rest rest = { phi, false };
	et_once(env->arena, term, rest_visit, &rest);
	return rest.found;
}

static const struct et *said_of(struct value_env *env, const struct loop *loop, const struct et *stay, LLVMValueRef phi)
{
	struct ets *ets = env->ets;
	LLVMValueRef next = phi_incoming(phi, loop->latch);
	const struct et *now = ptrmap_get(env->memo->terms, phi), *then = ptrmap_get(env->memo->terms, next);
	if (!now || !then || now == then || et_op_class(then->op) == ET_LEAF || !rests_on_itself(env, now, phi))
		return et_bool(ets, true);
	const struct et *conds = conjuncts_of(env, stay, then);
	const struct et *mark = et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, then->width, "next"));
	conds = previous_iteration(env, loop, with_instead(ets, conds, (struct instead){ then, mark }));
	return et_with(ets, conds, mark, now);
}

const struct et *next_values(struct value_env *env, const struct loop *loop, const struct et *stay)
{
	const struct et *said = et_bool(env->ets, true);
	if (env->memo->outer)
		return said;
	LLVMValueRef i = LLVMGetFirstInstruction(loop->header->llvm);
	for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		said = et_and(env->ets, said, said_of(env, loop, stay, i));
	return said;
}
