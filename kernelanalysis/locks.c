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

/* Is b executed after a on every way from a to the end. */
static bool always_follows(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *x = instruction_block(kernel->func, a);
	const struct block *y = instruction_block(kernel->func, b);
	return x == y ? before_in_block(a, b) : block_post_dominates(y, x);
}

static bool ordered(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return comes_before(kernel, a, b) || always_follows(kernel, a, b);
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

/* A comparison of an atomic counter's old value with zero finds the first, not the last. */
static bool tests_first(const struct access *op, LLVMValueRef condition)
{
	if (!LLVMIsAAtomicRMWInst(op->instruction) || !LLVMIsAICmpInst(condition))
		return false;
	LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(op->instruction);
	if (operation == LLVMAtomicRMWBinOpXchg || operation == LLVMAtomicRMWBinOpAnd)
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

static enum scope fence_between_acquire(
	const struct kernel *kernel, const struct acquire *acquire, LLVMValueRef target)
{
	enum scope best = acquire->op->order >= ORDER_ACQUIRE && acquire->op->order != ORDER_RELEASE
				  ? SCOPE_SYSTEM
				  : SCOPE_NONE;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		bool after = block_dominates(acquire->success, sync->block) ||
			     comes_before(kernel, acquire->op->instruction, sync->instruction);
		if (sync->kind == SYNC_FENCE && after && sync->scope > best &&
			comes_before(kernel, sync->instruction, target))
			best = sync->scope;
	}
	return best;
}

static enum scope fence_between_release(
	const struct kernel *kernel, LLVMValueRef source, const struct access *op)
{
	enum scope best = op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL ? SCOPE_SYSTEM
										   : SCOPE_NONE;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (sync->kind != SYNC_FENCE || sync->scope <= best)
			continue;
		if (ordered(kernel, source, sync->instruction) &&
			comes_before(kernel, sync->instruction, op->instruction))
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
	enum scope scope, bool via_barrier, bool always)
{
	struct order_path path = { op, narrower(scope, strong_scope(op)), scope, via_barrier, always };
	vec_push(kernel->arena, list, path);
}

static void find_releases(struct kernel *kernel, struct access *access)
{
	LLVMValueRef source = access->instruction;
	vec_each(each, &kernel->accesses) {
		const struct access *op = *each;
		if (!may_release(kernel, source, op))
			continue;
		enum scope fence = fence_between_release(kernel, source, op);
		if (ordered(kernel, source, op->instruction))
			add_path(kernel, &access->releases, op, fence, false,
				always_follows(kernel, source, op->instruction));
		vec_each(barrier, &kernel->syncs) {
			LLVMValueRef at = (*barrier)->instruction;
			if ((*barrier)->kind != SYNC_BLOCK_BARRIER || !ordered(kernel, source, at) ||
				!comes_before(kernel, at, op->instruction))
				continue;
			add_path(kernel, &access->releases, op,
				fence_between_release(kernel, at, op), true, false);
		}
	}
}

/*
 * Does seeing the awaited value prove that somebody signalled? Not for the taking of a lock,
 * which starts out free: compare-and-swap from 0, exchange.
 */
static bool proves_signal(const struct access *op)
{
	LLVMValueRef i = op->instruction;
	if (LLVMIsAAtomicCmpXchgInst(i)) {
		LLVMValueRef expected = LLVMGetOperand(i, 1);
		return expected == LLVMGetOperand(i, 2) || !LLVMIsAConstantInt(expected) ||
		       LLVMConstIntGetZExtValue(expected) != 0;
	}
	return !LLVMIsAAtomicRMWInst(i) || LLVMGetAtomicRMWBinOp(i) != LLVMAtomicRMWBinOpXchg;
}

static enum scope fence_before_barrier(const struct kernel *kernel, const struct acquire *acquire,
	LLVMValueRef barrier, LLVMValueRef target)
{
	const struct access *op = acquire->op;
	enum scope fence = SCOPE_NONE;
	if (op->order >= ORDER_ACQUIRE && op->order != ORDER_RELEASE)
		return SCOPE_SYSTEM;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		LLVMValueRef at = sync->instruction;
		if (sync->kind != SYNC_FENCE || sync->scope <= fence)
			continue;
		bool after = block_dominates(acquire->success, sync->block) ||
			     comes_before(kernel, op->instruction, at);
		if (after && (ordered(kernel, at, barrier) || comes_before(kernel, at, target)))
			fence = sync->scope;
	}
	return fence;
}

/* Another thread of the block, or this one, acquires; a block barrier hands the order on. */
static void acquired_by_block(
	struct kernel *kernel, const struct acquire *acquire, struct access *access)
{
	const struct access *op = acquire->op;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind != SYNC_BLOCK_BARRIER ||
			!comes_before(kernel, at, access->instruction) ||
			comes_before(kernel, at, op->instruction))
			continue;
		bool spun = acquire->spins && always_follows(kernel, op->instruction, at);
		bool decided = !acquire->spins && block_dominates(acquire->success, access->block);
		if (spun || decided)
			add_path(kernel, &access->acquired, op,
				fence_before_barrier(kernel, acquire, at, access->instruction), true,
				false);
	}
}

static void find_acquired(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	vec_each(acquire, &orders->acquires) {
		if (acquire->op == access || !proves_signal(acquire->op))
			continue;
		if (block_dominates(acquire->success, access->block))
			add_path(kernel, &access->acquired, acquire->op,
				fence_between_acquire(kernel, acquire, access->instruction), false,
				true);
		acquired_by_block(kernel, acquire, access);
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
		enum scope enter = fence_between_acquire(kernel, acquire, access->instruction);
		vec_each(each, &kernel->accesses) {
			const struct access *release = *each;
			if (release->address != op->address || release == op || release == access ||
				!strong_write(release) ||
				!always_follows(kernel, access->instruction, release->instruction) ||
				!block_dominates(acquire->success, release->block))
				continue;
			enum scope leave =
				fence_between_release(kernel, access->instruction, release);
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
	struct orders orders = { .kernel = kernel };
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
		find_releases(kernel, *each);
		find_acquired(&orders, *each);
	}
}
