#include "kernelanalysis/pairs/order.h"

/*
 * The lane that acquires and releases for its warp: lane 0, unless all atomic and volatile accesses that one lane of each warp
 * alone makes are another one's, as in if (threadIdx.x % 32 == 31). Whichever is taken, what it does is asked of it, so that
 * a wrong one only proves less.
 */

enum { LANES = 32, SAMPLED = 2 * LANES };

struct sample {
	const struct kernel *kernel;
	unsigned thread;
};

static const struct et *sample_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct sample *sample = data;
	if (leaf->sym == sample->kernel->tid[0])
		return et_const(ets, leaf->width, sample->thread);
	return NULL;
}

/* The lane of each warp that the condition is one for; -1: it is no such condition. */
static int lane_of(struct kernel *kernel, const struct et *condition)
{
	int lane = -1;
	for (unsigned i = 0; i < SAMPLED; i++) {
		struct sample sample = { kernel, i };
		const struct et *holds = et_map_once(kernel->ets, condition, sample_leaf, &sample);
		if (!et_is_const(holds))
			return -1;
		if (i < LANES && et_is_true(holds) && lane >= 0)
			return -1;
		if (i < LANES && et_is_true(holds))
			lane = (int)i;
		if (i >= LANES && et_is_true(holds) != (lane == (int)(i - LANES)))
			return -1;
	}
	return lane;
}

static int named_lane(struct kernel *kernel, const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		int lane = named_lane(kernel, guard->arg[0]);
		return lane >= 0 ? lane : named_lane(kernel, guard->arg[1]);
	}
	bool one = guard->op == ET_EQ && et_mentions(kernel->arena, guard, et_sym(kernel->ets, kernel->tid[0]));
	return one ? lane_of(kernel, guard) : -1;
}

void lane_leader_find(struct kernel *kernel)
{
	int leader = -1;
	vec_each(each, &kernel->accesses) {
		int lane = is_strong(*each) ? named_lane(kernel, (*each)->guard) : -1;
		if (lane >= 0 && leader >= 0 && lane != leader)
			return;
		leader = lane >= 0 ? lane : leader;
	}
	kernel->lane_leader = leader > 0 ? (unsigned)leader : 0;
}

const struct et *lane_leader_exists(struct kernel *kernel, struct et_map *launch)
{
	struct ets *ets = kernel->ets;
	const struct et *threads = et_sym(ets, kernel->ntid[0]);
	if (!kernel->lane_leader)
		return et_bool(ets, true);
	threads = launch ? et_map_apply(launch, threads) : threads;
	const struct et *last = et_binary(ets, ET_UREM, 0, threads, et_const(ets, 32, LANES));
	return et_or(ets, et_binary(ets, ET_EQ, 0, last, et_const(ets, 32, 0)),
		et_binary(ets, ET_ULT, 0, et_const(ets, 32, kernel->lane_leader), last));
}
