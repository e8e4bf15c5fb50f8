#include "ir/value_internal.h"

/* Values of loops' header phis in the first rounds, whether or not they have a summary. */

struct inner {
	const struct loop *loop;
};

static const struct et *inner_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct inner *inner = data;
	if (leaf->op != ET_SYM || leaf->sym->kind != SYM_LOOP)
		return NULL;
	const struct loop *of = leaf->sym->origin;
	bool inside = of != inner->loop && loop_encloses(inner->loop, of);
	return inside ? et_const(ets, leaf->width, 0) : NULL;
}

/* The term in a round in which inner loops are left without their back edges being taken. */
static const struct et *in_round(
	struct value_env *env, const struct loop *loop, const struct et *term, uint64_t round)
{
	struct inner inner = { loop };
	return term_at_round(env, loop, et_map_once(env->ets, term, inner_leaf, &inner), round);
}

const struct loop *loop_of_phi(struct value_env *env, LLVMValueRef value)
{
	if (!LLVMIsAPHINode(value))
		return NULL;
	const struct block *block = instruction_block(env->func, value);
	const struct loop *loop = block ? block->loop : NULL;
	return loop && loop->header == block && loop->preheader && loop->latch ? loop : NULL;
}

bool phi_in_round(struct value_env *env, LLVMValueRef phi, uint64_t round, struct phi_round *in)
{
	const struct loop *loop = loop_of_phi(env, phi);
	if (!loop || !round)
		return false;
	const struct et *goes_on =
		et_and(env->ets, value_reach_from(env, loop->header, loop->latch),
			value_edge(env, loop->latch, loop->header));
	in->summary = term_at_round(env, loop, value_et(env, phi), round);
	in->value = in_round(env, loop, value_et(env, phi_incoming(phi, loop->latch)), round - 1);
	in->holds = in_round(env, loop, goes_on, round - 1);
	return true;
}
