#include "kernelanalysis/locks/lock_entries.h"

/*
 * Releases after an access and acquires before it, by the thread itself or by one
 * that acts for its warp or block (cumulativity through barriers, SEMANTICS 4).
 */

bool is_strong(const struct access *access)
{
	return access->type == ACCESS_ATOMIC || access->is_volatile || access->asm_weak;
}

bool strong_write(const struct access *access)
{
	if (access->type == ACCESS_ATOMIC)
		return access->writes;
	return access->type == ACCESS_WRITE && is_strong(access);
}

enum scope strong_scope(const struct access *access)
{
	return access->type == ACCESS_ATOMIC ? access->scope : SCOPE_SYSTEM;
}

enum scope narrower(enum scope a, enum scope b)
{
	return a < b ? a : b;
}

bool before_in_block(LLVMValueRef a, LLVMValueRef b)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

bool comes_before(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return a != b && instruction_dominates(kernel->func, a, b);
}

bool always_follows(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *x = instruction_block(kernel->func, a);
	const struct block *y = instruction_block(kernel->func, b);
	return x == y ? before_in_block(a, b) : block_post_dominates(y, x);
}

bool ordered(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return comes_before(kernel, a, b) || always_follows(kernel, a, b);
}

bool *blocks_reached(const struct kernel *kernel, const struct block *from, const bool *avoid)
{
	struct arena *arena = kernel->arena;
	bool *set = arena_alloc(arena, kernel->func->blocks.n * sizeof(bool));
	VEC(const struct block *) work = { 0 };
	vec_push(arena, &work, from);
	while (work.n) {
		const struct block *block = work.at[--work.n];
		vec_each(succ, &block->succs) {
			if (set[(*succ)->index] || avoid[(*succ)->index])
				continue;
			set[(*succ)->index] = true;
			vec_push(arena, &work, *succ);
		}
	}
	return set;
}

/* The same but for one block (may be NULL). */
static bool *reach_from(
	const struct kernel *kernel, const struct block *from, const struct block *avoid)
{
	bool *set = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	if (avoid)
		set[avoid->index] = true;
	return blocks_reached(kernel, from, set);
}

bool block_reaches(const struct kernel *kernel, const struct block *from, const struct block *to)
{
	return reach_from(kernel, from, NULL)[to->index];
}

bool block_reaches_in_round(const struct kernel *kernel, const struct loop *loop, const struct block *from, const struct block *to)
{
	return reach_from(kernel, from, loop->header)[to->index];
}

static const bool *reachable(struct orders *orders, const struct block *from)
{
	bool *set = ptrmap_get(orders->reach, from);
	if (!set) {
		set = reach_from(orders->kernel, from, NULL);
		ptrmap_set(orders->reach, from, set);
	}
	return set;
}

bool precedes(struct orders *orders, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *x = instruction_block(orders->kernel->func, a);
	const struct block *y = instruction_block(orders->kernel->func, b);
	if (x == y)
		return before_in_block(a, b) && !reachable(orders, x)[x->index];
	return reachable(orders, x)[y->index] && !reachable(orders, y)[x->index];
}

bool passes_in_round(const struct kernel *kernel, const struct loop *loop,
	const struct block *from, const struct block *to)
{
	return from == to ||
	       (block_post_dominates(to, from) && (!loop || loop->header != to) &&
		       !(loop && reach_from(kernel, from, to)[loop->header->index]));
}

bool precedes_in_round(struct orders *orders, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *x = instruction_block(orders->kernel->func, a);
	const struct block *y = instruction_block(orders->kernel->func, b);
	const struct loop *loop = x->loop;
	while (loop && !loop_contains(loop, y))
		loop = loop->parent;
	if (!loop)
		return precedes(orders, a, b);
	if (x == y)
		return before_in_block(a, b);
	return reach_from(orders->kernel, x, loop->header)[y->index] &&
	       !reach_from(orders->kernel, y, loop->header)[x->index];
}

bool runs_between(struct orders *orders, const struct block *from, LLVMValueRef first,
	LLVMValueRef middle, LLVMValueRef last, const struct block *avoid)
{
	const struct func *func = orders->kernel->func;
	const struct block *at = instruction_block(func, middle);
	bool enters = at == from && (!first || before_in_block(first, middle));
	if (!enters && !reach_from(orders->kernel, from, avoid)[at->index])
		return false;
	if (!last)
		return true;
	const struct block *end = instruction_block(func, last);
	return (at == end && before_in_block(middle, last)) ||
	       reach_from(orders->kernel, at, avoid)[end->index];
}

bool barrier_via(const struct sync *sync, enum via *via)
{
	*via = sync->kind == SYNC_BLOCK_BARRIER ? VIA_BLOCK : VIA_WARP;
	return sync->kind == SYNC_BLOCK_BARRIER ||
	       (sync->kind == SYNC_WARP_BARRIER && !sync->partial);
}

/* The same for a signal or wait that is this operation. */
static bool operation_via(const struct kernel *kernel, const struct sync *sync, const struct access *op, enum via *via)
{
	bool hands_on = barrier_via(sync, via);
	*via = *via == VIA_BLOCK ? leader_of(kernel, op) : *via;
	return hands_on;
}

/* Could `op` be the end of a release that covers `source`. */
static bool may_release(const struct kernel *kernel, LLVMValueRef source, const struct access *op)
{
	return !keeps_value(op) && !op->of_barrier && op->instruction != source &&
	       !comes_before(kernel, op->instruction, source);
}

static void push(struct kernel *kernel, order_list *list, struct order_path path)
{
	path.scope = narrower(path.fence, strong_scope(path.op));
	if (path.acquire && path.acquire->exists)
		path.condition = et_and(kernel->ets, path.condition, path.acquire->exists);
	vec_push(kernel->arena, list, path);
}

/*
 * Is a block's barrier behind the source in each round of a loop that is left before the operation: whoever comes to the operation
 * has passed all of its barriers, also that one.
 */
static bool is_left_behind(struct orders *orders, LLVMValueRef source, const struct sync *barrier, const struct block *end)
{
	return barrier->kind == SYNC_BLOCK_BARRIER && always_follows(orders->kernel, source, barrier->instruction) &&
	       reachable(orders, barrier->block)[end->index] && !reachable(orders, end)[barrier->block->index];
}

void releases_find(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	LLVMValueRef source = access->instruction;
	vec_each(each, &kernel->accesses) {
		struct order_path path = { .op = *each };
		if (path.op == access && strong_write(access) && !keeps_value(access)) {
			path.fence = fence_before(orders, NULL, path.op, &path.fence_op);
			path.condition = et_bool(kernel->ets, true);
			push(kernel, &access->releases, path);
		}
		bool guarded = !strong_write(path.op) && guarded_release(path.op, &path);
		LLVMValueRef end = path.op->instruction;
		if ((!strong_write(path.op) && !guarded) || !may_release(kernel, source, path.op))
			continue;
		if (ordered(kernel, source, end) || precedes(orders, source, end)) {
			if (!guarded)
				path.fence = fence_before(orders, source, path.op, &path.fence_op);
			if (path.fence == SCOPE_NONE)
				guarded_release(path.op, &path);
			path.condition = condition_between(kernel, access->block, path.op->block);
			push(kernel, &access->releases, path);
		}
		vec_each(barrier, &kernel->syncs) {
			LLVMValueRef at = (*barrier)->instruction;
			if (guarded || !operation_via(kernel, *barrier, path.op, &path.via) ||
				!(ordered(kernel, source, at) || precedes(orders, source, at)) ||
				!(comes_before(kernel, at, end) || is_left_behind(orders, source, *barrier, path.op->block)))
				continue;
			path.guarded = false;
			path.fence = fence_before(orders, at, path.op, &path.fence_op);
			if (path.fence == SCOPE_NONE)
				path.fence = fence_of_writer(
					orders, source, at, path.op, &path.fence_op);
			path.condition = et_and(kernel->ets, group_comes_to(kernel, access->block, *barrier),
				condition_between(kernel, (*barrier)->block, path.op->block));
			push(kernel, &access->releases, path);
		}
	}
}

/* In the loop that waits the wait need not be over: it is if what has been read in this round says so. */
static const struct et *if_over(struct kernel *kernel, const struct order_path *path, const struct access *access)
{
	const struct acquire *acquire = path->acquire;
	bool inside = acquire->spins && loop_contains(path->op->block->loop, access->block);
	return inside ? et_and(kernel->ets, path->condition, acquire->edge) : path->condition;
}

/* Is the barrier one of the loop that waits: an edge inside that loop says what its last round has found, which need not be the barrier's. */
static bool of_some_round(const struct acquire *acquire, const struct sync *barrier)
{
	const struct loop *spin = acquire->op->block->loop;
	return acquire->spins && loop_contains(spin, acquire->success) && loop_contains(spin, barrier->block);
}

/* Another thread of the warp or block, or this one, acquires; a barrier hands the order on. */
static void acquired_through(
	struct orders *orders, const struct acquire *acquire, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	struct order_path path = { .op = acquire->op, .acquire = acquire };
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if (!operation_via(kernel, *each, path.op, &path.via) || of_some_round(acquire, *each) ||
			!(comes_before(kernel, at, access->instruction) ||
				precedes_in_round(orders, at, access->instruction)) ||
			(at != acquire->vote && comes_before(kernel, at, path.op->instruction)))
			continue;
		path.condition = et_bool(kernel->ets, true);
		if (at == acquire->vote)
			path.condition = et_not(kernel->ets, acquire->left_early);
		else if (acquire->spins && always_follows(kernel, path.op->instruction, at))
			path.condition = wait_before_barrier(kernel, acquire, *each);
		else if (acquire->spins)
			continue;
		else if (!block_dominates(acquire->success, access->block)) {
			if (path.via != VIA_BLOCK || (*each)->block->loop || acquire->from->loop ||
				!lock_only_read(path.op) || !is_leaders_own(kernel, acquire->success) ||
				!always_follows(kernel, path.op->instruction, at))
				continue;
			path.condition = et_and(kernel->ets, leader_arrives(kernel, *each),
				condition_before(kernel, (*each)->block, acquire->success));
		}
		path.condition = et_and(kernel->ets, path.condition,
			condition_before(kernel, access->block, (*each)->block));
		path.condition = if_over(kernel, &path, access);
		path.fence = fence_after(orders, acquire, at, &path.fence_op);
		path.late = path.fence == SCOPE_NONE;
		if (path.late)
			path.fence = fence_of_reader(orders, at, access->instruction, path.op,
				&path.fence_op);
		path.late &= path.fence != SCOPE_NONE;
		push(kernel, &access->acquired, path);
	}
}

/* Condition to come to the wait in a round of the loop, and to leave it by its branch. */
static const struct et *came_to(
	struct kernel *kernel, const struct acquire *acquire, const struct loop *loop)
{
	const struct block *spin = before_spin(acquire->op, loop->latch);
	const struct et *came = et_and(kernel->ets, value_reach_from(kernel->env, loop->header, spin),
		waits_in_round(kernel, acquire->op, loop->latch));
	return et_and(kernel->ets, came, et_not(kernel->ets, acquire->left_early));
}

/*
 * In the round before: an acquire that every round of a loop around both makes, or that a thread has made there. The
 * barrier, when there is one, hands it on within that round.
 */
static void acquired_earlier(
	struct orders *orders, const struct acquire *acquire, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	struct order_path path = { .op = acquire->op, .acquire = acquire };
	const struct loop *loop = access->block->loop;
	while (loop && !loop_contains(loop, acquire->success))
		loop = loop->parent;
	if (acquire->vote || !loop || !loop->latch || block_dominates(acquire->success, access->block))
		return;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->latch->llvm);
	const struct et *k = et_sym(kernel->ets, kernel->env->loops[loop->index].counter);
	const struct et *first = et_binary(kernel->ets, ET_EQ, 0, k, et_const(kernel->ets, k->width, 0));
	path.previous = loop;
	if (block_dominates(acquire->success, loop->latch)) {
		path.fence = fence_after(orders, acquire, end, &path.fence_op);
		path.condition = et_not(kernel->ets, first);
		push(kernel, &access->acquired, path);
	} else if (acquire->spins && waits_by_ids(kernel, acquire, loop)) {
		path.fence = fence_after(orders, acquire, end, &path.fence_op);
		path.condition = et_and(kernel->ets, et_not(kernel->ets, first),
			previous_iteration(kernel->env, loop, came_to(kernel, acquire, loop)));
		push(kernel, &access->acquired, path);
	}
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if (!operation_via(kernel, *each, path.op, &path.via) || !acquire->spins || of_some_round(acquire, *each) ||
			!loop_contains(loop, (*each)->block) ||
			!(block_dominates((*each)->block, loop->latch) ||
				(path.via == VIA_BLOCK && waits_by_ids(kernel, acquire, loop))) ||
			!always_follows(kernel, path.op->instruction, at))
			continue;
		const struct et *came = wait_before_barrier(kernel, acquire, *each);
		if (!block_dominates((*each)->block, loop->latch))
			came = came_to(kernel, acquire, loop);
		path.fence = fence_after(orders, acquire, at, &path.fence_op);
		path.condition = et_and(kernel->ets, et_not(kernel->ets, first),
			previous_iteration(kernel->env, loop, came));
		push(kernel, &access->acquired, path);
	}
}

/* By the thread itself; `certain`: whoever comes to the access has come past the branch. */
static void acquired_itself(
	struct orders *orders, const struct acquire *acquire, struct access *access, bool certain)
{
	struct kernel *kernel = orders->kernel;
	struct order_path path = { .op = acquire->op, .acquire = acquire };
	if (is_strong(path.op) || !guarded_acquire(path.op, &path))
		path.fence = fence_after(orders, acquire, access->instruction, &path.fence_op);
	if (path.fence == SCOPE_NONE)
		guarded_acquire(path.op, &path);
	path.condition = et_bool(kernel->ets, true);
	if (!certain && !acquire->spins)
		path.condition = condition_before(kernel, access->block, acquire->success);
	else if (!certain)
		path.condition = et_and(kernel->ets,
			condition_before(kernel, access->block, before_spin(path.op, access->block)),
			et_and(kernel->ets, et_not(kernel->ets, acquire->left_early),
				waits_in_round(kernel, path.op, access->block)));
	path.condition = if_over(kernel, &path, access);
	push(kernel, &access->acquired, path);
}

static void acquired_by(struct orders *orders, const struct acquire *acquire, struct access *access)
{
	struct order_path path = { .op = acquire->op, .acquire = acquire };
	if (path.op == access || path.op->of_barrier || !read_proves_signal(path.op) ||
		lock_shares(orders, acquire))
		return;
	bool certain = block_dominates(acquire->success, access->block);
	if (!acquire->vote &&
		(certain || precedes_in_round(orders, path.op->instruction, access->instruction)))
		acquired_itself(orders, acquire, access, certain);
	if (!is_strong(path.op) && guarded_acquire(path.op, &path))
		return;
	acquired_through(orders, acquire, access);
	acquired_earlier(orders, acquire, access);
}

/* By an edge inside the loop that waits: behind the edge in the same round, or behind the loop. */
static void acquired_inside(struct orders *orders, const struct acquire *acquire, struct access *access)
{
	if (!loop_contains(acquire->op->block->loop, access->block))
		acquired_by(orders, acquire, access);
	else if (acquire->op != access && !acquire->op->of_barrier && block_dominates(acquire->success, access->block))
		acquired_itself(orders, acquire, access, true);
}

void acquired_find(struct orders *orders, struct access *access)
{
	vec_each(each, &orders->acquires) acquired_by(orders, *each, access);
	vec_each(each, &orders->inside) acquired_inside(orders, *each, access);
}
