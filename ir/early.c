#include "ir/value_internal.h"

/* Values of loops' header phis in the first rounds, whether or not they have a summary. */

struct foreign {
	const struct loop *loop;
	bool found;
};

static void foreign_visit(void *data, const struct et *et)
{
	struct foreign *foreign = data;
	if (et->op != ET_SYM || et->sym->kind != SYM_LOOP)
		return;
	const struct loop *of = et->sym->origin;
	foreign->found |= of != foreign->loop && loop_encloses(foreign->loop, of);
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
	struct foreign foreign = { loop, false };
	const struct et *next = value_et(env, phi_incoming(phi, loop->latch));
	et_once(env->arena, next, foreign_visit, &foreign);
	in->summary = term_at_round(env, loop, value_et(env, phi), round);
	in->value = term_at_round(env, loop, next, round - 1);
	return !foreign.found;
}
