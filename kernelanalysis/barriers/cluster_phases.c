#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"

/*
 * Barriers with phases (phases.c) at which threads of other blocks of the cluster arrive (PTX ISA, mapa, and
 * mbarrier.arrive.release.cluster on shared::cluster). Each block has its own, and a thread counts its arrivals for
 * each block's by itself. With R(u) the rank of the block at whose barrier u arrives,
 *
 *	a of u comes before b of v when R(u) is the rank of v's block and N(a) < M(b).
 *
 * That each arrival falls into its own phase is for the check of a launch (cluster_census.c).
 */

const struct et *op_rank(struct kernel *kernel, const struct sync *op)
{
	const struct et *rank = op->rank ? value_et(kernel->env, op->rank) : NULL;
	return rank == cluster_rank(kernel) ? NULL : rank;
}

struct phased phased_at_rank(
	struct kernel *kernel, const struct phased *phased, const struct et *rank)
{
	struct phased same = *phased;
	same.ops.n = same.ops.room = 0;
	same.ops.at = NULL;
	vec_each(op, &phased->ops)
		if (!(*op)->arrives || op_rank(kernel, *op) == rank)
			vec_push(kernel->arena, &same.ops, *op);
	return same;
}

rank_list phased_ranks(struct kernel *kernel, const struct phased *phased)
{
	rank_list ranks = { 0 };
	vec_each(op, &phased->ops) {
		const struct et *rank = op_rank(kernel, *op);
		bool known = !(*op)->arrives;
		vec_each(other, &ranks) known |= *other == rank;
		if (!known)
			vec_push(kernel->arena, &ranks, rank);
	}
	return ranks;
}

const char *cluster_phase_defect(
	struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	struct phased own = phased_at_rank(kernel, phased, op->waits ? NULL : op_rank(kernel, op));
	if (op->bytes || op->drops || phased->role || phased->in_order)
		return "barrier of a cluster with bytes, threads that drop out, or stages";
	if (op->waits && !op->clusterwide)
		return "wait in block scope for arrivals of other blocks";
	if (op->rank && !op->clusterwide)
		return "arrival at another block's barrier in block scope";
	return phase_rounds_defect(kernel, &own, op);
}

struct crossing {
	const struct ordering *o;
	const struct phased *phased;
	const struct access *from;
	LLVMValueRef at; /* what comes before is done before it: the access, or what completes its copy; NULL: not known */
	unsigned side;
	const struct et *waited; /* NULL: not known */
};

static const struct et *fewer(const struct crossing *c, const struct et *arrived)
{
	struct ets *ets = c->o->kernel->ets;
	if (!arrived || !c->waited)
		return ordering_term(c->o, et_sym(ets, c->phased->puzzle), c->side);
	return et_binary(ets, ET_SLT, 0, ordering_term(c->o, arrived, c->side),
		ordering_term(c->o, c->waited, !c->side));
}

/* Is it the barrier of the other thread's block. */
static const struct et *meets(const struct crossing *c, const struct et *rank)
{
	struct kernel *kernel = c->o->kernel;
	const struct et *own = cluster_rank(kernel);
	return et_binary(kernel->ets, ET_EQ, 0, ordering_term(c->o, rank ? rank : own, c->side),
		ordering_term(c->o, own, !c->side));
}

/* By the thread's own arrivals. */
static const struct et *crosses_itself(const struct crossing *c, const struct phased *same, const struct et *rank)
{
	struct kernel *kernel = c->o->kernel;
	const struct et *arrived = c->at ? phased_before(kernel, same, false, c->at) : NULL;
	const struct et *member = phased_group(kernel, same, false, false);
	const struct et *who = et_and(kernel->ets, ordering_term(c->o, member, c->side), meets(c, rank));
	return et_is_false(who) ? who : et_and(kernel->ets, who, fewer(c, arrived));
}

/* The threads that count the arrival of others: where these do not arrive, nor do any elsewhere, no phase ends, and all may count it. */
static const struct et *counting(struct kernel *kernel, const struct phased *same, const struct sync *op)
{
	struct ets *ets = kernel->ets;
	const struct et *follows = runners(kernel, instruction_block(kernel->func, op->counted));
	const struct et *none = et_bool(ets, true);
	vec_each(other, &same->ops)
		if ((*other)->arrives && (*other)->spreads)
			none = et_and(ets, none, et_not(ets, op_followers(kernel, *other)));
	return et_or(ets, op_followers(kernel, op), et_and(ets, follows, none));
}

/* By those of others for it; where these go to several blocks, each of its groups has one that goes there (cluster_census.c). */
static const struct et *crosses_led(const struct crossing *c, const struct phased *same, const struct et *rank)
{
	struct kernel *kernel = c->o->kernel;
	const struct et *some = et_bool(kernel->ets, false);
	bool varies = rank && !is_alike(kernel, rank, LEVEL_BLOCK);
	vec_each(each, &same->ops) {
		const struct sync *op = *each;
		if (!op->arrives || !op->spreads)
			continue;
		const struct et *guard = lasting_guard(kernel, op->block);
		const struct et *arrived = c->at ? led_by(kernel, same, false, guard, c->at) : NULL;
		const struct et *who = ordering_term(c->o, counting(kernel, same, op), c->side);
		if (!varies)
			who = et_and(kernel->ets, who, meets(c, rank));
		some = et_or(kernel->ets, some, et_and(kernel->ets, who, fewer(c, arrived)));
	}
	return some;
}

const struct et *cluster_phase_before(const struct ordering *o, const struct phased *phased,
	const struct access *from, unsigned side, LLVMValueRef to)
{
	struct kernel *kernel = o->kernel;
	const struct et *some = et_bool(kernel->ets, false);
	struct crossing c = { o, phased, from, from->instruction, side, known_phases(kernel, phased, to) };
	if (from->async)
		c.at = from->bound ? NULL : flight_end(kernel, from);
	if (c.waited && et_is_const(c.waited) && et_signed(c.waited) <= 0)
		return some;
	rank_list ranks = phased_ranks(kernel, phased);
	vec_each(rank, &ranks) {
		struct phased same = phased_at_rank(kernel, phased, *rank);
		some = et_or(kernel->ets, some, crosses_itself(&c, &same, *rank));
		some = et_or(kernel->ets, some, crosses_led(&c, &same, *rank));
	}
	return some;
}

/* May it arrive at the barrier behind the access, or others for it. */
static bool arrives_later(struct kernel *kernel, const struct phased *phased, const struct access *from)
{
	vec_each(op, &phased->ops)
		if ((*op)->arrives && can_precede(kernel, from->instruction, (*op)->instruction))
			return true;
	return false;
}

/* Has the thread waited for some phase of the barrier. */
static const struct et *has_waited(const struct ordering *o, const struct phased *phased, unsigned side,
	LLVMValueRef at)
{
	struct ets *ets = o->kernel->ets;
	const struct et *waited = known_phases(o->kernel, phased, at);
	return waited ? ordering_term(o, et_binary(ets, ET_SLT, 0, et_const(ets, 64, 0), waited), side)
		      : et_bool(ets, true);
}

const struct et *cluster_phases_chain(const struct ordering *o, const struct access *from, unsigned side,
	LLVMValueRef to)
{
	struct kernel *kernel = o->kernel;
	struct ets *ets = kernel->ets;
	const struct et *some = et_bool(ets, false);
	vec_each(second, &kernel->phased) {
		if (!from->lands || *second == from->lands->phased || !(*second)->ops.n)
			continue;
		const struct et *puzzle = ordering_term(o, et_sym(ets, from->lands->phased->puzzle), side);
		some = et_or(ets, some, et_and(ets, has_waited(o, *second, !side, to), puzzle));
	}
	vec_each(first, &kernel->phased) {
		if (!arrives_later(kernel, *first, from))
			continue;
		const struct et *arrives = ordering_term(o, (*first)->members, side);
		vec_each(second, &kernel->phased) {
			if (*first == *second || (!(*first)->clustered && !(*second)->clustered) ||
				!(*first)->ops.n || !(*second)->ops.n)
				continue;
			const struct et *both = et_and(ets, arrives, has_waited(o, *second, !side, to));
			const struct et *puzzle = et_sym(ets, (*first)->puzzle);
			some = et_or(ets, some, et_and(ets, both, ordering_term(o, puzzle, side)));
		}
	}
	return some;
}
