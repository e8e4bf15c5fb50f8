#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Signals by a thread that has waited for a phase of a barrier: what came before that phase is released by the fence
 * behind its wait, or by the signal itself (cumulativity, as through barriers of the block, see paths.c). Whether a fence before the wait
 * is one that everybody has passed before he arrived is not followed.
 */

/* Fences that come before the wait, for a write that has none behind it. */
static void push_early(struct kernel *kernel, struct access *write, const struct sync *wait)
{
	vec_each(each, &kernel->syncs) {
		const struct sync *fence = *each;
		if (fence->kind != SYNC_FENCE || fence->order == ORDER_ACQUIRE ||
			!comes_before(kernel, fence->instruction, wait->instruction))
			continue;
		struct handed_on on = { .behind = LLVMGetNextInstruction(wait->instruction),
			.scope = narrower(strong_scope(write), fence->scope),
			.early = fence->instruction };
		if (on.scope != SCOPE_NONE)
			vec_push(kernel->arena, &write->handed_on, on);
	}
}

void handed_on_find(struct orders *orders, struct access *write)
{
	struct kernel *kernel = orders->kernel;
	const struct sync *fence;
	if (!strong_write(write) || keeps_value(write) || write->of_barrier)
		return;
	vec_each(each, &kernel->syncs) {
		const struct sync *wait = *each;
		const struct loop *loop = wait->block->loop;
		if (wait->kind != SYNC_PHASE || !wait->waits ||
			!comes_before(kernel, wait->instruction, write->instruction) ||
			(loop && !loop_contains(loop, write->block)))
			continue;
		struct handed_on on = { .behind = LLVMGetNextInstruction(wait->instruction) };
		on.scope = narrower(strong_scope(write),
			fence_before(orders, wait->instruction, write, &fence));
		if (on.scope != SCOPE_NONE)
			vec_push(kernel->arena, &write->handed_on, on);
		else
			push_early(kernel, write, wait);
	}
}

const struct et *signalled_behind_phase(
	const struct link *link, const struct access *write, const struct view *z)
{
	struct order_query *q = link->q;
	struct ets *ets = q->kernel->ets;
	struct et_map *const maps[2] = { link->x->map, z->map };
	const struct et *after = et_bool(ets, false);
	vec_each(on, &write->handed_on) {
		const struct et *reaches = link->y->copy == THIRD ? et_bool(ets, on->scope >= SCOPE_DEVICE)
								  : scope_reaches(link, on->scope);
		if (et_is_false(reaches) || (on->early && !ordered(q->kernel, link->from->instruction, on->early)))
			continue;
		reaches = on->early ? et_and(ets, reaches, signal_unknown(link)) : reaches;
		after = et_or(ets, after, et_and(ets, reaches,
			phases_before(q->kernel, q->launch, maps, link->from, on->behind)));
	}
	if (link->x->drawn)
		after = et_map_apply(link->x->drawn->values, after);
	return et_and(ets, after, ids_equal(q, link->x, VIA_SELF, z, q->kernel->ctaid));
}
