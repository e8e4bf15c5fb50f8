#include "kernelanalysis/passes.h"

/* Loops that run a constant number of rounds are behind them a number: what they have counted is no choice of the thread. */

struct finished {
	struct kernel *kernel;
	const struct block *block;
};

static const struct et *finished_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct finished *finished = data;
	const struct loop *loop = leaf->op == ET_SYM && leaf->sym->kind == SYM_LOOP ? leaf->sym->origin : NULL;
	if (!loop || loop_contains(loop, finished->block))
		return NULL;
	const struct et *rounds = loop_rounds(finished->kernel->env, loop);
	return rounds && et_is_const(rounds) ? et_const(ets, leaf->width, rounds->value) : NULL;
}

const struct et *term_behind_loops(struct kernel *kernel, const struct et *term, const struct block *block)
{
	struct finished finished = { kernel, block };
	if (!kernel->func->loops.n)
		return term;
	return et_map_once(kernel->ets, term, finished_leaf, &finished);
}
