#include "kernelanalysis/phased.h"
#include "kernelanalysis/runs.h"
#include "kernelanalysis/turns.h"

/*
 * Who arrives at the barriers of the blocks of a cluster, thread by thread of a cluster of constant dimensions
 * (as census.c for one block), and whether each arrival falls into its own phase. One does whose phase is
 * its alone; or that comes when all phases before are over, but as many as there are barriers that take turns. The thread
 * knows so who has waited for M phases of another barrier, since a thread of the block whose barrier it is has made arrival
 * M - 1 there after it had waited for those phases.
 */

enum { MOST_SEATS = 1 << 14, MOST_RANKS = 16 };

struct hall {
	struct kernel *kernel;
	struct et_map *launch, *places;
	const uint64_t *dims;
	const struct symbol *place[3]; /* of the block in its cluster, per axis */
	uint64_t threads, ranks;       /* of a block, of the cluster */
	uint64_t seat, elected;
};

static bool seat_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct hall *hall = data;
	const unsigned *size = hall->kernel->cluster;
	uint64_t tid = hall->seat % hall->threads, rank = hall->seat / hall->threads;
	const uint64_t thread[3] = { tid % hall->dims[0], tid / hall->dims[0] % hall->dims[1],
		tid / hall->dims[0] / hall->dims[1] };
	const uint64_t block[3] = { rank % size[0], rank / size[0] % size[1], rank / size[0] / size[1] };
	(void)args;
	if (leaf->op != ET_SYM)
		return false;
	for (unsigned i = 0; i < 3; i++) {
		if (leaf->sym != hall->place[i])
			continue;
		*value = block[i];
		return true;
	}
	if (leaf->sym == hall->kernel->measures[MEASURE_ELECTED_LANE]) {
		*value = hall->elected;
		return true;
	}
	if (leaf->sym->builtin != BUILTIN_TID)
		return false;
	*value = thread[leaf->sym->axis];
	return true;
}

static const struct et *same_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	(void)data;
	(void)ets;
	(void)leaf;
	return NULL;
}

/* A block's index, of which its place in the cluster is the rest, or the lower bits. */
static const struct et *place_of(void *data, struct ets *ets, const struct et *et)
{
	const struct hall *hall = data;
	const unsigned *size = hall->kernel->cluster;
	for (unsigned i = 0; i < 3 && et->nargs == 2 && et->width == 32; i++) {
		bool index = et->arg[0]->op == ET_SYM && et->arg[0]->sym == hall->kernel->ctaid[i] &&
			     et_is_const(et->arg[1]);
		bool rest = index && et->op == ET_UREM && et->arg[1]->value == size[i];
		bool bits = index && et->op == ET_AND && et->arg[1]->value + 1 == size[i] &&
			    !(size[i] & (size[i] - 1));
		if (rest || bits)
			return et_sym(ets, hall->place[i]);
	}
	return NULL;
}

static bool hall_start(struct hall *hall)
{
	struct kernel *kernel = hall->kernel;
	static const char *const names[] = { "place.x", "place.y", "place.z" };
	hall->threads = hall->dims[0] * hall->dims[1] * hall->dims[2];
	hall->ranks = (uint64_t)kernel->cluster[0] * kernel->cluster[1] * kernel->cluster[2];
	for (unsigned i = 0; i < 3; i++)
		hall->place[i] = symbol_new(kernel->ets, SYM_ID, LEVEL_BLOCK, 32, names[i]);
	hall->places = et_map_new(kernel->ets, same_leaf, NULL);
	et_map_operations(hall->places, place_of, hall);
	return hall->ranks && hall->ranks <= MOST_RANKS && hall->threads &&
	       hall->threads * hall->ranks <= MOST_SEATS;
}

/* The term for each thread of the cluster; NULL: not known. */
static uint64_t *by_seat(struct hall *hall, const struct et *term)
{
	struct arena *arena = hall->kernel->arena;
	uint64_t n = hall->threads * hall->ranks;
	uint64_t *values = arena_alloc(arena, (size_t)n * sizeof(*values));
	term = et_map_apply(hall->places, et_map_apply(hall->launch, term));
	for (hall->seat = 0; hall->seat < n; hall->seat++)
		if (!et_eval(arena, term, seat_value, hall, &values[hall->seat]))
			return NULL;
	return values;
}

/* Where the arrivals go to, by thread; NULL: not known, or to no block of the cluster. */
static uint64_t *targets(struct hall *hall, const struct et *rank)
{
	uint64_t *to = by_seat(hall, rank ? rank : cluster_rank(hall->kernel));
	for (uint64_t seat = 0; to && seat < hall->threads * hall->ranks; seat++)
		to[seat] &= UINT32_MAX;
	return to;
}

/* Has each group of threads that others arrive for one of them for each block that any of the threads goes to. */
static bool all_led(struct hall *hall, const struct sync *op, const uint64_t *runs, const uint64_t *to)
{
	struct kernel *kernel = hall->kernel;
	uint64_t group = op->spreads < hall->threads ? op->spreads : hall->threads;
	const struct et *rank = op_rank(kernel, op);
	bool one = !rank || is_alike(kernel, rank, LEVEL_BLOCK);
	uint64_t gone = one ? 0 : (UINT64_C(1) << hall->ranks) - 1;
	const uint64_t *led = by_seat(hall, runners(kernel, instruction_block(kernel->func, op->counted)));
	if (!led || LLVMIsATerminatorInst(op->counted) || sync_at(kernel, op->counted)->kind == SYNC_PHASE)
		return false;
	for (uint64_t seat = 0; seat < hall->threads * hall->ranks; seat++) {
		uint64_t first = seat / hall->threads * hall->threads;
		first += seat % hall->threads / group * group;
		uint64_t end = seat / hall->threads * hall->threads + hall->threads, found = 0;
		for (uint64_t other = first; led[seat] & 1 && other < first + group && other < end; other++)
			found |= runs[other] & 1 ? UINT64_C(1) << to[other] % MOST_RANKS : 0;
		if (led[seat] & 1 && (!found || (found & gone) != gone))
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
	const uint64_t *to = targets(hall, rank);
	vec_each(each, &same->ops) {
		const struct sync *op = *each;
		if (!op->arrives)
			continue;
		const struct et *one = et_const(kernel->ets, 64, 1);
		const uint64_t *runs = by_seat(hall, op_members_of_all(kernel, op));
		const uint64_t *weight = by_seat(hall, op->weight ? value_et(kernel->env, op->weight) : one);
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

/* Blocks of which a thread waits, a bit each; all where that is not known. */
static uint64_t waiting(struct hall *hall, const struct phased *phased)
{
	uint64_t blocks = 0;
	vec_each(op, &phased->ops) {
		const uint64_t *runs = (*op)->waits ? by_seat(hall, op_members_of_all(hall->kernel, *op)) : NULL;
		if ((*op)->waits && !runs)
			return UINT64_MAX;
		for (uint64_t seat = 0; runs && seat < hall->threads * hall->ranks; seat++)
			blocks |= (runs[seat] & 1) << seat / hall->threads;
	}
	return blocks;
}

/* Has each of these blocks a thread that makes the barrier, or some of its array. */
static bool all_made(struct hall *hall, const struct phased *phased, uint64_t blocks)
{
	struct kernel *kernel = hall->kernel;
	const struct object *root = object_of(kernel, phased->object);
	uint64_t made = 0;
	vec_each(each, &kernel->phased) {
		if (!(*each)->object || object_of(kernel, (*each)->object) != root)
			continue;
		vec_each(init, &(*each)->inits) {
			const struct block *block = instruction_block(kernel->func, *init);
			const uint64_t *runs = by_seat(hall, runners(kernel, block));
			for (uint64_t seat = 0; runs && seat < hall->threads * hall->ranks; seat++)
				made |= (runs[seat] & 1) << seat / hall->threads;
		}
	}
	return !(blocks & ~made);
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
	uint64_t used = waiting(hall, phased);
	for (uint64_t rank = 0; rank < hall->ranks; rank++) {
		used |= arrivals[rank] ? UINT64_C(1) << rank : 0;
		if (used >> rank & 1 && arrivals[rank] != count_said)
			return false;
	}
	return all_made(hall, phased, used);
}

/* What a thread that is about to run the operation has counted, by the counters of its loops alone. */
static const struct et *at_op(struct kernel *kernel, const struct sync *op, const struct et *number)
{
	return number ? term_where(kernel, run_when(kernel, op->block), number) : NULL;
}

/* Phases of the barrier that are over for threads that have made arrival number `made` of this operation's. */
static uint64_t handed_on(struct kernel *kernel, const struct sync *op, const struct phased *same, uint64_t made,
	const struct phased *phased)
{
	const struct et *before = at_op(kernel, op, phased_before(kernel, same, false, op->instruction));
	const struct et *over = at_op(kernel, op, known_phases(kernel, phased, op->instruction));
	struct turn_rounds rounds;
	uint64_t number, phases;
	if (!before || !over || !turn_rounds_start(kernel, op->instruction, &rounds))
		return 0;
	do {
		if (!turn_value_at(kernel, before, &rounds, &number))
			return 0;
		if (number == made)
			return turn_value_at(kernel, over, &rounds, &phases) && (int64_t)phases > 0 ? phases : 0;
	} while (turn_rounds_next(&rounds));
	return 0;
}

/* Has the block that each of the threads goes to a thread that runs the other operation and comes back. */
static bool comes_back(struct hall *hall, const struct sync *op, const struct sync *back)
{
	struct kernel *kernel = hall->kernel;
	const uint64_t *runs = by_seat(hall, op_members_of_all(kernel, op));
	const uint64_t *to = targets(hall, op_rank(kernel, op));
	const uint64_t *others = by_seat(hall, op_members_of_all(kernel, back));
	const uint64_t *home = targets(hall, op_rank(kernel, back));
	for (uint64_t seat = 0; seat < hall->threads * hall->ranks; seat++) {
		if (!runs || !to || !others || !home)
			return false;
		if (!(runs[seat] & 1))
			continue;
		if (to[seat] >= hall->ranks)
			return false;
		uint64_t first = to[seat] * hall->threads;
		bool found = false;
		for (uint64_t other = first; !found && other < first + hall->threads; other++)
			found = (others[other] & 1) && home[other] == seat / hall->threads;
		if (!found)
			return false;
	}
	return true;
}

/* Does a thread know by the waits at this barrier, in these rounds, that so many phases of the other are over. */
static bool knows(struct hall *hall, const struct phased *phased, const struct sync *op,
	const struct turn_rounds *rounds, const struct phased *by, uint64_t phases)
{
	struct kernel *kernel = hall->kernel;
	const struct et *over = at_op(kernel, op, known_phases(kernel, by, op->instruction));
	uint64_t waited;
	if (by->unknown || !by->clustered || !over || !turn_value_at(kernel, over, rounds, &waited) ||
		(int64_t)waited <= 0)
		return false;
	vec_each(back, &by->ops) {
		if (!(*back)->arrives)
			continue;
		struct phased same = phased_at_rank(kernel, by, op_rank(kernel, *back));
		if (handed_on(kernel, *back, &same, waited - 1, phased) >= phases &&
			comes_back(hall, op, *back))
			return true;
	}
	return false;
}

/* Does none of the operation's arrivals come before the phases are over whose barrier it is at again. */
static bool keeps_phase(struct hall *hall, const struct phased *phased, const struct sync *op)
{
	struct kernel *kernel = hall->kernel;
	struct phased same = phased_at_rank(kernel, phased, op_rank(kernel, op));
	const struct et *before = at_op(kernel, op, phased_before(kernel, &same, false, op->instruction));
	uint64_t number, taking = phased->turns ? phased->taking : 1;
	struct turn_rounds rounds;
	if (!before || !turn_rounds_start(kernel, op->instruction, &rounds))
		return false;
	do {
		if (!turn_value_at(kernel, before, &rounds, &number))
			return false;
		bool known = number < taking;
		vec_each(by, &kernel->phased)
			known = known || knows(hall, phased, op, &rounds, *by, number + 1 - taking);
		if (!known)
			return false;
	} while (turn_rounds_next(&rounds));
	return true;
}

const char *cluster_phases_kept(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims, uint64_t said)
{
	struct hall hall = { .kernel = kernel, .launch = launch, .dims = dims };
	bool elects = kernel->measures[MEASURE_ELECTED_LANE] != NULL, kept = hall_start(&hall);
	for (hall.elected = 0; kept && hall.elected < (elects ? EXTENT_WARP : 1); hall.elected++)
		kept = counts_agree(&hall, phased, said);
	if (!kept)
		return "barrier whose count may not be the number of threads of the cluster that reach it";
	hall.elected = 0;
	vec_each(op, &phased->ops)
		if ((*op)->arrives && said != 1 && !keeps_phase(&hall, phased, *op))
			return "barrier at which threads of the cluster may arrive before its phase";
	return NULL;
}
