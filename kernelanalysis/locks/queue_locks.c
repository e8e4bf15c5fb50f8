#include "kernelanalysis/locks/queue_locks.h"

/* Where threads get in line, and what they wait for: the shape of a queue lock. */

static bool mentions_found(
	const struct kernel *kernel, const struct et *term, const struct access *take)
{
	const struct et *found = value_et(kernel->env, take->instruction);
	return et_mentions(kernel->arena, term, found);
}

struct found {
	LLVMValueRef by;
	const struct et *value;
};

static const struct et *found_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct found *found = data;
	bool same = (LLVMValueRef)(uintptr_t)leaf->sym->origin == found->by &&
		    leaf->sym->kind == SYM_DATA;
	(void)ets;
	return same && leaf->width == found->value->width ? found->value : NULL;
}

const struct et *queue_behind(
	const struct queue_lock *queue, const struct et *term, const struct et *value)
{
	struct found found = { queue->take->instruction, value };
	return et_map_once(queue->kernel->ets, term, found_leaf, &found);
}

bool queue_entered(const struct queue_lock *queue, LLVMValueRef instruction)
{
	const struct func *func = queue->kernel->func;
	return !queue->before_entry[instruction_block(func, instruction)->index];
}

bool queue_is_left(const struct queue_lock *queue, const struct access *access)
{
	vec_each(leave, &queue->leaves)
		if (*leave == access)
			return true;
	return false;
}

enum scope queue_fence(struct orders *orders, const struct queue_lock *queue, LLVMValueRef target,
	const struct sync **fence)
{
	enum scope scope = fence_after(orders, queue->wait, target, fence);
	vec_each(each, &queue->free) {
		const struct sync *other;
		enum scope one = fence_after(orders, *each, target, &other);
		if (one < scope)
			*fence = other;
		scope = narrower(scope, one);
	}
	if (queue->shown < scope)
		*fence = queue->shown_op;
	return narrower(scope, queue->shown);
}

/* The branches on what the exchange found that do not lead to the wait. */
static void free_ways(struct orders *orders, struct queue_lock *queue)
{
	vec_each(each, &orders->acquires)
		if ((*each)->op == queue->take && !(*each)->spins &&
			!block_dominates((*each)->success, queue->wait->op->block))
			vec_push(orders->kernel->arena, &queue->free, *each);
}

static void ways_in(struct orders *orders, struct queue_lock *queue)
{
	struct kernel *kernel = orders->kernel;
	bool *avoid = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*avoid));
	avoid[queue->wait->success->index] = true;
	vec_each(each, &queue->free) avoid[(*each)->success->index] = true;
	bool *before = blocks_reached(kernel, queue->take->block, avoid);
	before[queue->take->block->index] = true;
	queue->before_entry = before;
}

static bool is_link(const struct kernel *kernel, const struct access *access, const struct access *take)
{
	return strong_write(access) && access != take && access->rmw != RMW_CAS &&
	       comes_before(kernel, take->instruction, access->instruction) &&
	       mentions_found(kernel, access->address, take);
}

static bool has_link(const struct kernel *kernel, const struct access *take, const struct access *wait)
{
	vec_each(each, &kernel->accesses)
		if (is_link(kernel, *each, take) &&
			comes_before(kernel, (*each)->instruction, wait->instruction))
			return true;
	return false;
}

/* Does a thread get in line by this operation to wait there. */
static bool gets_in_line(const struct kernel *kernel, const struct access *take,
	const struct acquire *wait, enum queue_kind *kind)
{
	bool adds = take->rmw == RMW_ADD && counter_step(take) == 1;
	if ((!adds && take->rmw != RMW_EXCHANGE) || take->scope < SCOPE_BLOCK ||
		!LLVMGetFirstUse(take->instruction) ||
		!comes_before(kernel, take->instruction, wait->op->instruction))
		return false;
	bool behind = mentions_found(kernel, wait->op->address, take);
	*kind = adds ? QUEUE_SLOTS : behind ? QUEUE_CLH : QUEUE_MCS;
	if (take->object->space == SPACE_SHARED &&
		(*kind != QUEUE_MCS || !is_of_block(kernel, take->object)))
		return false;
	return behind || (!adds && has_link(kernel, take, wait->op));
}

/* The block from where a thread comes to get in line, if it does, in each round. */
static const struct block *begin_of(const struct access *take)
{
	const struct block *block = take->block;
	while (block->idom && block->idom->loop == block->loop &&
		!block_post_dominates(block, block->idom))
		block = block->idom;
	return block;
}

static void queue_add(struct orders *orders, const struct access *take, const struct acquire *wait,
	enum queue_kind kind)
{
	struct kernel *kernel = orders->kernel;
	struct queue_lock *queue = arena_alloc(kernel->arena, sizeof(*queue));
	*queue = (struct queue_lock){ .kernel = kernel, .kind = kind, .take = take, .wait = wait };
	queue->entry = (struct acquire){ .op = take, .from = take->block, .success = take->block,
		.spins = true, .queue = queue, .edge = et_bool(kernel->ets, true), .left_early = wait->left_early };
	LLVMValueRef self = kind == QUEUE_SLOTS ? take->instruction : take->operand;
	queue->self = value_et(kernel->env, self);
	queue->who = symbol_new(
		kernel->ets, SYM_DATA, LEVEL_GRID, queue->self->width, "another one's place in line");
	if (kind == QUEUE_MCS)
		free_ways(orders, queue);
	ways_in(orders, queue);
	queue->shown = SCOPE_SYSTEM;
	queue->begin = begin_of(take);
	if (!queue_words_fill(orders, queue))
		return;
	for (unsigned i = 0; i < 2; i++)
		queue->maps[i] = another_thread_map(kernel);
	vec_push(kernel->arena, &orders->queues, queue);
}

void queue_locks_find(struct orders *orders)
{
	struct kernel *kernel = orders->kernel;
	enum queue_kind kind;
	vec_each(wait, &orders->acquires) {
		if (!(*wait)->spins || (*wait)->vote || !lock_only_read((*wait)->op))
			continue;
		vec_each(take, &kernel->accesses)
			if (gets_in_line(kernel, *take, *wait, &kind))
				queue_add(orders, *take, *wait, kind);
	}
}
