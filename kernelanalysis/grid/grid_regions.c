#include "kernelanalysis/barriers/barriers.h"
#include "kernelanalysis/grid/grid_barriers.h"

/*
 * Code of the shape of a grid barrier: the arrival, between two block barriers or by itself, a
 * loop that waits, a write that ends it, and no other accesses.
 */

enum { MOST_OPS = 16, MOST_STEPS = 8 };

struct region {
	struct kernel *kernel;
	struct grid_barrier *barrier;
	bool *inside;
	bool other; /* something else is between */
	VEC(const struct block *) work;
};

static bool is_arrival(const struct access *access)
{
	return access->type == ACCESS_ATOMIC && (counter_step(access) == 1 || may_flip(access)) &&
	       access->scope >= SCOPE_DEVICE && access->object->space != SPACE_SHARED &&
	       (access->rmw == RMW_ADD || access->rmw == RMW_INC) &&
	       LLVMGetFirstUse(access->instruction);
}

static const struct sync *block_barrier_at(const struct kernel *kernel, LLVMValueRef i)
{
	const struct sync *sync = sync_at(kernel, i);
	return sync && sync->kind == SYNC_BLOCK_BARRIER ? sync : NULL;
}

/* The last block barrier before the instruction in its dominators. */
static const struct sync *barrier_before(const struct kernel *kernel, const struct access *arrive)
{
	LLVMValueRef i = LLVMGetPreviousInstruction(arrive->instruction);
	const struct block *block = arrive->block;
	for (;;) {
		for (; i; i = LLVMGetPreviousInstruction(i))
			if (block_barrier_at(kernel, i))
				return sync_at(kernel, i);
		block = block->idom;
		if (!block)
			return NULL;
		i = LLVMGetLastInstruction(block->llvm);
	}
}

/* The first block barrier behind the instruction that all ways lead to. */
static const struct sync *barrier_behind(const struct kernel *kernel, const struct access *arrive)
{
	LLVMValueRef i = arrive->instruction;
	const struct block *block = arrive->block;
	for (;;) {
		for (; i; i = LLVMGetNextInstruction(i))
			if (block_barrier_at(kernel, i))
				return sync_at(kernel, i);
		block = block->ipdom;
		if (!block)
			return NULL;
		i = LLVMGetFirstInstruction(block->llvm);
	}
}

static bool is_plain_reset(const struct access *access)
{
	return access->type == ACCESS_WRITE && access->stored && LLVMIsAConstantInt(access->stored) &&
	       !LLVMConstIntGetZExtValue(access->stored);
}

/* What the launch finds and leaves in memory, once it is known that nothing writes there (grid_barriers.c). */
static bool is_plain_read(const struct access *access)
{
	return access->type == ACCESS_READ && !is_strong(access) && !access->async &&
	       access->object->space != SPACE_SHARED && access->object->kind != OBJECT_UNKNOWN;
}

static void take(struct region *region, LLVMValueRef i)
{
	struct kernel *kernel = region->kernel;
	struct access *access = access_at(kernel, i);
	const struct sync *sync = sync_at(kernel, i);
	if (sync && sync->kind != SYNC_FENCE)
		region->other = true;
	if (!access || access->object->kind == OBJECT_LOCAL)
		return;
	if (is_plain_read(access))
		vec_push(kernel->arena, &region->barrier->reads, access);
	else if ((!is_strong(access) && !is_plain_reset(access)) || access->asm_weak || access->async ||
		access->object->space == SPACE_SHARED || region->barrier->ops.n == MOST_OPS)
		region->other = true;
	else
		vec_push(kernel->arena, &region->barrier->ops, access);
}

/* Follows one block from instruction i. */
static void follow(struct region *region, const struct block *block, LLVMValueRef i)
{
	const struct grid_barrier *barrier = region->barrier;
	for (; i && !region->other; i = LLVMGetNextInstruction(i)) {
		if (i == barrier->to)
			return;
		take(region, i);
	}
	region->other |= !block->succs.n && !block_is_dead_end(block);
	vec_each(succ, &block->succs) {
		if (region->inside[(*succ)->index] || (!barrier->to && *succ == barrier->end))
			continue;
		region->inside[(*succ)->index] = true;
		vec_push(region->kernel->arena, &region->work, *succ);
	}
}

/* Fills `inside` and `ops`; false when something else is between. */
static bool region_fill(struct kernel *kernel, struct grid_barrier *barrier)
{
	struct region region = { .kernel = kernel, .barrier = barrier };
	struct block *start = instruction_block(kernel->func, barrier->from);
	region.inside = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	barrier->inside = region.inside;
	barrier->ops.n = barrier->reads.n = 0;
	LLVMValueRef first = LLVMGetNextInstruction(barrier->from);
	if (barrier->from == barrier->arrive->instruction)
		take(&region, barrier->from);
	follow(&region, start, first);
	while (region.work.n && !region.other) {
		const struct block *block = region.work.at[--region.work.n];
		follow(&region, block, LLVMGetFirstInstruction(block->llvm));
	}
	return !region.other;
}

/* Is there a read that a loop repeats, and a write, and does all writing come after the arrival. */
static bool has_shape(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	bool spins = false, writes = false;
	const struct access *arrive = barrier->arrive;
	vec_each(each, &barrier->ops) {
		const struct access *op = *each;
		const struct loop *loop = op->block->loop;
		bool reads = op->type == ACCESS_READ || op->rmw == RMW_LOAD || keeps_value(op);
		if (op == arrive)
			continue;
		if (!reads && !comes_before(kernel, arrive->instruction, op->instruction))
			return false;
		spins |= reads && loop && !loop_contains(loop, arrive->block);
		writes |= !reads && strong_write(op);
	}
	return spins && writes;
}

/* The arrival of one thread for its block, or of all, between block barriers. */
static bool between_barriers(struct kernel *kernel, struct grid_barrier *barrier)
{
	const struct sync *before = barrier_before(kernel, barrier->arrive);
	const struct sync *behind = barrier_behind(kernel, barrier->arrive);
	if (!before || !behind)
		return false;
	barrier->from = before->instruction;
	barrier->to = behind->instruction;
	barrier->end = behind->block;
	if (!region_fill(kernel, barrier))
		return false;
	barrier->flips = has_flip_shape(kernel, barrier);
	return barrier->flips || (!may_flip(barrier->arrive) && has_shape(kernel, barrier));
}

/* The arrival of every thread for itself. */
static bool by_itself(struct kernel *kernel, struct grid_barrier *barrier)
{
	barrier->from = barrier->arrive->instruction;
	barrier->to = NULL;
	barrier->end = barrier->arrive->block->ipdom;
	for (unsigned n = 0; barrier->end && n < MOST_STEPS; n++) {
		if (!region_fill(kernel, barrier))
			return false;
		if (has_shape(kernel, barrier))
			return true;
		barrier->end = barrier->end->ipdom;
	}
	return false;
}

static void mark(struct kernel *kernel, struct grid_barrier *barrier)
{
	struct sync *point = sync_at(kernel, barrier->from);
	if (!point) {
		point = arena_alloc(kernel->arena, sizeof(*point));
		point->kind = SYNC_GRID_BARRIER;
		point->instruction = barrier->from;
		point->block = barrier->arrive->block;
		vec_push(kernel->arena, &kernel->syncs, point);
		ptrmap_set(kernel->sync_map, barrier->from, point);
	}
	point->by_hand = barrier;
	vec_each(op, &barrier->ops) (*op)->of_barrier = true;
	vec_push(kernel->arena, &kernel->grid_barriers, barrier);
}

/* A barrier object that is not read as a barrier of the grid may order the threads in another way, as one of some blocks does. */
static void doubt_objects(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		LLVMValueRef i = (*each)->instruction;
		const char *why = ptrmap_get(kernel->refused, i);
		if (!LLVMIsACallInst(i) || (*each)->of_barrier || !is_far_arrival(i))
			continue;
		kernel_unsupported(kernel, i, "barrier object in memory of the grid%s%s", why ? ": " : "",
			why ? why : "");
	}
}

void grid_regions_find(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		if (!is_arrival(*each) || (*each)->of_barrier ||
			ptrmap_get(kernel->refused, (*each)->instruction))
			continue;
		struct grid_barrier *barrier = arena_alloc(kernel->arena, sizeof(*barrier));
		barrier->arrive = *each;
		if (between_barriers(kernel, barrier) ||
			(!may_flip(*each) && by_itself(kernel, barrier)))
			mark(kernel, barrier);
	}
	doubt_objects(kernel);
}
