#include "kernelanalysis/pairs/pair.h"

/* Terms of two threads at a barrier: one that reaches it, and one that does not. */

/* Renames for the two threads at a barrier, in the same round of the loops around it. */
static struct interval *barrier_frame(struct kernel *kernel, const struct sync *barrier,
	struct et_map *launch, struct et_map *maps[2], struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	struct interval *interval = arena_alloc(kernel->arena, sizeof(*interval));
	size_t loops = kernel->func->loops.n + 1;
	interval->kind = RACE_INTRA_BLOCK;
	interval->point = barrier;
	interval->free_loop = arena_alloc(kernel->arena, loops * sizeof(bool));
	interval->reached = arena_alloc(kernel->arena, loops * sizeof(bool));
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	for (unsigned t = 0; t < 2; t++)
		maps[t] = renaming_map(kernel, interval, 0, t + 1);
	for (unsigned i = 0; i < 3; i++) {
		for (unsigned t = 0; t < 2; t++) {
			terms->tid[t][i] = et_map_apply(maps[t], et_sym(ets, kernel->tid[i]));
			terms->ctaid[t][i] = et_map_apply(maps[t], et_sym(ets, kernel->ctaid[i]));
		}
	}
	range_conditions(kernel, ntid, nctaid, terms);
	return interval;
}

/* The second thread's lane is one that the first one waits for at the warp barrier. */
static void push_named(struct kernel *kernel, const struct sync *barrier, struct et_map *launch,
	struct et_map *const maps[2], struct pair_terms *terms)
{
	struct thread_pair threads = {
		.kernel = kernel, .launch = launch, .maps = { maps[0], maps[1] }
	};
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	for (unsigned t = 0; t < 2; t++)
		threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	push_condition(kernel, terms,
		same_tile(kernel, barrier->extent ? barrier->extent : EXTENT_WARP, ntid, terms));
	if (barrier->lanes)
		push_condition(kernel, terms, lane_in_mask(&threads, barrier->mask_value, 0, 1));
}

void divergence_terms(struct kernel *kernel, const struct divergence *divergence,
	struct et_map *launch, struct pair_terms *terms)
{
	const struct block *branch = divergence->branch, *block = divergence->barrier->block;
	struct et_map *maps[2];
	struct interval *interval = barrier_frame(kernel, divergence->barrier, launch, maps, terms);
	if (divergence->held || divergence->elsewhere)
		push_named(kernel, divergence->barrier, launch, maps, terms);
	push_condition(kernel, terms, apply(launch, maps[1], value_reach(kernel->env, branch)));
	if (divergence->out) {
		uint32_t next = interval_state_before(block->loop, 1);
		push_condition(kernel, terms,
			apply(launch, renaming_map(kernel, interval, next, 1),
				value_reach(kernel->env, block)));
		push_condition(kernel, terms,
			apply(launch, maps[1], value_edge(kernel->env, branch, divergence->out)));
		return;
	}
	push_condition(kernel, terms, apply(launch, maps[0], value_reach(kernel->env, block)));
	const struct et *there =
		divergence->elsewhere
			? value_reach(kernel->env, divergence->elsewhere->block)
			: et_not(kernel->ets, value_reach_past(kernel->env, branch, block));
	push_condition(kernel, terms, apply(launch, maps[1], there));
}

void reached_terms(struct kernel *kernel, const struct sync *sync, struct et_map *launch,
	struct pair_terms *terms)
{
	struct et_map *maps[2];
	barrier_frame(kernel, sync, launch, maps, terms);
	push_condition(kernel, terms, apply(launch, maps[0], value_reach(kernel->env, sync->block)));
}

void uncovered_terms(struct kernel *kernel, const struct sync *sync, struct et_map *launch,
	struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	struct thread_pair threads = { .kernel = kernel, .launch = launch };
	barrier_frame(kernel, sync, launch, threads.maps, terms);
	for (unsigned t = 0; t < 2; t++)
		threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	push_condition(kernel, terms,
		apply(launch, threads.maps[0], value_reach(kernel->env, sync->block)));
	push_condition(kernel, terms, et_not(ets, lane_in_mask(&threads, sync->mask_value, 0, 0)));
}
