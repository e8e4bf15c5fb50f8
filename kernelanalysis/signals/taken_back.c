#include "kernelanalysis/signals/signal.h"

/*
 * Flags that are set back behind a barrier, and used again: what was signalled before is gone when the next wait for the
 * flag begins. Between the old signal and the write that takes it back, and between that and the wait, all threads of the
 * block come to a barrier; in a loop each in the same round, or the write is of the round before the wait's.
 */

struct reuse {
	struct kernel *kernel;
	const struct access *old, *back, *wait;
	const struct loop *loop; /* of the write that takes back; NULL: none */
	bool in_last_round;      /* ... of the round before the wait's */
};

static bool is_block_barrier(const struct sync *sync)
{
	return sync->kind <= SYNC_BLOCK_BARRIER && !sync->partial && !sync->apart;
}

static bool always_comes(const struct reuse *reuse, const struct access *from, const struct sync *to)
{
	const struct kernel *kernel = reuse->kernel;
	if (from->block == to->block)
		return before_in_block(from->instruction, to->instruction);
	return passes_in_round(kernel, reuse->loop, from->block, to->block);
}

static bool every_round(const struct reuse *reuse, const struct sync *sync)
{
	return !reuse->loop || (reuse->loop->latch && block_dominates(sync->block, reuse->loop->latch));
}

/* Does who has been at the access come to the barrier behind it if anybody of the block comes there: by what all of the block have
 * in common. */
static bool comes_with_others(
	const struct reuse *reuse, const struct access *from, const struct sync *to)
{
	struct kernel *kernel = reuse->kernel;
	if (reuse->loop || from->block == to->block || !block_reaches(kernel, from->block, to->block))
		return false;
	const struct et *comes = condition_between(kernel, from->block, to->block);
	return term_is_plain(comes, NULL) && term_is_common(comes, LEVEL_BLOCK);
}

/* Is there a barrier that always follows the first, and is always passed before the other, in one round. */
static bool separated(const struct reuse *reuse, const struct access *a, const struct access *b)
{
	const struct kernel *kernel = reuse->kernel;
	vec_each(sync, &kernel->syncs)
		if (is_block_barrier(*sync) && (*sync)->block->loop == reuse->loop &&
			(always_comes(reuse, a, *sync) || comes_with_others(reuse, a, *sync)) &&
			comes_before(kernel, (*sync)->instruction, b->instruction))
			return true;
	return false;
}

/* Does a barrier of every round always follow it in its own. */
static bool closed(const struct reuse *reuse, const struct access *access)
{
	const struct kernel *kernel = reuse->kernel;
	vec_each(sync, &kernel->syncs)
		if (is_block_barrier(*sync) && (*sync)->block->loop == reuse->loop &&
			every_round(reuse, *sync) && always_comes(reuse, access, *sync))
			return true;
	return false;
}

/* Is a barrier of every round always passed before it. */
static bool opened(const struct reuse *reuse, const struct access *access)
{
	const struct kernel *kernel = reuse->kernel;
	vec_each(sync, &kernel->syncs)
		if (is_block_barrier(*sync) && (*sync)->block->loop == reuse->loop &&
			comes_before(kernel, (*sync)->instruction, access->instruction))
			return true;
	return false;
}

/* Does the write leave nothing of what was there. */
static bool replaces(const struct access *back, const struct access *wait)
{
	bool stores = back->type == ACCESS_WRITE ||
		      (back->type == ACCESS_ATOMIC && back->writes &&
			      (back->rmw == RMW_STORE || back->rmw == RMW_EXCHANGE));
	return stores && !back->async && back->object == wait->object && back->size == wait->size;
}

static const struct et *round_of(const struct reuse *reuse, const struct loop *loop)
{
	return et_sym(reuse->kernel->ets, reuse->kernel->env->loops[loop->index].counter);
}

/* Is z in another round than y, of a loop around both. */
static const struct et *other_round(
	const struct reuse *reuse, const struct link *link, const struct wait *wait, const struct view *z)
{
	struct ets *ets = reuse->kernel->ets;
	const struct et *other = et_bool(ets, false);
	for (const struct loop *loop = reuse->loop; loop; loop = loop->parent) {
		const struct et *k = round_of(reuse, loop);
		const struct et *same = et_binary(ets, ET_EQ, 0, order_term(link->q, k, VIA_SELF, z),
			acquire_term(link, wait->path, k, wait->path->via));
		other = et_or(ets, other, et_not(ets, same));
	}
	return other;
}

/* Is z in the round before y's. */
static const struct et *last_round(
	const struct reuse *reuse, const struct link *link, const struct wait *wait, const struct view *z)
{
	struct ets *ets = reuse->kernel->ets;
	const struct et *k = round_of(reuse, reuse->loop);
	const struct et *next = et_binary(ets, ET_ADD, ET_NSW, order_term(link->q, k, VIA_SELF, z),
		et_const(ets, k->width, 1));
	return et_binary(ets, ET_EQ, 0, next, acquire_term(link, wait->path, k, wait->path->via));
}

/* Condition, by the rounds, for the old signal to come before the write that is before the wait, or after the wait. */
static const struct et *apart(
	const struct reuse *reuse, const struct link *link, const struct wait *wait, const struct view *z)
{
	struct ets *ets = reuse->kernel->ets;
	bool before = separated(reuse, reuse->old, reuse->back);
	if (!reuse->loop)
		return et_bool(ets, before);
	if (!loop_contains(reuse->loop, reuse->old->block) || !closed(reuse, reuse->old) ||
		!(opened(reuse, reuse->old) || closed(reuse, reuse->wait)))
		return et_bool(ets, false);
	if (before && !reuse->in_last_round)
		return et_bool(ets, true);
	const struct et *other = other_round(reuse, link, wait, z);
	if (before || !reuse->in_last_round)
		return other;
	return et_and(ets, other, et_not(ets, last_round(reuse, link, wait, z)));
}

/* Is there a barrier of the block between the write and the wait behind it. */
static bool comes_to_wait(const struct reuse *reuse)
{
	if (reuse->loop && !loop_contains(reuse->loop, reuse->wait->block))
		return false;
	return reuse->in_last_round ? reuse->loop && !reuse->loop->parent && closed(reuse, reuse->back)
				    : separated(reuse, reuse->back, reuse->wait);
}

/* Does somebody of y's block write over the place, as a term of y. */
static const struct et *put_back(const struct reuse *reuse, const struct link *link, const struct wait *wait)
{
	struct kernel *kernel = reuse->kernel;
	struct ets *ets = kernel->ets;
	bool unknown = false;
	const struct et *set = write_sets(kernel, reuse->back, reuse->wait,
		reuse->in_last_round ? reuse->loop : NULL, &unknown);
	set = acquire_term(link, wait->path, set, wait->path->via);
	if (reuse->in_last_round) {
		const struct et *k = acquire_term(
			link, wait->path, round_of(reuse, reuse->loop), wait->path->via);
		set = et_or(ets, set, et_binary(ets, ET_EQ, 0, k, et_const(ets, k->width, 0)));
	}
	return unknown ? et_or(ets, set, signal_unknown(link)) : set;
}

static const struct et *gone_by(const struct reuse *reuse, const struct link *link,
	const struct wait *wait, const struct view *z)
{
	struct ets *ets = reuse->kernel->ets;
	const struct et *gone = comes_to_wait(reuse) ? apart(reuse, link, wait, z) : et_bool(ets, false);
	return et_is_false(gone) ? gone : et_and(ets, gone, put_back(reuse, link, wait));
}

const struct et *taken_back(const struct link *link, const struct wait *wait,
	const struct access *write, const struct view *z)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *back = et_bool(ets, false);
	vec_each(each, &kernel->accesses) {
		struct reuse reuse = { kernel, write, *each, wait->path->op, (*each)->block->loop, false };
		if (*each == write || !replaces(*each, reuse.wait) ||
			!accesses_may_meet(*each, reuse.wait))
			continue;
		back = et_or(ets, back, gone_by(&reuse, link, wait, z));
		reuse.in_last_round = true;
		back = et_or(ets, back, gone_by(&reuse, link, wait, z));
	}
	return et_and(ets, back, ids_equal(link->q, link->y, VIA_SELF, z, kernel->ctaid));
}
