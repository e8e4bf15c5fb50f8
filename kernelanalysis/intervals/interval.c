#include "kernelanalysis/barriers/async.h"

/*
 * Barrier intervals. From each point (kernel entry or barrier) the control flow
 * is walked until the next barriers. A walk's state holds, for each loop around
 * the point (outermost first, 3 bits each), how often its back edge was taken:
 * 0 and 1 exactly, MANY for more; ANEW plus that after the loop was left and
 * entered again.
 */

#define MOST_LOOPS 9

struct walk {
	struct kernel *kernel;
	struct interval *interval;
	const struct loop *chain[MOST_LOOPS]; /* loops around the point, outermost first */
	unsigned depth;
	struct ptrmap *seen; /* block -> list of states */
	VEC(struct step) work;
	VEC(struct step) ends; /* barriers behind which a copy is complete */
};

struct step {
	struct block *block;
	uint32_t state;
	LLVMValueRef from; /* NULL: the block's beginning */
};

typedef VEC(uint32_t) state_list;

bool interval_ends(const struct interval *interval, const struct sync *sync)
{
	if (sync->kind == SYNC_FENCE || sync->kind == SYNC_PHASE ||
		sync->kind == SYNC_STRAY || sync->partial || (interval->split && sync->apart))
		return false;
	return sync->extent >= interval->extent || (sync->lanes & interval->lanes) ||
	       (sync->by_hand && !interval->doubted);
}

static unsigned state_of(uint32_t state, unsigned index)
{
	return state >> 3 * index & 7;
}

static uint32_t with_state(uint32_t state, unsigned index, unsigned value)
{
	return (state & ~(UINT32_C(7) << 3 * index)) | value << 3 * index;
}

/* State after the edge: back edges count, entering a loop of the chain again starts it anew. */
static uint32_t cross(struct walk *walk, const struct block *from, const struct block *to,
	uint32_t state)
{
	const struct loop *loop = to->loop;
	bool back = false;
	if (loop && loop->header == to)
		back = loop_contains(loop, from);
	else
		return state;
	for (unsigned i = 0; i < walk->depth; i++) {
		if (walk->chain[i] != loop)
			continue;
		unsigned now = state_of(state, i);
		if (!back)
			return now < LOOP_ANEW ? with_state(state, i, LOOP_ANEW + now) : state;
		if (now < LOOP_ANEW)
			return with_state(state, i, now + 1 > LOOP_MANY ? LOOP_MANY : now + 1);
		walk->interval->free_loop[loop->index] = true;
		return state;
	}
	walk->interval->reached[loop->index] = true;
	if (back)
		walk->interval->free_loop[loop->index] = true;
	return state;
}

static void push(struct walk *walk, struct block *block, uint32_t state)
{
	struct arena *arena = walk->kernel->arena;
	state_list *states = ptrmap_get(walk->seen, block);
	if (!states) {
		states = arena_alloc(arena, sizeof(*states));
		ptrmap_set(walk->seen, block, states);
	}
	vec_each(known, states) {
		if (*known == state)
			return;
	}
	vec_push(arena, states, state);
	vec_push(arena, &walk->work, ((struct step){ block, state, NULL }));
}

static void meet(struct walk *walk, LLVMValueRef i, uint32_t state)
{
	struct kernel *kernel = walk->kernel;
	struct access *access = access_at(kernel, i);
	if (!access || (walk->interval->flight && !(state & INSTANCE_CROSSED)))
		return;
	for (unsigned n = access->index; n < kernel->accesses.n; n++) {
		if (kernel->accesses.at[n]->instruction != i)
			break;
		struct instance instance = { kernel->accesses.at[n], state };
		vec_push(kernel->arena, &walk->interval->instances, instance);
	}
}

/* A barrier of which it is not known whether it orders the pairs. */
static bool may_end(const struct walk *walk, const struct sync *sync)
{
	if (sync->kind == SYNC_CLUSTER_BARRIER && !walk->kernel->cluster[0])
		return walk->interval->extent > EXTENT_CLUSTER;
	return sync->partial && sync->extent >= walk->interval->extent;
}

static unsigned flight_of(uint32_t state)
{
	return (state & INSTANCE_FLIGHT) >> INSTANCE_FLIGHT_SHIFT;
}

static void push_end(struct walk *walk, struct block *block, LLVMValueRef barrier, uint32_t state)
{
	state &= ~(INSTANCE_FLIGHT | INSTANCE_CROSSED | INSTANCE_PARTIAL);
	if (!walk->interval->flight->bound)
		vec_push(
			walk->kernel->arena, &walk->ends, ((struct step){ block, state, barrier }));
}

/* A copy in flight goes on over barriers; false when it is complete and nothing more to see. */
static bool follow_flight(struct walk *walk, struct block *block, LLVMValueRef i, uint32_t *state)
{
	const struct sync *sync = sync_at(walk->kernel, i);
	bool barrier = sync && interval_ends(walk->interval, sync);
	unsigned flight = flight_of(*state);
	if (barrier && !flight) {
		push_end(walk, block, i, *state);
		return false;
	}
	if (barrier)
		*state |= INSTANCE_CROSSED;
	if (flight && flight_may_end(walk->kernel, walk->interval->flight, i))
		*state |= INSTANCE_PARTIAL;
	if (flight)
		flight = flight_after(walk->kernel, walk->interval->flight, flight, i);
	*state = (*state & ~INSTANCE_FLIGHT) | flight << INSTANCE_FLIGHT_SHIFT;
	return flight || (*state & INSTANCE_CROSSED);
}

static bool excluded(
	const struct walk *walk, const struct block *from, const struct block *to, uint32_t state)
{
	const struct access *flight = walk->interval->flight;
	bool same_round = !(state & ~INSTANCE_FLIGHT);
	return flight && same_round &&
	       flight_excludes(walk->kernel, flight, from, to);
}

/* The second half of a barrier, in an interval that begins before it: false when it is not the first one. */
static bool cross_half(const struct walk *walk, const struct sync *sync, uint32_t *state)
{
	bool first = !(*state & INSTANCE_CROSSED);
	if (walk->interval->split && sync->apart)
		*state |= INSTANCE_CROSSED;
	return first || !walk->interval->split || !sync->apart;
}

/* Follows one block from instruction i; stops at a barrier. */
static void follow(struct walk *walk, struct block *block, LLVMValueRef i, uint32_t state)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		meet(walk, i, state);
		if (walk->interval->flight) {
			if (!follow_flight(walk, block, i, &state))
				return;
			continue;
		}
		const struct sync *sync = sync_at(walk->kernel, i);
		if (!sync)
			continue;
		if (!cross_half(walk, sync, &state) || interval_ends(walk->interval, sync))
			return;
		if (may_end(walk, sync))
			state |= INSTANCE_PARTIAL;
	}
	vec_each(succ, &block->succs) {
		if (!excluded(walk, block, *succ, state))
			push(walk, *succ, cross(walk, block, *succ, state));
	}
}

static void follow_complete(struct walk *walk, const struct step *step)
{
	struct kernel *kernel = walk->kernel;
	LLVMValueRef i = step->from ? step->from : LLVMGetFirstInstruction(step->block->llvm);
	for (; i; i = LLVMGetNextInstruction(i)) {
		const struct access *access = access_at(kernel, i);
		for (size_t n = access ? access->index : kernel->accesses.n;
			n < kernel->accesses.n && kernel->accesses.at[n]->instruction == i; n++)
			vec_push(kernel->arena, &walk->interval->complete,
				((struct instance){ kernel->accesses.at[n], step->state }));
	}
	vec_each(succ, &step->block->succs)
		push(walk, *succ, cross(walk, step->block, *succ, step->state));
}

/* What runs behind the barriers at which the copy is complete on some way: other ways may lead
 * there as well. */
static void walk_complete(struct walk *walk)
{
	struct kernel *kernel = walk->kernel;
	struct interval *interval = walk->interval;
	size_t loops = kernel->func->loops.n + 1;
	bool *free_loop = interval->free_loop, *reached = interval->reached;
	interval->free_loop = arena_alloc(kernel->arena, loops * sizeof(bool));
	interval->reached = arena_alloc(kernel->arena, loops * sizeof(bool));
	walk->seen = ptrmap_new(kernel->arena);
	vec_each(end, &walk->ends)
		follow_complete(walk, end);
	while (walk->work.n) {
		struct step step = walk->work.at[--walk->work.n];
		follow_complete(walk, &step);
	}
	interval->free_loop = free_loop;
	interval->reached = reached;
}

static void walk_from(
	struct kernel *kernel, const struct interval *like, const struct sync *point)
{
	size_t loops = kernel->func->loops.n + 1;
	struct interval *interval = arena_alloc(kernel->arena, sizeof(*interval));
	interval->kind = like->kind;
	interval->extent = like->extent;
	interval->finer = like->finer;
	interval->lanes = like->lanes;
	interval->doubted = like->doubted;
	interval->split = like->split;
	interval->point = point;
	interval->flight = like->flight;
	interval->free_loop = arena_alloc(kernel->arena, loops * sizeof(bool));
	interval->reached = arena_alloc(kernel->arena, loops * sizeof(bool));
	struct walk walk = { .kernel = kernel, .interval = interval };
	walk.seen = ptrmap_new(kernel->arena);
	struct block *start = point ? point->block : kernel->func->blocks.at[0];
	const struct loop *loop = start->loop;
	unsigned depth = loop && point ? loop->depth : 0;
	if (depth > MOST_LOOPS) {
		kernel_unsupported(kernel, point->instruction, "loops nested too deep");
		return;
	}
	walk.depth = depth;
	for (unsigned i = depth; i-- > 0; loop = loop->parent)
		walk.chain[i] = loop;
	LLVMValueRef first = point ? LLVMGetNextInstruction(point->instruction)
				   : LLVMGetFirstInstruction(start->llvm);
	follow(&walk, start, first,
		like->flight ? (uint32_t)FLIGHT_ISSUED << INSTANCE_FLIGHT_SHIFT : 0);
	while (walk.work.n) {
		struct step step = walk.work.at[--walk.work.n];
		follow(&walk, step.block, LLVMGetFirstInstruction(step.block->llvm), step.state);
	}
	if (walk.ends.n)
		walk_complete(&walk);
	vec_push(kernel->arena, &kernel->intervals, interval);
}

uint32_t interval_state_before(const struct loop *loop, unsigned rounds)
{
	return with_state(0, loop->depth - 1, rounds);
}

enum scope interval_scope(const struct interval *interval)
{
	if (interval->kind != RACE_INTER_BLOCK)
		return SCOPE_BLOCK;
	return interval->extent == EXTENT_CLUSTER ? SCOPE_CLUSTER : SCOPE_DEVICE;
}

unsigned interval_loop_state(
	const struct interval *interval, const struct loop *loop, uint32_t state)
{
	const struct loop *around = interval->point ? interval->point->block->loop : NULL;
	for (; around; around = around->parent)
		if (around == loop)
			return state_of(state, loop->depth - 1);
	return LOOP_OUTSIDE;
}

static void walk_points(struct kernel *kernel, const struct interval *like)
{
	walk_from(kernel, like, NULL);
	vec_each(sync, &kernel->syncs) {
		if (interval_ends(like, *sync))
			walk_from(kernel, like, *sync);
	}
}

/* From the first halves of barriers, and the barriers before the second ones, what is ordered with neither half. */
static void walk_split(struct kernel *kernel, const struct interval *like)
{
	struct interval split = *like;
	split.split = true;
	vec_each(half, &kernel->halves) {
		if ((*half)->apart && (*half)->extent >= like->extent)
			walk_from(kernel, &split, *half);
	}
	vec_each(sync, &kernel->syncs) {
		if ((*sync)->within && interval_ends(&split, *sync))
			walk_from(kernel, &split, *sync);
	}
}

/* All intervals for the pairs of threads that `like` describes. */
static void walk_all(struct kernel *kernel, const struct interval *like)
{
	struct interval doubted = *like;
	walk_points(kernel, like);
	walk_split(kernel, like);
	vec_each(sync, &kernel->syncs)
		doubted.doubted |= (*sync)->by_hand && (*sync)->extent < like->extent;
	if (doubted.doubted)
		walk_points(kernel, &doubted);
}

void intervals_fill(struct kernel *kernel)
{
	struct interval blocks = { .kind = RACE_INTER_BLOCK, .extent = EXTENT_GRID,
		.finer = EXTENT_BLOCK };
	struct interval warps = { .kind = RACE_INTRA_BLOCK, .extent = EXTENT_BLOCK };
	if (clusters_matter(kernel) && kernel->cluster[0])
		blocks.finer = EXTENT_CLUSTER;
	walk_all(kernel, &blocks);
	if (blocks.finer == EXTENT_CLUSTER) {
		blocks.extent = EXTENT_CLUSTER;
		blocks.finer = EXTENT_BLOCK;
		walk_all(kernel, &blocks);
	}
	walk_all(kernel, &warps);
}

/* The widest extent below `extent` that some barrier has, or that of a warp; 0: none. */
static uint32_t next_finer(const struct kernel *kernel, uint32_t extent)
{
	uint32_t finer = extent > EXTENT_WARP ? EXTENT_WARP : 0;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (sync->kind != SYNC_FENCE && !sync->partial && sync->extent < extent &&
			sync->extent > finer)
			finer = sync->extent;
	}
	return finer;
}

void intervals_fill_groups(struct kernel *kernel)
{
	uint32_t finer = next_finer(kernel, EXTENT_BLOCK);
	vec_each(interval, &kernel->intervals) {
		if ((*interval)->extent == EXTENT_BLOCK)
			(*interval)->finer = finer;
	}
	for (uint32_t extent = finer; extent; extent = finer) {
		finer = next_finer(kernel, extent);
		struct interval like = { .extent = extent, .finer = finer };
		like.kind = extent > EXTENT_WARP ? RACE_INTRA_BLOCK : RACE_INTRA_WARP;
		unsigned subsets = extent > EXTENT_WARP ? 1 : 1U << kernel->lane_groups.n;
		for (like.lanes = 0; like.lanes < subsets; like.lanes++)
			walk_all(kernel, &like);
	}
}

/* Has the copy's first access instances in intervals like this one: threads with other ones. */
static void walk_flight(
	struct kernel *kernel, const struct interval *like, const struct access *copy)
{
	struct interval flight = { .kind = like->kind, .extent = like->extent,
		.finer = like->finer, .lanes = like->lanes, .flight = copy };
	struct sync *point = arena_alloc(kernel->arena, sizeof(*point));
	point->instruction = copy->instruction;
	point->block = copy->block;
	point->kind = SYNC_FENCE;
	walk_from(kernel, &flight, point);
}

void intervals_fill_flights(struct kernel *kernel)
{
	size_t n = kernel->intervals.n;
	flights_prepare(kernel);
	proxies_fill(kernel);
	vec_each(each, &kernel->accesses) {
		bool second = access_at(kernel, (*each)->instruction) != *each;
		if (!(*each)->async || (second && !access_ends_alone(*each)))
			continue;
		for (size_t i = 0; i < n; i++)
			if (!kernel->intervals.at[i]->point && !kernel->intervals.at[i]->doubted)
				walk_flight(kernel, kernel->intervals.at[i], *each);
	}
}
