#include "kernelanalysis/passes.h"

/*
 * Loops that run a constant number of rounds are behind them a number: what they have counted is no choice of the thread. Nor is it in
 * those that run once.
 */

struct finished {
	struct kernel *kernel;
	const struct block *block;
};

/* Is the block, one of the loop, only come to by staying in it where it may be left. */
static bool is_within(const struct loop *loop, const struct block *block)
{
	const struct block *from = loop->exits.at[0].from;
	return from != block && block_dominates(from, block);
}

static const struct et *finished_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct finished *finished = data;
	const struct loop *loop = leaf->op == ET_SYM && leaf->sym->kind == SYM_LOOP ? leaf->sym->origin : NULL;
	const struct et *rounds = loop ? loop_rounds(finished->kernel->env, loop) : NULL;
	if (!rounds || !et_is_const(rounds))
		return NULL;
	if (!loop_contains(loop, finished->block))
		return et_const(ets, leaf->width, rounds->value);
	bool once = rounds->value == is_within(loop, finished->block);
	return once ? et_const(ets, leaf->width, 0) : NULL;
}

const struct et *term_behind_loops(struct kernel *kernel, const struct et *term, const struct block *block)
{
	struct finished finished = { kernel, block };
	if (!kernel->func->loops.n)
		return term;
	return et_map_once(kernel->ets, term, finished_leaf, &finished);
}
