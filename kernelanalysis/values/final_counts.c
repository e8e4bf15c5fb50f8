#include "kernelanalysis/passes.h"

/*
 * Loops that run a constant number of rounds are behind them a number: what they have counted is no choice of the thread. Nor is it in
 * those that run once.
 */

/* How often the loop's back edge is taken, where that is a constant. */
static bool constant_rounds(struct value_env *env, const struct loop *loop, uint64_t *rounds)
{
	const struct et *known = loop_rounds(env, loop);
	*rounds = known && et_is_const(known) ? known->value : 0;
	return known && et_is_const(known);
}

/* Is the block, one of the loop, only come to by staying in it where it may be left. */
static bool is_within(const struct loop *loop, const struct block *block)
{
	const struct block *from = loop->exits.at[0].from;
	return from != block && block_dominates(from, block);
}

struct finished {
	struct kernel *kernel;
	const struct block *block;
	const struct et *known; /* of the counters that were replaced */
};

/* The loop of the kernel whose counter the leaf is; NULL: it is none. */
static const struct loop *counted_loop(const struct kernel *kernel, const struct et *leaf)
{
	const struct loop *loop = leaf->op == ET_SYM && leaf->sym->kind == SYM_LOOP ? leaf->sym->origin : NULL;
	bool own = loop && loop->index < kernel->func->loops.n && kernel->func->loops.at[loop->index] == loop;
	return own && kernel->env->loops[loop->index].counter == leaf->sym ? loop : NULL;
}

static const struct et *finished_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct finished *finished = data;
	const struct loop *loop = counted_loop(finished->kernel, leaf);
	uint64_t rounds;
	if (!loop || !constant_rounds(finished->kernel->env, loop, &rounds))
		return NULL;
	if (loop_contains(loop, finished->block) && rounds != is_within(loop, finished->block))
		return NULL;
	const struct et *count = et_const(ets, leaf->width, loop_contains(loop, finished->block) ? 0 : rounds);
	finished->known = et_and(ets, finished->known, et_binary(ets, ET_EQ, 0, leaf, count));
	return count;
}

void access_counts_settle(struct kernel *kernel, struct access *access)
{
	struct finished finished = { kernel, access->block, et_bool(kernel->ets, true) };
	access->place = et_map_once(kernel->ets, access->address, finished_leaf, &finished);
	access->when = et_map_once(kernel->ets, access->guard, finished_leaf, &finished);
	access->when = et_and(kernel->ets, access->when, finished.known);
}
