#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"

/*
 * Who takes part in a phase of a barrier, thread by thread of a block of constant dimensions: how many
 * arrivals there are, and whether all for whom others arrive or wait have such another.
 */

struct seat {
	uint64_t tid[3];
	const struct symbol *elected_lane; /* NULL: not asked for */
	uint64_t elected;
};

static bool seat_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct seat *seat = data;
	(void)args;
	if (leaf->op == ET_SYM && leaf->sym == seat->elected_lane) {
		*value = seat->elected;
		return true;
	}
	if (leaf->op != ET_SYM || leaf->sym->builtin != BUILTIN_TID)
		return false;
	*value = seat->tid[leaf->sym->axis];
	return true;
}

struct census {
	struct kernel *kernel;
	struct et_map *launch;
	const uint64_t *dims;
	uint64_t threads;
	uint64_t *arrivals; /* by thread, of one phase */
	uint64_t elected;   /* the lane that elect.sync chooses */
};

/* The term for each thread of the block; NULL: not known. */
static uint64_t *by_thread(const struct census *census, const struct et *term)
{
	struct arena *arena = census->kernel->arena;
	uint64_t *values = arena_alloc(arena, (size_t)census->threads * sizeof(*values));
	term = et_map_apply(census->launch, term);
	for (uint64_t t = 0; t < census->threads; t++) {
		struct seat seat = { { t % census->dims[0], t / census->dims[0] % census->dims[1],
			t / census->dims[0] / census->dims[1] },
			census->kernel->measures[MEASURE_ELECTED_LANE], census->elected };
		if (!et_eval(arena, term, seat_value, &seat, &values[t]))
			return NULL;
	}
	return values;
}

/* Has each of the threads that are led a leader of its own group: of those with the same value. */
static bool each_group_led(const struct census *census, const struct sync *op, const uint64_t *runs,
	const uint64_t *led)
{
	LLVMValueRef chosen_by = LLVMGetOperand(op->counted, 0);
	const uint64_t *group = by_thread(census, value_et(census->kernel->env, chosen_by));
	uint64_t lead = 0, others = 0;
	for (uint64_t t = 0; group && t < census->threads; t++) {
		if ((runs[t] | led[t]) & 1 && group[t] > 63)
			return false;
		lead |= runs[t] & 1 ? UINT64_C(1) << group[t] : 0;
		others |= led[t] & 1 ? UINT64_C(1) << group[t] : 0;
	}
	return group && !(others & ~lead);
}

static bool all_led(const struct census *census, const struct sync *op, const uint64_t *runs)
{
	struct kernel *kernel = census->kernel;
	const struct block *block = instruction_block(kernel->func, op->counted);
	const uint64_t *led = by_thread(census, lasting_guard(kernel, block));
	uint64_t group = op->spreads < census->threads ? op->spreads : census->threads;
	if (led && LLVMIsATerminatorInst(op->counted))
		return each_group_led(census, op, runs, led);
	for (uint64_t first = 0; led && first < census->threads; first += group) {
		uint64_t leaders = 0, others = 0;
		for (uint64_t t = first; t < first + group && t < census->threads; t++) {
			leaders += runs[t] & 1;
			others += led[t] & 1;
		}
		if (others && !leaders)
			return false;
	}
	return led != NULL;
}

static bool count_arrivals(struct census *census, const struct sync *op, const uint64_t *runs)
{
	struct ets *ets = census->kernel->ets;
	const struct et *each = op->weight ? value_et(census->kernel->env, op->weight)
					   : et_const(ets, 64, 1);
	const uint64_t *weight = by_thread(census, each);
	for (uint64_t t = 0; weight && t < census->threads; t++) {
		if (!(runs[t] & 1))
			continue;
		if (census->arrivals[t] && census->arrivals[t] != weight[t])
			return false;
		census->arrivals[t] = weight[t];
	}
	return weight != NULL;
}

bool phased_roles_kept(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims)
{
	struct census census = { .kernel = kernel, .launch = launch, .dims = dims,
		.threads = dims[0] * dims[1] * dims[2] };
	if (census.threads > 1024)
		return false;
	const uint64_t *produces = by_thread(&census, value_et(kernel->env, phased->role));
	const uint64_t *arrives = by_thread(&census, phased->arrivers);
	for (uint64_t t = 0; produces && arrives && t < census.threads; t++) {
		bool role = phased->id == PHASED_FULL ? produces[t] & 1 : !(produces[t] & 1);
		if (role != (arrives[t] & 1))
			return false;
	}
	return produces && arrives;
}

/* Can no block run both, by what all of its threads decide alike. */
static bool runs_apart(struct kernel *kernel, const struct sync *a, const struct sync *b)
{
	const struct et *both = et_and(kernel->ets, alike(kernel, runners(kernel, a->block), LEVEL_BLOCK),
		alike(kernel, runners(kernel, b->block), LEVEL_BLOCK));
	return a != b && et_is_false(both);
}

/* Those of a block that runs this operation. */
static bool members_of(struct census *census, const struct phased *phased, const struct sync *beside, uint64_t *members)
{
	struct kernel *kernel = census->kernel;
	census->arrivals = arena_alloc(
		kernel->arena, (size_t)census->threads * sizeof(*census->arrivals));
	vec_each(op, &phased->ops) {
		if ((*op)->bytes || runs_apart(kernel, beside, *op))
			continue;
		const uint64_t *runs = by_thread(census, op_members(kernel, *op));
		if (!runs && (*op)->drops) /* has arrived in other phases, or the sum is too small */
			continue;
		if (!runs || ((*op)->spreads && !all_led(census, *op, runs)) ||
			((*op)->arrives && !count_arrivals(census, *op, runs)))
			return false;
	}
	*members = 0;
	for (uint64_t t = 0; t < census->threads; t++)
		*members += census->arrivals[t];
	return true;
}

/* The same in each block that runs any of the barrier's operations, and whichever lane elect.sync chooses. */
static bool members_alike(struct census *census, const struct phased *phased, uint64_t *members)
{
	uint64_t other;
	if (!members_of(census, phased, phased->ops.at[0], members))
		return false;
	for (size_t i = 1; i < phased->ops.n; i++)
		if (runs_apart(census->kernel, phased->ops.at[0], phased->ops.at[i]) &&
			(!members_of(census, phased, phased->ops.at[i], &other) || other != *members))
			return false;
	return true;
}

bool phased_members(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims, uint64_t *members)
{
	struct census census = { .kernel = kernel, .launch = launch, .dims = dims,
		.threads = dims[0] * dims[1] * dims[2] };
	if (census.threads > 1024 || !members_alike(&census, phased, members))
		return false;
	for (uint64_t lane = 1; kernel->measures[MEASURE_ELECTED_LANE] && lane < EXTENT_WARP; lane++) {
		uint64_t other;
		census.elected = lane;
		if (!members_alike(&census, phased, &other) || other != *members)
			return false;
	}
	return true;
}
