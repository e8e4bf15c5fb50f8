#include "kernelanalysis/grid/grid_barriers.h"

/* Does a grid barrier written by hand release what comes before it and acquire what it waits for. */

static bool acquires(const struct access *op)
{
	return op->order == ORDER_ACQUIRE || op->order == ORDER_ACQ_REL;
}

static bool releases(const struct access *op)
{
	return op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL;
}

/* A fence that runs after `a` and before `b`, of no other direction. */
static bool fenced_between(const struct kernel *kernel, const struct access *a,
	const struct access *b, enum order other)
{
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (sync->kind == SYNC_FENCE && sync->scope >= SCOPE_DEVICE && sync->order != other &&
			comes_before(kernel, a->instruction, sync->instruction) &&
			comes_before(kernel, sync->instruction, b->instruction))
			return true;
	}
	return false;
}

/* Is it the gate that is read, or what nothing in the kernel writes. */
static bool is_read_of_barrier(const struct grid_barrier *barrier, const struct access *access)
{
	vec_each(read, &barrier->reads)
		if (*read == access)
			return true;
	vec_each(op, &barrier->ops)
		if ((*op)->address == access->address && is_strong(access) && !access_writes(access))
			return true;
	return false;
}

static bool is_foreign(const struct kernel *kernel, const struct grid_barrier *barrier, const struct access *access)
{
	return !access->of_barrier && !is_read_of_barrier(barrier, access) && access->object->kind != OBJECT_LOCAL &&
	       (access->object->space != SPACE_SHARED || kernel->maps_shared);
}

/* Does a fence stand before the arrival with no access of the program between the two. */
bool arrival_released(struct orders *orders, const struct grid_barrier *barrier)
{
	struct kernel *kernel = orders->kernel;
	LLVMValueRef arrival = barrier->arrive->instruction;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (sync->kind != SYNC_FENCE || sync->scope < SCOPE_DEVICE ||
			sync->order == ORDER_ACQUIRE ||
			!comes_before(kernel, sync->instruction, arrival))
			continue;
		bool late = false;
		vec_each(access, &kernel->accesses)
			late |= is_foreign(kernel, barrier, *access) &&
				runs_between(orders, sync->block, sync->instruction,
					(*access)->instruction, arrival, sync->block);
		if (!late)
			return true;
	}
	return releases(barrier->arrive);
}

struct ways {
	struct kernel *kernel;
	const struct grid_barrier *barrier;
	bool *seen;
	VEC(const struct block *) work;
};

/* 1: a fence comes first, 0: an access of the program or the end of the barrier, -1: neither. */
static int meets_fence(const struct ways *ways, LLVMValueRef i)
{
	const struct kernel *kernel = ways->kernel;
	for (; i; i = LLVMGetNextInstruction(i)) {
		const struct sync *sync = sync_at(kernel, i);
		const struct access *access = access_at(kernel, i);
		if (sync && sync->kind == SYNC_FENCE && sync->scope >= SCOPE_DEVICE &&
			sync->order != ORDER_RELEASE)
			return 1;
		if (i == ways->barrier->to || (access && is_foreign(kernel, ways->barrier, access)))
			return 0;
	}
	return -1;
}

/* Is there a fence on every way from the branch before any other access. */
static bool acquired_after(struct kernel *kernel, const struct grid_barrier *barrier,
	const struct acquire *acquire)
{
	if (acquires(acquire->op))
		return true;
	struct ways ways = { .kernel = kernel, .barrier = barrier };
	ways.seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	vec_push(kernel->arena, &ways.work, acquire->success);
	while (ways.work.n) {
		const struct block *block = ways.work.at[--ways.work.n];
		int met = meets_fence(&ways, LLVMGetFirstInstruction(block->llvm));
		if (!met)
			return false;
		for (size_t i = 0; met < 0 && i < block->succs.n; i++) {
			const struct block *succ = block->succs.at[i];
			if (!ways.seen[succ->index])
				vec_push(kernel->arena, &ways.work, succ);
			ways.seen[succ->index] = true;
		}
	}
	return true;
}

/* Only the last block to come changes counter and gate, the gate after a fence. */
bool gate_released(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	const struct access *arrive = barrier->arrive;
	vec_each(each, &barrier->ops) {
		const struct access *op = *each;
		if (op == arrive || !access_writes(op) || keeps_value(op))
			continue;
		if (!block_dominates(barrier->last->success, op->block))
			return false;
		if (of_counter(barrier, op))
			continue;
		if (!acquires(arrive) && !fenced_between(kernel, arrive, op, ORDER_RELEASE))
			return false;
		if (!releases(op) && !fenced_between(kernel, arrive, op, ORDER_ACQUIRE))
			return false;
	}
	return true;
}

static bool is_let_go(const struct grid_barrier *barrier, const struct access *op)
{
	return !of_counter(barrier, op) && access_writes(op) && !keeps_value(op);
}

/* Who is let go may arrive again at once: the counter is set back by then. */
bool counter_ready(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	vec_each(reset, &barrier->ops) {
		if (!of_counter(barrier, *reset) || *reset == barrier->arrive)
			continue;
		vec_each(op, &barrier->ops)
			if (is_let_go(barrier, *op) &&
				(!comes_before(kernel, (*reset)->instruction, (*op)->instruction) ||
					!(releases(*op) || fenced_between(kernel, *reset, *op,
								   ORDER_ACQUIRE))))
				return false;
	}
	return true;
}

bool waits_acquire(struct kernel *kernel, const struct grid_barrier *barrier)
{
	bool all = !barrier->last || acquired_after(kernel, barrier, barrier->last);
	vec_each(wait, &barrier->waits) all &= acquired_after(kernel, barrier, wait->acquire);
	return all;
}
