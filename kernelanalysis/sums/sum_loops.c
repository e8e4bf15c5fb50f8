#include <string.h>

#include "kernelanalysis/sums/sum_walk.h"

/*
 * Loops whose rounds are not known. One of barriers that all threads leave together is run for one round from any
 * state, which is any of its rounds; so is one of shuffles that has nothing to do with shared memory; others are left out.
 */

static const struct sum_value any = { .kind = SUM_ANY };

const struct loop *sum_loop_left(const struct block *at)
{
	for (const struct loop *loop = at->loop; loop; loop = loop->parent)
		vec_each(succ, &at->succs)
			if (!loop_contains(loop, *succ))
				return loop;
	return NULL;
}

bool sum_loop_has_barrier(const struct sums *m, const struct loop *loop)
{
	vec_each(sync, &m->kernel->syncs)
		if ((*sync)->kind != SYNC_FENCE && loop_contains(loop, (*sync)->block))
			return true;
	return false;
}

static bool touches_shared(const struct sums *m, const struct loop *loop)
{
	vec_each(access, &m->kernel->accesses)
		if ((*access)->object->space == SPACE_SHARED && loop_contains(loop, (*access)->block))
			return true;
	return false;
}

static bool is_exchange(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && (!strncmp(call_name(i), "llvm.nvvm.shfl.sync.", 20) ||
					     !strncmp(call_name(i), "llvm.nvvm.vote.ballot.sync", 26));
}

bool sum_loop_is_run(const struct sums *m, const struct loop *loop)
{
	bool exchanges = false;
	if (sum_loop_has_barrier(m, loop))
		return true;
	vec_each(block, &loop->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			exchanges |= is_exchange(i);
	return exchanges && !touches_shared(m, loop);
}

/* Where all ways out of the loop lead, other than to failed asserts; NULL: to several places. */
static const struct block *way_out(const struct loop *loop)
{
	const struct block *out = NULL;
	vec_each(exit, &loop->exits) {
		if (block_is_dead_end(exit->to) || exit->to == out)
			continue;
		if (out)
			return NULL;
		out = exit->to;
	}
	return out;
}

/* What was computed in the loop is not known any more; `unsure`: nor what it was. */
static void forget_values(struct sums *m, const struct loop *loop,
	const struct sum_threads *threads, bool unsure)
{
	vec_each(each, &m->all) {
		struct sum_slot *slot = *each;
		if (!slot->block || !loop_contains(loop, slot->block))
			continue;
		slot->unsure |= unsure;
		for (unsigned t = 0; t < m->threads; t++)
			if (sum_has(threads, t))
				slot->at[t] = any;
	}
}

static const struct block *leave_loop(struct sums *m, const struct loop *loop,
	const struct sum_threads *threads, const struct block *until)
{
	const struct block *out = way_out(loop);
	if (!out || (until && loop_contains(loop, until))) {
		m->failed = "a loop is left in several ways";
		return until;
	}
	if (sum_only_ends(out)) {
		sum_join(&m->gone, threads);
		m->failed = m->doubted ? "threads may have left" : m->failed;
		return until;
	}
	sum_enter(m, NULL, out, threads);
	return out;
}

const struct block *sum_skip_loop(struct sums *m, const struct loop *loop,
	const struct sum_threads *threads, const struct block *until)
{
	if (sum_loop_has_barrier(m, loop))
		m->failed = "a loop of barriers ends differently";
	vec_each(access, &m->kernel->accesses)
		if ((*access)->type != ACCESS_READ && (*access)->object->space == SPACE_SHARED &&
			loop_contains(loop, (*access)->block)) {
			sum_forget(m);
			break;
		}
	forget_values(m, loop, threads, true);
	return leave_loop(m, loop, threads, until);
}

/* All of shared memory has values that are not known. */
static void forget_memory(struct sums *m)
{
	m->epoch++;
	sum_forget(m);
	m->epoch++;
}

/* Do threads wait for each other other than at barriers. */
static bool has_signals(const struct kernel *kernel)
{
	vec_each(access, &kernel->accesses)
		if ((*access)->acquired.n || (*access)->found_by.n || (*access)->waited_for.n || (*access)->locks.n)
			return true;
	return false;
}

const struct block *sum_end_any_round(struct sums *m, const struct loop *loop,
	const struct sum_threads *threads, const struct block *until)
{
	m->rounds[loop->index] = ROUNDS_DONE;
	forget_memory(m);
	vec_each(each, &m->all) {
		struct sum_slot *slot = *each;
		if (!slot->block || !loop_contains(loop, slot->block) || slot->kept)
			continue;
		slot->kept = arena_alloc(m->arena, m->threads * sizeof(*slot->kept));
		memcpy(slot->kept, slot->at, m->threads * sizeof(*slot->kept));
	}
	forget_values(m, loop, threads, false);
	return leave_loop(m, loop, threads, until);
}

const struct block *sum_begin_any_round(
	struct sums *m, const struct loop *loop, const struct sum_threads *threads)
{
	bool again = m->rounds[loop->index] == ROUNDS_DONE;
	vec_each(inner, &m->kernel->func->loops)
		if (loop_encloses(loop, *inner))
			m->rounds[(*inner)->index] = ROUNDS_NUMBERED;
	m->rounds[loop->index] = ROUNDS_ANY;
	m->begins = true;
	if (has_signals(m->kernel))
		m->failed = "threads may wait for others from round to round";
	forget_memory(m);
	forget_values(m, loop, threads, again);
	vec_each(slot, &m->all) {
		if (!(*slot)->block || !loop_contains(loop, (*slot)->block))
			continue;
		memset((*slot)->ran, 0, m->threads);
		(*slot)->unsure &= again;
		(*slot)->kept = NULL;
		if ((*slot)->block == loop->header && LLVMIsAPHINode((*slot)->value))
			for (unsigned t = 0; t < m->threads; t++)
				sum_set(m, *slot, t, any);
	}
	return loop->header;
}
