#include "kernelanalysis/locks/queue_words.h"
#include "kernelanalysis/signals/signal.h"

/* Locks where each waits in a word of the one before: CLH's nodes, which go round, and slots by ticket. */

/* The value that comes from the block on this way is, for who got in line in the round, what the exchange
 * found, and for others the node that they have. */
static void must_take_over(struct words *w, LLVMValueRef value, const struct block *from,
	const struct block *to, const struct et *way)
{
	struct kernel *kernel = w->queue->kernel;
	struct ets *ets = kernel->ets;
	const struct access *take = w->queue->take;
	if (value == take->instruction || LLVMIsUndef(value) || LLVMIsPoison(value))
		return;
	way = et_and(ets, way, value_reach(kernel->env, from));
	way = et_and(ets, way, value_edge(kernel->env, from, to));
	if (value == take->operand)
		way = et_and(ets, way, take->guard);
	const struct block *joins =
		LLVMIsAPHINode(value) ? instruction_block(kernel->func, value) : NULL;
	if (value != take->operand && joins && joins->loop && joins->loop->header != joins) {
		to = instruction_block(kernel->func, value);
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
			from = func_block(kernel->func, LLVMGetIncomingBlock(value, i));
			if (from && from->loop == to->loop)
				must_take_over(w, LLVMGetIncomingValue(value, i), from, to, way);
			else if (from)
				words_wrong(w, way);
		}
		return;
	}
	words_wrong(w, way);
}

/* The node with which a thread begins that goes on with the one before's each time; NULL: it is not so. */
static LLVMValueRef first_node(struct words *w)
{
	struct kernel *kernel = w->queue->kernel;
	const struct loop *loop = w->queue->take->block->loop;
	LLVMValueRef node = w->queue->take->operand, first = NULL;
	if (!LLVMIsAPHINode(node) || instruction_block(kernel->func, node) != loop->header)
		return NULL;
	for (unsigned i = 0; i < LLVMCountIncoming(node); i++) {
		const struct block *from = func_block(kernel->func, LLVMGetIncomingBlock(node, i));
		LLVMValueRef value = LLVMGetIncomingValue(node, i);
		if (from && !loop_contains(loop, from) && !first)
			first = value;
		else if (from)
			must_take_over(w, value, from, loop->header, et_bool(kernel->ets, true));
	}
	return first;
}

/* A thread that takes the lock in each round of a loop takes over the node of the one before. */
static void nodes_go_round(struct words *w)
{
	struct queue_lock *queue = w->queue;
	struct ets *ets = words_ets(w);
	if (!queue->take->block->loop)
		return;
	LLVMValueRef first = first_node(w);
	if (!first) {
		words_puzzle(w, queue->take, "a queue lock's node that is used again while another thread may wait in it");
		return;
	}
	queue->names = queue_behind(
		queue, queue->wait->op->address, value_et(queue->kernel->env, first));
	const struct et *begun = queue_behind(queue, queue->wait->op->address,
		et_const(ets, queue->self->width, 0));
	const struct et *unknown = et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1,
		"the node that a queue lock begins with"));
	words_wrong(w, et_and(ets, unknown, et_binary(ets, ET_EQ, 0, queue->names, begun)));
}

static bool fits_turn(struct words *w, const struct access *write, const struct et *own,
	const struct et *other)
{
	struct queue_lock *queue = w->queue;
	const struct et *value = word_stored(w, write);
	if (write == queue->take)
		return true;
	if (!value || words_meet(write, queue->take))
		return false;
	if (word_lets_go(w, value) && strong_write(write) && word_inside(w, write)) {
		words_equal(w, write, write->address, other);
		word_leaves(w, write);
		return true;
	}
	bool closes = queue->kind == QUEUE_CLH ? before_each(w, write, queue->take) : word_inside(w, write);
	if (!word_keeps_waiting(w, value) || !closes)
		return false;
	words_equal(w, write, write->address, own);
	w->closed = write;
	return true;
}

/* Each waits for the one before in a word that is that one's: CLH and slots. */
static bool turns_fill(struct words *w, const struct et *own, const struct et *opened)
{
	struct queue_lock *queue = w->queue;
	queue->word = own;
	vec_each(each, &queue->kernel->accesses) {
		const struct access *access = *each;
		bool of_queue = words_meet(access, queue->take) || words_meet(access, queue->wait->op);
		if (!access_writes(access) || keeps_value(access) || !of_queue)
			continue;
		if (!fits_turn(w, access, own, opened))
			w->other = access;
	}
	return queue->leaves.n;
}

/* How many of the slots that a constant holds let in who comes; 2 where they are more. */
static unsigned slots_open(struct words *w, LLVMValueRef contents)
{
	LLVMTypeRef type = LLVMTypeOf(contents);
	unsigned width = w->queue->wait->op->size * 8, open = 0;
	if (LLVMIsAConstantInt(contents))
		return type_width(contents) == width &&
		       word_lets_go(w, et_const(words_ets(w), width, LLVMConstIntGetZExtValue(contents)));
	if (LLVMIsUndef(contents) || LLVMIsNull(contents))
		return word_lets_go(w, et_const(words_ets(w), width, 0)) ? 2 : 0;
	uint64_t n = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
		   : LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : 0;
	for (unsigned i = 0; i < n && open < 2; i++)
		open += slots_open(w, LLVMGetAggregateElement(contents, i));
	return open;
}

/* A slot that something else opens before the launch is that of who is first; where nothing is known, it is taken to be. */
static void first_is_open(struct words *w)
{
	struct queue_lock *queue = w->queue;
	struct ets *ets = words_ets(w);
	const struct et *at = queue->wait->op->address;
	const struct et *first = queue_behind(queue, at, et_const(ets, queue->self->width, 0));
	struct begins begins = wait_begins_open(queue->kernel, queue->wait);
	const struct et *unknown = et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1,
		"which slot of a queue lock is open at the start"));
	const struct et *open = et_or(ets, begins.surely, et_and(ets, begins.maybe, unknown));
	words_wrong(w, et_and(ets, open, et_not(ets, et_binary(ets, ET_EQ, 0, at, first))));
}

/* One slot is open at the start: what a variable begins with can be seen. */
static void one_is_open(struct words *w)
{
	const struct access *wait = w->queue->wait->op;
	LLVMValueRef slots = wait->object->value;
	LLVMValueRef contents =
		slots && LLVMIsAGlobalVariable(slots) ? LLVMGetInitializer(slots) : NULL;
	words_wrong(w, et_bool(words_ets(w), contents && slots_open(w, contents) > 1));
}

/* Is the slot surely closed for who sees that the next one is open. */
static bool closed_before(struct words *w, const struct access *leave)
{
	const struct sync *fence;
	return w->closed && before_each(w, w->closed, leave) &&
	       fence_before(w->orders, w->closed->instruction, leave, &fence) >= SCOPE_DEVICE;
}

bool slots_fill(struct words *w)
{
	struct queue_lock *queue = w->queue;
	struct ets *ets = words_ets(w);
	const struct et *at = queue->wait->op->address;
	const struct et *one = et_const(ets, queue->self->width, 1);
	const struct et *next = et_binary(ets, ET_ADD, ET_NUW, queue->self, one);
	if (!turns_fill(w, at, queue_behind(queue, at, next)) || w->other)
		return false;
	queue->again = true;
	vec_each(leave, &queue->leaves) queue->again &= closed_before(w, *leave);
	one_is_open(w);
	first_is_open(w);
	return true;
}

bool clh_fill(struct words *w)
{
	struct queue_lock *queue = w->queue;
	const struct et *own = queue_behind(queue, queue->wait->op->address, queue->self);
	if (!turns_fill(w, own, own) || !w->closed)
		return false;
	queue->shown = fence_before(
		w->orders, w->closed->instruction, queue->take, &queue->shown_op);
	nodes_go_round(w);
	return true;
}
