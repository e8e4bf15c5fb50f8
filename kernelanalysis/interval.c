#include "kernelanalysis/kernel.h"

/*
 * Barrier intervals. From each point (kernel entry or barrier) the control flow
 * is walked until the next barriers. A walk's state holds, for each loop around
 * the point (outermost first, 3 bits each), how often its back edge was taken:
 * 0 and 1 exactly, MANY for more; ANEW plus that after the loop was left and
 * entered again.
 */

#define MOST_LOOPS 10

struct walk {
	struct kernel *kernel;
	struct interval *interval;
	const struct loop *chain[MOST_LOOPS]; /* loops around the point, outermost first */
	unsigned depth;
	struct ptrmap *seen; /* block -> list of states */
	VEC(struct step) work;
};

struct step {
	struct block *block;
	uint32_t state;
};

typedef VEC(uint32_t) state_list;

bool interval_ends(const struct interval *interval, const struct sync *sync)
{
	switch (sync->kind) {
	case SYNC_GRID_BARRIER:
		return true;
	case SYNC_BLOCK_BARRIER:
		return interval->kind != RACE_INTER_BLOCK;
	case SYNC_WARP_BARRIER:
		return interval->kind == RACE_INTRA_WARP && !sync->partial;
	case SYNC_FENCE:
		return false;
	}
	return false;
}

bool sync_groups_known(const struct sync *sync)
{
	return sync->kind == SYNC_WARP_BARRIER && !sync->block->loop &&
	       LLVMIsAConstantInt(call_arg(sync->instruction, 0));
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
	vec_push(arena, &walk->work, ((struct step){ block, state }));
}

static void meet(struct walk *walk, LLVMValueRef i, uint32_t state)
{
	struct kernel *kernel = walk->kernel;
	struct access *access = access_at(kernel, i);
	if (!access)
		return;
	for (unsigned n = access->index; n < kernel->accesses.n; n++) {
		if (kernel->accesses.at[n]->instruction != i)
			break;
		struct instance instance = { kernel->accesses.at[n], state };
		vec_push(kernel->arena, &walk->interval->instances, instance);
	}
}

/* Follows one block from instruction i; stops at a barrier. */
static void follow(struct walk *walk, struct block *block, LLVMValueRef i, uint32_t state)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		meet(walk, i, state);
		const struct sync *sync = sync_at(walk->kernel, i);
		if (!sync)
			continue;
		if (interval_ends(walk->interval, sync))
			return;
		if (sync->kind == SYNC_WARP_BARRIER && walk->interval->kind == RACE_INTRA_WARP &&
			!sync_groups_known(sync))
			state |= INSTANCE_PARTIAL;
	}
	vec_each(succ, &block->succs) push(walk, *succ, cross(walk, block, *succ, state));
}

static void walk_from(struct kernel *kernel, enum race_kind kind, const struct sync *point)
{
	size_t loops = kernel->func->loops.n + 1;
	struct interval *interval = arena_alloc(kernel->arena, sizeof(*interval));
	interval->kind = kind;
	interval->point = point;
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
	follow(&walk, start, first, 0);
	while (walk.work.n) {
		struct step step = walk.work.at[--walk.work.n];
		follow(&walk, step.block, LLVMGetFirstInstruction(step.block->llvm), step.state);
	}
	vec_push(kernel->arena, &kernel->intervals, interval);
}

uint32_t interval_state_before(const struct loop *loop, unsigned rounds)
{
	return with_state(0, loop->depth - 1, rounds);
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

void intervals_fill(struct kernel *kernel)
{
	for (enum race_kind kind = 0; kind < RACE_KINDS; kind++) {
		struct interval probe = { .kind = kind };
		walk_from(kernel, kind, NULL);
		vec_each(sync, &kernel->syncs) {
			if (interval_ends(&probe, *sync))
				walk_from(kernel, kind, *sync);
		}
	}
}
