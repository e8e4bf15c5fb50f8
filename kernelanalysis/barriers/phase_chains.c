#include "kernelanalysis/barriers/phased.h"

#include "expr/known.h"
#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/intervals/runs.h"

/*
 * Chains over two barriers with phases: threads that have waited for the first before they arrive at the second hand
 * on what came before. Who has waited for M phases of the second comes after what these threads had waited for at their last
 * arrival of one place among the first M: no phase was over before each of its members had arrived at it. In round k of
 * a loop that arrival is number `each` * k + `ahead`.
 */

enum { MOST_BARRIERS = 8 };

/* Are its phases simply those that were waited for. */
static bool is_simple(const struct phased *phased)
{
	vec_each(op, &phased->ops)
		if ((*op)->drops || (*op)->weight || (*op)->lag || (*op)->bytes || (*op)->every > 1)
			return false;
	return !phased->unknown && !phased->loose && !phased->clustered && !phased->lag && !phased->stays &&
	       !phased->role && phased->ops.n;
}

const struct et *term_where(struct kernel *kernel, const struct et *condition, const struct et *term)
{
	struct known *known = known_new(kernel->arena, kernel->ets);
	size_t n;
	if (!known_conjuncts(kernel->arena, known, 1, &condition, &n))
		return term;
	return known_apply(known, term);
}

/* Do the threads that run it arrive in no other way, or at several places in each round of one loop. */
static bool is_regular(struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	const struct phased few = phased_may_run(kernel, phased, op->block);
	const struct et *guard = lasting_guard(kernel, op->block);
	bool regular = op->arrives && !op->spreads, alone = true;
	struct cadence cadence;
	vec_each(each, &few.ops) {
		const struct sync *other = *each;
		if (!other->arrives)
			continue;
		alone &= other == op;
		regular &= !other->spreads;
		regular &= other == op || (op->block->loop && other->block->loop == op->block->loop &&
						  lasting_guard(kernel, other->block) == guard &&
						  cadence_of(kernel, other->block, &cadence) &&
						  !cadence.skip && !cadence.cap);
	}
	return regular && (alone || (cadence_of(kernel, op->block, &cadence) && !cadence.skip && !cadence.cap));
}

struct mention {
	const struct et *counter;
	bool other;
};

static void mention_visit(void *data, const struct et *et)
{
	struct mention *mention = data;
	mention->other |= et->op == ET_APP || (et->op == ET_SYM && et != mention->counter);
}

/* Is the term a number, or made of the counter (NULL: none) alone. */
static bool is_made_of(struct kernel *kernel, const struct et *term, const struct et *counter)
{
	struct mention mention = { counter, false };
	et_once(kernel->arena, term, mention_visit, &mention);
	return !mention.other;
}

/* Splits the arrivals before that of a round into `each` for every round before and `ahead` more. */
static bool is_even(struct kernel *kernel, const struct sync *op, const struct et *own,
	const struct et *k, struct phase_chain *chain)
{
	vec_each(each, &chain->second->ops) {
		const struct et *runs = (*each)->arrives
			? runs_before(kernel, (*each)->instruction, op->instruction)
			: et_const(kernel->ets, 64, 0);
		runs = runs ? term_where(kernel, own, runs) : NULL;
		bool grows = runs && k && !et_is_const(runs);
		if (grows)
			runs = et_binary(kernel->ets, ET_SUB, ET_NSW, runs, k);
		if (!runs || !et_is_const(runs))
			return false;
		chain->each += grows;
		chain->ahead += et_signed(runs);
	}
	return !k || chain->each > 0;
}

/* What the threads of the arrival have waited for then, and how often they have arrived. */
static bool is_handed_on(struct kernel *kernel, const struct sync *op, struct phase_chain *chain)
{
	const struct et *own = run_when(kernel, op->block);
	const struct et *waited = phased_before(kernel, chain->first, true, op->instruction);
	const struct loop *loop = op->block->loop;
	if (!waited || (loop && loop->parent))
		return false;
	const struct et *k = loop ? et_sym(kernel->ets, kernel->env->loops[loop->index].counter) : NULL;
	if (k && k->width != 64)
		return false;
	chain->waited = term_where(kernel, own, waited);
	chain->counter = k ? k->sym : NULL;
	return is_made_of(kernel, chain->waited, k) &&
	       !(et_is_const(chain->waited) && et_signed(chain->waited) <= 0) &&
	       is_even(kernel, op, own, k, chain);
}

static void chains_of(struct kernel *kernel, const struct phased *first, const struct phased *second)
{
	vec_each(op, &second->ops) {
		struct phase_chain chain = { .first = first, .second = second };
		if (!is_regular(kernel, second, *op) || !is_handed_on(kernel, *op, &chain))
			continue;
		chain.by = op_members(kernel, *op);
		vec_push(kernel->arena, &kernel->phase_chains, chain);
	}
}

void phase_chains_fill(struct kernel *kernel)
{
	if (kernel->phased.n > MOST_BARRIERS)
		return;
	vec_each(first, &kernel->phased)
		vec_each(second, &kernel->phased)
			if (*first != *second && is_simple(*first) && is_simple(*second))
				chains_of(kernel, *first, *second);
}

static const struct et *first_lane_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const uint64_t *x = data;
	if (leaf->sym->builtin != BUILTIN_TID)
		return NULL;
	return et_const(ets, leaf->width, leaf->sym->axis ? 0 : *x);
}

/* Does the condition hold for the first lane of some warp of a block's first row. */
static const struct et *some_warp(struct kernel *kernel, const struct et *condition)
{
	struct ets *ets = kernel->ets;
	const struct et *some = et_bool(ets, false);
	for (uint64_t x = 0; x < 1024 && !et_is_true(some); x += 32) {
		const struct et *here = et_map_once(ets, condition, first_lane_leaf, &x);
		const struct et *there = et_binary(ets, ET_ULT, 0, et_const(ets, 32, x),
			et_sym(ets, kernel->ntid[0]));
		some = et_or(ets, some, et_and(ets, here, there));
	}
	return some;
}

const struct et *phases_chained(
	struct kernel *kernel, const struct phase_chain *chain, const struct et *waited)
{
	struct ets *ets = kernel->ets;
	const struct et *none = et_const(ets, 64, 0), *phases = chain->waited;
	const struct et *before = et_const(ets, 64, (uint64_t)(chain->ahead + 1));
	const struct et *last = et_binary(ets, ET_SUB, ET_NSW, waited, before);
	if (chain->counter) {
		const struct et *each = et_const(ets, 64, (uint64_t)chain->each);
		phases = with_value(ets, phases, chain->counter, et_binary(ets, ET_UDIV, 0, last, each));
	}
	const struct et *comes =
		et_and(ets, some_warp(kernel, chain->by), et_binary(ets, ET_SLE, 0, none, last));
	return et_ite(ets, comes, phases, none);
}
