#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Locks taken hand over hand along a list: the lock of the next node is taken before that of this one is left, and the next round goes on
 * with it. Which node it is that a thread holds there changes from round to round and is not followed: the order of two accesses to
 * nodes that are held so is not known.
 */

struct handed {
	struct orders *orders;
	const struct access *lock; /* the operation that takes it in some round */
	LLVMValueRef node;	   /* the loop's variable that says whose it is */
	enum scope scope;	   /* of the narrowest taking of it */
};

static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (LLVMIsACastInst(value) || (LLVMIsAPHINode(value) && LLVMCountIncoming(value) == 1))
		value = LLVMIsACastInst(value) ? LLVMGetOperand(value, 0) : LLVMGetIncomingValue(value, 0);
	return value;
}

/* What says which node the pointer is to: the first subscript that is not constant, or else what it points into; NULL: there is none. */
static LLVMValueRef node_of(LLVMValueRef pointer)
{
	if (!pointer)
		return NULL;
	for (pointer = without_casts(pointer); LLVMIsAGetElementPtrInst(pointer); pointer = without_casts(LLVMGetOperand(pointer, 0)))
		for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++)
			if (!LLVMIsAConstant(LLVMGetOperand(pointer, i)))
				return without_casts(LLVMGetOperand(pointer, i));
	return pointer;
}

static bool leaves_node(struct orders *orders, const struct access *write, const struct access *lock, LLVMValueRef node)
{
	return may_free(write, lock) && !lock_is_taken_by(orders, write) && node_of(write->pointer) == node;
}

/* May the node's lock be left behind the block and before the target; ways that come to `again` end there. */
static bool left_between(struct orders *orders, const struct access *lock, LLVMValueRef node, const struct block *since,
	LLVMValueRef target, const struct block *again)
{
	vec_each(write, &orders->kernel->accesses)
		if (leaves_node(orders, *write, lock, node) && (*write)->instruction != target &&
			runs_between(orders, since, NULL, (*write)->instruction, target, again))
			return true;
	return false;
}

/* Do ways to the end of the block that pass the lock by have no node: a branch asks whether the pointer is one. */
static bool taken_if_any(const struct acquire *acquire, const struct block *end, LLVMValueRef node)
{
	const struct block *asks = acquire->op->block;
	if (block_dominates(acquire->success, end))
		return true;
	while (asks && !block_dominates(asks, end)) asks = asks->idom;
	LLVMValueRef branch = asks ? LLVMGetBasicBlockTerminator(asks->llvm) : NULL;
	if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) || asks == acquire->op->block)
		return false;
	LLVMValueRef test = LLVMGetCondition(branch);
	return LLVMIsAICmpInst(test) && LLVMGetOperand(test, 0) == node && LLVMIsAConstantPointerNull(LLVMGetOperand(test, 1));
}

/* The taking of the node's lock by who comes to the end of the block, and has it there; NULL: none. */
static const struct acquire *taken_at_end(struct orders *orders, const struct block *block, LLVMValueRef node)
{
	vec_each(each, &orders->acquires) {
		const struct acquire *acquire = *each;
		if (acquire->spins && !acquire->queue && !acquire->vote && !acquire->told && lock_excludes(orders->kernel, acquire) &&
			!lock_only_read(acquire->op) && node_of(acquire->op->pointer) == node && taken_if_any(acquire, block, node) &&
			!left_between(orders, acquire->op, node, acquire->success, LLVMGetBasicBlockTerminator(block->llvm),
				acquire->op->block))
			return acquire;
	}
	return NULL;
}

static bool begins_locked(struct handed *handed, const struct loop *loop, unsigned depth);

/* Is the lock of the value's node had at the end of the block, from where the loop's next round begins: *inside, if it is taken in one. */
static bool had_at_end(struct handed *handed, const struct loop *loop, const struct block *from, LLVMValueRef node,
	unsigned depth, bool *inside)
{
	struct orders *orders = handed->orders;
	const struct acquire *taken = taken_at_end(orders, from, node);
	struct handed other = { .orders = orders, .node = node };
	const struct sync *fence;
	if (taken) {
		other.lock = taken->op;
		other.scope = narrower(strong_scope(taken->op),
			fence_after(orders, taken, LLVMGetFirstInstruction(loop->header->llvm), &fence));
		*inside |= loop_contains(loop, taken->success);
	} else if (!depth || !LLVMIsAPHINode(node) || instruction_block(orders->kernel->func, node) != loop->header ||
		   !begins_locked(&other, loop, depth - 1) ||
		   left_between(orders, other.lock, node, loop->header, LLVMGetBasicBlockTerminator(from->llvm), loop->header)) {
		return false;
	} else {
		*inside = true;
	}
	if (handed->lock && handed->lock->size != other.lock->size)
		return false;
	handed->lock = other.lock;
	handed->scope = narrower(handed->scope, other.scope);
	return true;
}

/* Is the variable's node locked whenever a round begins, by an operation inside of the loop in later ones. */
static bool begins_locked(struct handed *handed, const struct loop *loop, unsigned depth)
{
	bool inside = false;
	LLVMValueRef phi = handed->node;
	handed->lock = NULL;
	handed->scope = SCOPE_SYSTEM;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i));
		const struct block *from = instruction_block(handed->orders->kernel->func, end);
		if (!from || !had_at_end(handed, loop, from, without_casts(LLVMGetIncomingValue(phi, i)), depth, &inside))
			return false;
	}
	return inside;
}

static bool comes_later(const struct kernel *kernel, const struct access *access, const struct access *op)
{
	return (access->block == op->block && before_in_block(access->instruction, op->instruction)) ||
	       block_reaches(kernel, access->block, op->block);
}

/* How well locks of this kind are left behind the access; SCOPE_NONE: never, or not well. */
static enum scope left_behind(struct orders *orders, const struct access *access, const struct access *lock)
{
	enum scope scope = SCOPE_NONE;
	bool some = false;
	vec_each(each, &orders->kernel->accesses) {
		const struct access *write = *each;
		const struct sync *fence;
		if (!may_free(write, lock) || lock_is_taken_by(orders, write) || !comes_later(orders->kernel, access, write))
			continue;
		enum scope leaves = strong_write(write) ? narrower(strong_scope(write),
			fence_before(orders, access->instruction, write, &fence)) : SCOPE_NONE;
		scope = some ? narrower(scope, leaves) : leaves;
		some = true;
	}
	return scope;
}

/* Accesses to the node in the rounds of the loop, or behind it, before its lock is left. */
static void mark_in_rounds(const struct handed *handed, const struct loop *loop)
{
	struct orders *orders = handed->orders;
	vec_each(each, &orders->kernel->accesses) {
		struct access *access = *each;
		if (node_of(access->pointer) == handed->node && block_dominates(loop->header, access->block) &&
			!left_between(orders, handed->lock, handed->node, loop->header, access->instruction, loop->header))
			access->handed = narrower(handed->scope, left_behind(orders, access, handed->lock));
	}
}

/* Accesses to nodes whose lock has just been taken. */
static void mark_taken(const struct handed *handed, const struct acquire *acquire)
{
	struct orders *orders = handed->orders;
	const struct access *lock = acquire->op;
	LLVMValueRef node = node_of(lock->pointer);
	vec_each(each, &orders->kernel->accesses) {
		struct access *access = *each;
		const struct sync *fence;
		if (access != lock && access->handed == SCOPE_NONE && node_of(access->pointer) == node &&
			block_dominates(acquire->success, access->block) &&
			!left_between(orders, lock, node, acquire->success, access->instruction, lock->block))
			access->handed = narrower(narrower(strong_scope(lock), fence_after(orders, acquire, access->instruction, &fence)),
				left_behind(orders, access, lock));
	}
}

/* Is it the lock of a node with which the variable begins, or goes on. */
static bool comes_in(const struct handed *handed, const struct access *lock)
{
	for (unsigned i = 0; i < LLVMCountIncoming(handed->node); i++)
		if (without_casts(LLVMGetIncomingValue(handed->node, i)) == node_of(lock->pointer))
			return true;
	return false;
}

static void mark_held(const struct handed *handed, const struct loop *loop)
{
	mark_in_rounds(handed, loop);
	vec_each(acquire, &handed->orders->acquires)
		if (((*acquire)->op->object == handed->lock->object || comes_in(handed, (*acquire)->op)) && (*acquire)->spins &&
			lock_excludes(handed->orders->kernel, *acquire))
			mark_taken(handed, *acquire);
}

void handed_locks_find(struct orders *orders)
{
	vec_each(each, &orders->kernel->func->loops)
		for (LLVMValueRef phi = LLVMGetFirstInstruction((*each)->header->llvm); phi && LLVMIsAPHINode(phi);
			phi = LLVMGetNextInstruction(phi)) {
			struct handed handed = { .orders = orders, .node = phi };
			if (begins_locked(&handed, *each, 1))
				mark_held(&handed, *each);
		}
}
