#include "kernelanalysis/kernel.h"

#include "kernelanalysis/order.h"

/*
 * Acquire and release (HGRD 6.5 and appendix A.2, with cumulativity through
 * block barriers, SEMANTICS 3 and 4). An acquire is a strong read whose value
 * decides a branch, followed by a fence; a release is a fence followed by a
 * strong write. For every access: the locks held, the releases that come after
 * it and the acquires that come before it.
 */

struct orders {
	struct kernel *kernel;
	VEC(struct acquire) acquires;
	struct ptrmap *reach; /* block -> set of blocks, see reachable */
};

static bool is_strong(const struct access *access)
{
	return access->type == ACCESS_ATOMIC || access->is_volatile;
}

static enum scope strong_scope(const struct access *access)
{
	return access->type == ACCESS_ATOMIC ? access->scope : SCOPE_SYSTEM;
}

static enum scope narrower(enum scope a, enum scope b)
{
	return a < b ? a : b;
}

static bool before_in_block(LLVMValueRef a, LLVMValueRef b)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

static bool comes_before(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return a != b && instruction_dominates(kernel->func, a, b);
}

bool always_follows(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *x = instruction_block(kernel->func, a);
	const struct block *y = instruction_block(kernel->func, b);
	return x == y ? before_in_block(a, b) : block_post_dominates(y, x);
}

static bool ordered(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return comes_before(kernel, a, b) || always_follows(kernel, a, b);
}

/* Blocks reachable from `from` by one edge or more. */
static const bool *reachable(struct orders *orders, const struct block *from)
{
	struct arena *arena = orders->kernel->arena;
	const struct func *func = orders->kernel->func;
	bool *set = ptrmap_get(orders->reach, from);
	if (set)
		return set;
	set = arena_alloc(arena, func->blocks.n * sizeof(bool));
	ptrmap_set(orders->reach, from, set);
	VEC(const struct block *) work = { 0 };
	vec_push(arena, &work, from);
	while (work.n) {
		const struct block *block = work.at[--work.n];
		vec_each(succ, &block->succs) {
			if (set[(*succ)->index])
				continue;
			set[(*succ)->index] = true;
			vec_push(arena, &work, *succ);
		}
	}
	return set;
}

/* Can b run after a, but never a after b. */
static bool precedes(struct orders *orders, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *x = instruction_block(orders->kernel->func, a);
	const struct block *y = instruction_block(orders->kernel->func, b);
	if (x == y)
		return before_in_block(a, b) && !reachable(orders, x)[x->index];
	return reachable(orders, x)[y->index] && !reachable(orders, y)[x->index];
}

struct depends {
	struct kernel *kernel;
	struct ptrmap *seen;
	LLVMValueRef on;
};

/* The one value stored to a shared variable, NULL when there are several stores. */
static LLVMValueRef broadcast_value(struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	LLVMValueRef stored = NULL;
	if (!read || read->object->space != SPACE_SHARED)
		return NULL;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		if (access->object != read->object || access->type == ACCESS_READ)
			continue;
		if (access->address != read->address)
			continue;
		if (!access->stored || (stored && stored != access->stored))
			return NULL;
		stored = access->stored;
	}
	return stored;
}

static bool depends(struct depends *d, LLVMValueRef value)
{
	if (value == d->on)
		return true;
	if (!LLVMIsAInstruction(value) || ptrmap_get(d->seen, value))
		return false;
	ptrmap_set(d->seen, value, value);
	if (LLVMIsALoadInst(value)) {
		LLVMValueRef stored = broadcast_value(d->kernel, value);
		return stored && depends(d, stored);
	}
	if (LLVMIsAPHINode(value)) {
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			if (depends(d, LLVMGetIncomingValue(value, i)))
				return true;
		return false;
	}
	if (LLVMIsACallInst(value) && !call_touches_no_memory(value) &&
		!call_is_block_barrier(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (depends(d, LLVMGetOperand(value, (unsigned)i)))
			return true;
	return false;
}

static bool is_zero_add(const struct access *op)
{
	return op->rmw == RMW_ADD && LLVMIsAConstantInt(op->operand) &&
	       LLVMConstIntGetZExtValue(op->operand) == 0;
}

/* A comparison of an atomic counter's old value with zero finds the first, not the last. */
static bool tests_first(const struct access *op, LLVMValueRef condition)
{
	bool counts = op->rmw == RMW_ADD || op->rmw == RMW_INC;
	if (!counts || is_zero_add(op) || !LLVMIsAICmpInst(condition))
		return false;
	LLVMValueRef constant = LLVMGetOperand(condition, 1);
	return LLVMGetOperand(condition, 0) == op->instruction && LLVMIsAConstantInt(constant) &&
	       LLVMConstIntGetZExtValue(constant) == 0 &&
	       LLVMGetICmpPredicate(condition) == LLVMIntEQ;
}

static void add_success(struct orders *orders, const struct access *op, const struct block *from,
	struct block *to)
{
	if (to->preds.n != 1)
		return;
	struct acquire acquire = { .op = op, .from = from, .success = to,
		.spins = op->block->loop && loop_contains(op->block->loop, from) &&
			 !loop_contains(op->block->loop, to) };
	vec_push(orders->kernel->arena, &orders->acquires, acquire);
}

/* Branches decided by the value of a strong read: each way out of the spin, or each side. */
static void find_acquire(struct orders *orders, const struct access *op)
{
	struct kernel *kernel = orders->kernel;
	const struct loop *loop = op->block->loop;
	vec_each(each, &kernel->func->blocks) {
		struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		if (block->succs.n < 2 || !LLVMIsABranchInst(last))
			continue;
		LLVMValueRef condition = LLVMGetCondition(last);
		struct depends d = { kernel, ptrmap_new(kernel->arena), op->instruction };
		if (!depends(&d, condition) || tests_first(op, condition))
			continue;
		bool spin = loop && loop_contains(loop, block);
		vec_each(succ, &block->succs) {
			bool leaves = spin && !loop_contains(loop, *succ);
			if (leaves || !spin || op->atomic_rmw)
				add_success(orders, op, block, *succ);
		}
	}
}

static bool acquires(const struct access *op)
{
	return op->order == ORDER_ACQUIRE || op->order == ORDER_ACQ_REL;
}

/* The widest fence on the way from an acquire's read to the target (a barrier or an access). */
static enum scope fence_after(
	struct orders *orders, const struct acquire *acquire, LLVMValueRef target)
{
	struct kernel *kernel = orders->kernel;
	LLVMValueRef op = acquire->op->instruction;
	enum scope best = acquires(acquire->op) ? SCOPE_SYSTEM : SCOPE_NONE;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		LLVMValueRef at = sync->instruction;
		bool after = block_dominates(acquire->success, sync->block) ||
			     comes_before(kernel, op, at);
		bool in_time = ordered(kernel, at, target) || precedes(orders, at, target);
		if (sync->kind == SYNC_FENCE && sync->order != ORDER_RELEASE && after && in_time &&
			sync->scope > best)
			best = sync->scope;
	}
	return best;
}

static enum scope fence_before(
	struct orders *orders, LLVMValueRef source, const struct access *op)
{
	struct kernel *kernel = orders->kernel;
	enum scope best = op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL ? SCOPE_SYSTEM
										   : SCOPE_NONE;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		LLVMValueRef at = sync->instruction;
		if (sync->kind != SYNC_FENCE || sync->order == ORDER_ACQUIRE ||
			sync->scope <= best)
			continue;
		if ((ordered(kernel, source, at) || precedes(orders, source, at)) &&
			comes_before(kernel, at, op->instruction))
			best = sync->scope;
	}
	return best;
}

static bool strong_write(const struct access *access)
{
	if (access->type == ACCESS_ATOMIC)
		return access->writes;
	return access->type == ACCESS_WRITE && access->is_volatile;
}

/* Could `op` be the end of a release that covers `source`. */
static bool may_release(const struct kernel *kernel, LLVMValueRef source, const struct access *op)
{
	return strong_write(op) && op->instruction != source &&
	       !comes_before(kernel, op->instruction, source);
}

static void add_path(struct kernel *kernel, order_list *list, const struct access *op,
	enum scope fence, bool via_barrier, const struct et *condition)
{
	enum scope scope = narrower(fence, strong_scope(op));
	struct order_path path = { op, scope, fence, via_barrier, condition };
	vec_push(kernel->arena, list, path);
}

/*
 * Condition for `to` to be executed by a thread that executes `from`: from the last block on
 * the way to `to` that every such thread passes, else from their common dominator.
 */
static const struct et *condition_between(
	struct kernel *kernel, const struct block *from, const struct block *to)
{
	const struct block *start = to;
	while (start && !block_post_dominates(start, from) && !block_dominates(start, from))
		start = start->idom;
	assert(start);
	return value_reach_from(kernel->env, start, to);
}

/* Where a spinning read is entered: the block before its outermost loop that `after` is not in. */
static const struct block *before_spin(const struct access *op, const struct block *after)
{
	const struct block *block = op->block;
	for (const struct loop *loop = block->loop; loop && !loop_contains(loop, after);
		loop = loop->parent)
		block = loop->header->idom;
	return block;
}

static void find_releases(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	LLVMValueRef source = access->instruction;
	vec_each(each, &kernel->accesses) {
		const struct access *op = *each;
		if (!may_release(kernel, source, op))
			continue;
		if (ordered(kernel, source, op->instruction) ||
			precedes(orders, source, op->instruction))
			add_path(kernel, &access->releases, op, fence_before(orders, source, op),
				false, condition_between(kernel, access->block, op->block));
		vec_each(barrier, &kernel->syncs) {
			LLVMValueRef at = (*barrier)->instruction;
			if ((*barrier)->kind != SYNC_BLOCK_BARRIER ||
				!(ordered(kernel, source, at) || precedes(orders, source, at)) ||
				!comes_before(kernel, at, op->instruction))
				continue;
			add_path(kernel, &access->releases, op, fence_before(orders, at, op), true,
				condition_between(kernel, (*barrier)->block, op->block));
		}
	}
}

static bool is_constant(LLVMValueRef value, uint64_t constant)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == constant;
}

/*
 * Does seeing the awaited value prove that somebody signalled? Not for the taking of a lock,
 * which starts out free: compare-and-swap from 0, exchange for anything but 0.
 */
static bool proves_signal(const struct access *op)
{
	if (op->rmw == RMW_CAS)
		return op->expected == op->operand || !is_constant(op->expected, 0);
	return op->rmw != RMW_EXCHANGE || is_constant(op->operand, 0);
}

/* Another thread of the block, or this one, acquires; a block barrier hands the order on. */
static void acquired_by_block(
	struct orders *orders, const struct acquire *acquire, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	const struct access *op = acquire->op;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind != SYNC_BLOCK_BARRIER ||
			!comes_before(kernel, at, access->instruction) ||
			comes_before(kernel, at, op->instruction))
			continue;
		const struct et *condition = et_bool(kernel->ets, true);
		if (acquire->spins && always_follows(kernel, op->instruction, at))
			condition = condition_between(
				kernel, (*each)->block, before_spin(op, (*each)->block));
		else if (acquire->spins || !block_dominates(acquire->success, access->block))
			continue;
		add_path(kernel, &access->acquired, op, fence_after(orders, acquire, at), true,
			condition);
	}
}

static void find_acquired(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	vec_each(acquire, &orders->acquires) {
		const struct access *op = acquire->op;
		if (op == access || !proves_signal(op))
			continue;
		LLVMValueRef target = access->instruction;
		bool certain = block_dominates(acquire->success, access->block);
		if (certain || (acquire->spins && precedes(orders, op->instruction, target)))
			add_path(kernel, &access->acquired, op,
				fence_after(orders, acquire, target), false,
				certain ? et_bool(kernel->ets, true)
					: condition_between(kernel, access->block,
						  before_spin(op, access->block)));
		acquired_by_block(orders, acquire, access);
	}
}

/* A lock: acquired by compare-and-swap or exchange before, released at the same address after. */
static void find_locks(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	vec_each(acquire, &orders->acquires) {
		const struct access *op = acquire->op;
		if (!op->atomic_rmw || !block_dominates(acquire->success, access->block) ||
			op == access)
			continue;
		enum scope enter = fence_after(orders, acquire, access->instruction);
		vec_each(each, &kernel->accesses) {
			const struct access *release = *each;
			if (release->address != op->address || release == op || release == access ||
				!strong_write(release) ||
				!always_follows(kernel, access->instruction, release->instruction) ||
				!block_dominates(acquire->success, release->block))
				continue;
			enum scope leave =
				fence_before(orders, access->instruction, release);
			enum scope scope = narrower(narrower(enter, strong_scope(op)),
				narrower(leave, strong_scope(release)));
			struct lock_hold hold = { op, release, op->address, scope,
				narrower(strong_scope(op), strong_scope(release)), enter, leave };
			vec_push(kernel->arena, &access->locks, hold);
		}
	}
}

void locks_fill(struct kernel *kernel)
{
	struct orders orders = { .kernel = kernel, .reach = ptrmap_new(kernel->arena) };
	vec_each(each, &kernel->accesses) {
		const struct access *op = *each;
		if (is_strong(op) && op->type != ACCESS_WRITE)
			find_acquire(&orders, op);
	}
	vec_each(acquire, &orders.acquires)
		if (acquire->spins)
			((struct access *)acquire->op)->spin_flag = true;
	if (!orders.acquires.n)
		return;
	vec_each(each, &kernel->accesses) {
		find_locks(&orders, *each);
		find_releases(&orders, *each);
		find_acquired(&orders, *each);
	}
}
