#include "solver/causes/cause.h"

#include "kernelanalysis/grid/grid_barriers.h"

/* Causes of races at barriers, at copies under way, and at the end of a block. */

/* A barrier of this kind that lies between the two accesses; NULL: none. */
static const struct sync *separator(const struct why *why, enum sync_kind kind)
{
	const struct kernel *kernel = why->check->kernel;
	LLVMValueRef a = why->a->instruction, b = why->b->instruction;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind != kind)
			continue;
		if ((always_follows(kernel, a, at) && ordered(kernel, at, b)) ||
			(always_follows(kernel, b, at) && ordered(kernel, at, a)))
			return *each;
	}
	return NULL;
}

static const char *group_words(const struct why *why, const struct sync *sync)
{
	if (sync->kind == SYNC_WARP_BARRIER && !sync->extent)
		return sync->mask ? "the lanes that its mask names" : "a thread with itself";
	if (sync->extent == EXTENT_WARP)
		return "the threads of one warp";
	return arena_printf(why->check->run, "the threads of one tile of %u", sync->extent);
}

/* The widest barrier between the accesses, which is too narrow for this pair; NULL: none. */
static const char *narrow_barrier(const struct why *why)
{
	struct arena *run = why->check->run;
	const struct sync *sync;
	if (why->kind == RACE_INTER_BLOCK) {
		if ((sync = separator(why, SYNC_CLUSTER_BARRIER)))
			return "barrier too narrow: a cluster barrier orders only the blocks of "
			       "one cluster";
		sync = separator(why, SYNC_BLOCK_BARRIER);
		return sync ? "barrier too narrow: __syncthreads orders only the threads of one "
			      "block"
			    : NULL;
	}
	sync = separator(why, SYNC_TILE_BARRIER);
	if (!sync)
		sync = separator(why, SYNC_WARP_BARRIER);
	if (!sync)
		return NULL;
	unsigned line = sync_loc(why->check->kernel, sync).line;
	if (sync->kind == SYNC_WARP_BARRIER && !sync->mask && sync->extent == EXTENT_WARP)
		return why->kind == RACE_INTRA_WARP
			       ? NULL
			       : "barrier too narrow: __syncwarp orders only the threads of one warp";
	return arena_printf(run, "barrier too narrow: the one at line %u orders only %s", line,
		group_words(why, sync));
}

/* The lines of an arrival after one access and of a wait before the other, at one barrier; 0: none. */
struct phase_lines {
	unsigned arrival, wait;
};

static struct phase_lines phase_lines(const struct why *why, const struct phased *phased,
	const struct access *from, const struct access *to)
{
	const struct kernel *kernel = why->check->kernel;
	struct phase_lines lines = { 0, 0 };
	vec_each(op, &phased->ops) {
		LLVMValueRef at = (*op)->instruction;
		if ((*op)->arrives && always_follows(kernel, from->instruction, at))
			lines.arrival = sync_loc(kernel, *op).line;
		if ((*op)->waits && comes_before(kernel, at, to->instruction))
			lines.wait = sync_loc(kernel, *op).line;
	}
	return lines;
}

/* A barrier with phases at which one of the two halves is missing between the accesses; NULL: none. */
static const char *phase_cause(const struct why *why)
{
	const struct access *sides[] = { why->a, why->b };
	vec_each(phased, &why->check->kernel->phased) {
		for (unsigned t = 0; t < 2 && !(*phased)->unknown; t++) {
			const struct access *from = sides[t], *to = sides[1 - t];
			struct phase_lines lines = phase_lines(why, *phased, from, to);
			if (lines.arrival && !lines.wait)
				return arena_printf(why->check->run,
					"barrier missing between the two accesses: nothing waits before line "
					"%u for the phase that line %u arrives in",
					cause_line(why, to), lines.arrival);
			if (lines.wait && !lines.arrival)
				return arena_printf(why->check->run,
					"barrier missing between the two accesses: nothing arrives after line "
					"%u at the barrier that line %u waits for",
					cause_line(why, from), lines.wait);
		}
	}
	return NULL;
}

/* Is one access between the halves of a barrier that the other one is behind. */
static const char *half_barrier(const struct why *why, const struct pair *pair)
{
	if (!pair->interval->split || !((pair->a.state ^ pair->b.state) & INSTANCE_CROSSED))
		return NULL;
	const struct access *between = pair->a.state & INSTANCE_CROSSED ? pair->b.access : pair->a.access;
	return arena_printf(why->check->run,
		"what line %u does lies between the two halves of a barrier, arrive and wait, and is ordered with neither",
		cause_line(why, between));
}

const char *barrier_cause(const struct why *why, const struct pair *pair)
{
	const char *cause = half_barrier(why, pair);
	if (!cause)
		cause = narrow_barrier(why);
	if (!cause && why->kind != RACE_INTER_BLOCK)
		cause = phase_cause(why);
	if (cause)
		return cause;
	switch (why->kind) {
	case RACE_INTER_BLOCK:
		return "no synchronization orders the two blocks";
	case RACE_INTRA_BLOCK:
		return "barrier missing between the two accesses";
	case RACE_INTRA_WARP:
		return "barrier missing between the two accesses; the threads of a warp run "
		       "independently";
	case RACE_KINDS:
		break;
	}
	bug("race of no kind");
}

const char *flight_cause(const struct why *why, const struct access *copy)
{
	if (!copy)
		return NULL;
	return arena_printf(why->check->run,
		"the asynchronous copy of line %u may still be under way: its wait is missing, "
		"comes after the barrier, or leaves it pending",
		cause_line(why, copy));
}

const char *end_cause(const struct why *why)
{
	if (!why->a->ends && !why->b->ends)
		return NULL;
	return arena_printf(why->check->run,
		"the block may have ended, and its shared memory with it: a cluster barrier is missing "
		"behind the access of line %u",
		cause_line(why, why->a->ends ? why->b : why->a));
}

const char *bulk_cause(const struct why *why)
{
	const struct access *copy = why->a->bulk && why->a->bound ? why->a : why->b;
	if (!copy->bulk || !copy->bound)
		return NULL;
	return arena_printf(why->check->run,
		copy->expect || copy->lands ? "a wait for the phase of its barrier is missing behind the bulk copy of "
			       "line %u, or a wait for free space before it, or it is for another phase"
			     : "the barrier of the bulk copy of line %u does not expect its bytes, so "
			       "that no wait comes after it",
		cause_line(why, copy));
}

const char *by_hand_cause(const struct why *why, const struct pair *pair)
{
	const struct kernel *kernel = why->check->kernel;
	if (pair->interval->doubted)
		vec_each(sync, &kernel->syncs)
			if ((*sync)->by_hand && !(*sync)->by_hand->rehearsed)
				return arena_printf(why->check->run,
					"the grid barrier at line %u lets blocks pass before all have come: "
					"its count, or what it waits for, is wrong for this launch",
					cause_line(why, (*sync)->by_hand->arrive));
	vec_each(each, &kernel->accesses) {
		LLVMValueRef at = (*each)->instruction;
		const char *defect = ptrmap_get(kernel->refused, at);
		if (defect && why->kind == RACE_INTER_BLOCK)
			return arena_printf(why->check->run,
				"the barrier for which line %u counts does not order the two blocks: %s",
				cause_line(why, *each), defect);
	}
	return NULL;
}
