#include "kernelanalysis/barriers/cluster_hall.h"
#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/intervals/turns.h"

/*
 * Who arrives at the barriers of the blocks of a cluster, thread by thread of a cluster of constant dimensions
 * (as census.c for one block), and whether each arrival falls into its own phase. One does whose phase is
 * its alone; or that comes when all phases before are over, but as many as there are barriers that take turns. The thread
 * knows so who has waited for M phases of another barrier, since a thread of the block whose barrier it is has made arrival
 * M - 1 there after it had waited for those phases.
 */

enum { MOST_GROUPS = 64 };

/* Which group of its block each thread is of: that of its warp or block, or of those with one number; NULL: not known. */
static const uint64_t *groups_of(struct hall *hall, const struct sync *op)
{
	struct kernel *kernel = hall->kernel;
	uint64_t n = hall->threads * hall->ranks, size = op->spreads < hall->threads ? op->spreads : hall->threads;
	if (LLVMIsATerminatorInst(op->counted))
		return hall_values(hall, value_et(kernel->env, LLVMGetOperand(op->counted, 0)));
	uint64_t *group = arena_alloc(kernel->arena, (size_t)n * sizeof(*group));
	for (uint64_t seat = 0; seat < n; seat++)
		group[seat] = seat % hall->threads / size;
	return group;
}

/* Has each group of threads that others arrive for one of them; where these go to several blocks, one for each block. */
static bool all_led(struct hall *hall, const struct sync *op, const uint64_t *runs, const uint64_t *to)
{
	struct kernel *kernel = hall->kernel;
	const struct et *rank = op_rank(kernel, op);
	bool one = !rank || is_alike(kernel, rank, LEVEL_BLOCK);
	uint64_t all = one ? 0 : (UINT64_C(1) << hall->ranks) - 1, n = hall->threads * hall->ranks;
	uint64_t *gone = arena_alloc(kernel->arena, MOST_RANKS * MOST_GROUPS * sizeof(*gone));
	const uint64_t *group = groups_of(hall, op);
	const uint64_t *led = hall_values(hall, runners(kernel, instruction_block(kernel->func, op->counted)));
	for (uint64_t seat = 0; seat < n; seat++) {
		if (!led || !group || ((runs[seat] | led[seat]) & 1 && group[seat] >= MOST_GROUPS))
			return false;
		if (runs[seat] & 1)
			gone[seat / hall->threads * MOST_GROUPS + group[seat]] |= UINT64_C(1) << to[seat] % MOST_RANKS;
	}
	for (uint64_t seat = 0; seat < n; seat++) {
		uint64_t found = led[seat] & 1 ? gone[seat / hall->threads * MOST_GROUPS + group[seat]] : all | 1;
		if (!found || (found & all) != all)
			return false;
	}
	return true;
}

/* Adds the arrivals at the barriers of this rank; `gone` has a bit for each block that a thread goes to. */
static bool count(struct hall *hall, const struct phased *same, const struct et *rank, uint64_t *gone,
	uint64_t *arrivals)
{
	struct kernel *kernel = hall->kernel;
	uint64_t n = hall->threads * hall->ranks;
	uint64_t *own = arena_alloc(kernel->arena, (size_t)n * sizeof(*own));
	const uint64_t *to = hall_targets(hall, rank);
	vec_each(each, &same->ops) {
		const struct sync *op = *each;
		if (!op->arrives)
			continue;
		const struct et *one = et_const(kernel->ets, 64, 1);
		const uint64_t *runs = hall_values(hall, op_members_of_all(kernel, op));
		const uint64_t *weight = hall_values(hall, op->weight ? value_et(kernel->env, op->weight) : one);
		if (!to || !runs || !weight || (op->spreads && !all_led(hall, op, runs, to)))
			return false;
		for (uint64_t seat = 0; seat < n; seat++) {
			if (!(runs[seat] & 1))
				continue;
			if (to[seat] >= hall->ranks || (own[seat] && own[seat] != weight[seat]))
				return false;
			own[seat] = weight[seat];
		}
	}
	for (uint64_t seat = 0; seat < n; seat++) {
		if (own[seat] && gone[seat] >> to[seat] & 1)
			return false;
		gone[seat] |= own[seat] ? UINT64_C(1) << to[seat] : 0;
		if (own[seat])
			arrivals[to[seat]] += own[seat];
	}
	return true;
}

uint64_t cluster_waiting(struct hall *hall, const struct phased *phased)
{
	uint64_t blocks = 0;
	vec_each(op, &phased->ops) {
		const uint64_t *runs = (*op)->waits ? hall_values(hall, op_members_of_all(hall->kernel, *op)) : NULL;
		if ((*op)->waits && !runs)
			return UINT64_MAX;
		for (uint64_t seat = 0; runs && seat < hall->threads * hall->ranks; seat++)
			blocks |= (runs[seat] & 1) << seat / hall->threads;
	}
	return blocks;
}

bool cluster_made(struct hall *hall, const struct phased *phased, uint64_t blocks)
{
	struct kernel *kernel = hall->kernel;
	const struct object *root = object_of(kernel, phased->object);
	uint64_t made = 0;
	vec_each(each, &kernel->phased) {
		if (!(*each)->object || object_of(kernel, (*each)->object) != root)
			continue;
		vec_each(init, &(*each)->inits) {
			const struct block *block = instruction_block(kernel->func, *init);
			const uint64_t *runs = hall_values(hall, runners(kernel, block));
			for (uint64_t seat = 0; runs && seat < hall->threads * hall->ranks; seat++)
				made |= (runs[seat] & 1) << seat / hall->threads;
		}
	}
	return !(blocks & ~made);
}

/* Has each group of threads that others wait for one that waits. */
static bool waits_led(struct hall *hall, const struct phased *phased)
{
	vec_each(op, &phased->ops) {
		if (!(*op)->waits || !(*op)->spreads)
			continue;
		const uint64_t *runs = hall_values(hall, op_members_of_all(hall->kernel, *op));
		const uint64_t *own = hall_targets(hall, NULL);
		if (!runs || !own || !all_led(hall, *op, runs, own))
			return false;
	}
	return true;
}

/* Do so many arrive at the barrier of each block that any arrive at, or wait. */
static bool counts_agree(struct hall *hall, const struct phased *phased, uint64_t count_said)
{
	struct kernel *kernel = hall->kernel;
	uint64_t arrivals[MOST_RANKS] = { 0 };
	rank_list ranks = phased_ranks(kernel, phased);
	uint64_t *gone = arena_alloc(kernel->arena, (size_t)(hall->threads * hall->ranks) * sizeof(*gone));
	vec_each(rank, &ranks) {
		struct phased same = phased_at_rank(kernel, phased, *rank);
		if (!count(hall, &same, *rank, gone, arrivals))
			return false;
	}
	uint64_t used = cluster_waiting(hall, phased);
	for (uint64_t rank = 0; rank < hall->ranks; rank++) {
		used |= arrivals[rank] ? UINT64_C(1) << rank : 0;
		if (used >> rank & 1 && arrivals[rank] != count_said)
			return false;
	}
	return cluster_made(hall, phased, used) && waits_led(hall, phased);
}

/* What a thread that is about to run the operation has counted, by the counters of its loops alone. */
static const struct et *at_op(struct kernel *kernel, const struct sync *op, const struct et *number)
{
	return number ? term_where(kernel, run_when(kernel, op->block), number) : NULL;
}

/* Phases of the barrier that are over at least for threads that are about to run the operation when `number` is `made`. */
static uint64_t handed_on(struct kernel *kernel, const struct sync *op, const struct et *number, uint64_t made,
	const struct phased *phased)
{
	const struct et *before = at_op(kernel, op, number);
	const struct et *over = at_op(kernel, op, known_phases(kernel, phased, op->instruction));
	struct turn_rounds rounds;
	uint64_t now, phases, least = UINT64_MAX;
	if (!before || !over || !turn_rounds_start(kernel, op->instruction, &rounds))
		return 0;
	do {
		if (!turn_value_at(kernel, before, &rounds, &now))
			return 0;
		if (now != made)
			continue;
		if (!turn_value_at(kernel, over, &rounds, &phases) || (int64_t)phases <= 0)
			return 0;
		least = phases < least ? phases : least;
	} while (turn_rounds_next(&rounds));
	return least == UINT64_MAX ? 0 : least;
}

/* Marks the threads that run an operation where the block they go to has a thread that runs the other one and comes back. */
static void come_back(struct hall *hall, const struct sync *op, const struct sync *back, bool *found)
{
	struct kernel *kernel = hall->kernel;
	uint64_t homes[MOST_RANKS] = { 0 }, n = hall->threads * hall->ranks;
	const uint64_t *to = hall_targets(hall, op_rank(kernel, op));
	const uint64_t *runs = hall_values(hall, op_members_of_all(kernel, back));
	const uint64_t *home = hall_targets(hall, op_rank(kernel, back));
	for (uint64_t seat = 0; runs && home && seat < n; seat++)
		if (runs[seat] & 1 && home[seat] < hall->ranks)
			homes[seat / hall->threads] |= UINT64_C(1) << home[seat];
	for (uint64_t seat = 0; to && seat < n; seat++)
		found[seat] |= to[seat] < hall->ranks && homes[to[seat]] >> seat / hall->threads & 1;
}

static bool all_found(struct hall *hall, const struct sync *op, const bool *found)
{
	const uint64_t *runs = hall_values(hall, op_members_of_all(hall->kernel, op));
	for (uint64_t seat = 0; seat < hall->threads * hall->ranks; seat++)
		if (!runs || (runs[seat] & 1 && !found[seat]))
			return false;
	return true;
}

/* Does a thread know by the waits at this barrier, in these rounds, that so many phases of the other are over. */
static bool knows(struct hall *hall, const struct phased *phased, const struct sync *op,
	const struct turn_rounds *rounds, const struct phased *by, uint64_t phases)
{
	struct kernel *kernel = hall->kernel;
	const struct et *over = at_op(kernel, op, known_phases(kernel, by, op->instruction));
	uint64_t waited;
	if (by->unknown || (!by->clustered && !by->fed) || !over || !turn_value_at(kernel, over, rounds, &waited) ||
		(int64_t)waited <= 0)
		return false;
	bool *found = arena_alloc(kernel->arena, (size_t)(hall->threads * hall->ranks) * sizeof(*found));
	vec_each(back, &by->ops) {
		struct phased same = phased_at_rank(kernel, by, op_rank(kernel, *back));
		if ((*back)->arrives &&
			handed_on(kernel, *back, phased_before(kernel, &same, false, (*back)->instruction),
				waited - 1, phased) >= phases)
			come_back(hall, op, *back, found);
	}
	vec_each(copy, &kernel->accesses) {
		const struct sync *back = (*copy)->lands;
		if (back && back->phased == by &&
			handed_on(kernel, back, runs_before(kernel, back->instruction, back->instruction),
				waited - 1, phased) >= phases)
			come_back(hall, op, back, found);
	}
	return all_found(hall, op, found);
}

/* Has a thread waited for so many phases of its own block's barrier, which it arrives at. */
static bool waits_itself(struct kernel *kernel, const struct phased *phased, const struct sync *op,
	const struct turn_rounds *rounds, uint64_t phases)
{
	const struct et *over = at_op(kernel, op, known_phases(kernel, phased, op->instruction));
	uint64_t waited;
	return !op_rank(kernel, op) && turn_value_at(kernel, over, rounds, &waited) && (int64_t)waited >= (int64_t)phases;
}

bool cluster_keeps_phase(
	struct hall *hall, const struct phased *phased, const struct sync *op, const struct et *number)
{
	struct kernel *kernel = hall->kernel;
	const struct et *before = at_op(kernel, op, number);
	uint64_t made, taking = phased->turns ? phased->taking : 1;
	struct turn_rounds rounds;
	if (!before || !turn_rounds_start(kernel, op->instruction, &rounds))
		return false;
	do {
		if (!turn_value_at(kernel, before, &rounds, &made))
			return false;
		bool known = made < taking || waits_itself(kernel, phased, op, &rounds, made + 1 - taking);
		vec_each(by, &kernel->phased)
			known = known || knows(hall, phased, op, &rounds, *by, made + 1 - taking);
		if (!known)
			return false;
	} while (turn_rounds_next(&rounds));
	return true;
}

/* Does none of the operation's arrivals come before the phases are over whose barrier it is at again. */
static bool keeps_phase(struct hall *hall, const struct phased *phased, const struct sync *op)
{
	struct phased same = phased_at_rank(hall->kernel, phased, op_rank(hall->kernel, op));
	return cluster_keeps_phase(
		hall, phased, op, phased_before(hall->kernel, &same, false, op->instruction));
}

const char *cluster_phases_kept(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims, uint64_t said)
{
	struct hall hall = { .kernel = kernel, .launch = launch, .dims = dims };
	bool elects = kernel->measures[MEASURE_ELECTED_LANE] != NULL, kept = hall_start(&hall);
	for (uint64_t lane = elects ? EXTENT_WARP : 1; kept && lane-- > 0;) {
		hall_elect(&hall, lane);
		kept = counts_agree(&hall, phased, said);
	}
	if (!kept)
		return "barrier whose count may not be the number of threads of the cluster that reach it";
	vec_each(op, &phased->ops)
		if ((*op)->arrives && said != 1 && !keeps_phase(&hall, phased, *op))
			return "barrier at which threads of the cluster may arrive before its phase";
	return NULL;
}
