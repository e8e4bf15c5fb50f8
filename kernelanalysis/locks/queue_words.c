#include "kernelanalysis/locks/queue_words.h"
#include "kernelanalysis/signals/signal.h"

/*
 * How a queue's words are written. All writes of the tail, of the words waited at and of those in which the next
 * one names himself must be of the kinds that such a lock has; what else there is leaves it not understood.
 */

bool words_meet(const struct access *a, const struct access *b)
{
	return a->object == b->object && accesses_may_meet(a, b);
}

struct ets *words_ets(const struct words *w)
{
	return w->queue->kernel->ets;
}

void words_wrong(struct words *w, const struct et *condition)
{
	if (!et_is_false(condition))
		vec_push(w->queue->kernel->arena, &w->queue->wrong, condition);
}

/* Who runs the write has come to `take`, and the terms are equal for him. */
void words_equal(
	struct words *w, const struct access *write, const struct et *a, const struct et *b)
{
	struct ets *ets = words_ets(w);
	const struct et *same = a->width == b->width ? et_binary(ets, ET_EQ, 0, a, b)
						     : et_bool(ets, false);
	words_wrong(w, et_and(ets, write->guard, et_not(ets, same)));
}

static void must_be_at(struct words *w, const struct et *at, const struct et *word)
{
	struct queue_place place = { at, word };
	vec_push(w->queue->kernel->arena, &w->queue->places, place);
}

/* What the write puts there whatever it was; NULL: it does something else. */
const struct et *word_stored(const struct words *w, const struct access *write)
{
	bool stores = write->rmw == RMW_NONE || write->rmw == RMW_STORE ||
		      write->rmw == RMW_EXCHANGE;
	LLVMValueRef value = write->type == ACCESS_ATOMIC ? write->operand : write->stored;
	return stores && value ? value_et(w->queue->kernel->env, value) : NULL;
}

bool word_lets_go(const struct words *w, const struct et *value)
{
	const struct acquire *wait = w->queue->wait;
	return value->width == wait->op->size * 8 &&
	       et_is_true(acquire_test(w->queue->kernel, wait, value));
}

bool word_keeps_waiting(const struct words *w, const struct et *value)
{
	const struct acquire *wait = w->queue->wait;
	return value->width == wait->op->size * 8 &&
	       et_is_false(acquire_test(w->queue->kernel, wait, value));
}

/* Is it run in each round before the other one. */
bool before_each(const struct words *w, const struct access *first, const struct access *then)
{
	return comes_before(w->queue->kernel, first->instruction, then->instruction) &&
	       first->block->loop == then->block->loop;
}

/* Has who runs the write got in: by all that is known of its thread, in this round. */
bool word_inside(struct words *w, const struct access *write)
{
	struct queue_lock *queue = w->queue;
	struct ets *ets = words_ets(w);
	if (write->instruction == queue->take->instruction || !queue_entered(queue, write->instruction) ||
		!precedes_in_round(w->orders, queue->take->instruction, write->instruction))
		return false;
	words_wrong(w, et_and(ets, write->guard, et_not(ets, queue->take->guard)));
	words_wrong(w, et_and(ets, write->guard, queue->wait->left_early));
	return true;
}

void word_leaves(struct words *w, const struct access *write)
{
	vec_push(w->queue->kernel->arena, &w->queue->leaves, write);
}

void words_puzzle(struct words *w, const struct access *at, const char *what)
{
	struct symbol *sym = symbol_new(words_ets(w), SYM_HAVOC, LEVEL_GRID, 1, what);
	sym->loc = access_loc(w->queue->kernel, at);
	w->queue->puzzle = sym;
}

/* Is the value read in one's own word for the next one, in the way of every term that it is made of. */
static bool is_next(const struct words *w, LLVMValueRef value, struct ptrmap *seen)
{
	const struct access *read = access_at(w->queue->kernel, value);
	if (read)
		return is_strong(read) && lock_only_read(read) && read->object == w->link->object &&
		       accesses_may_meet(read, w->link);
	if (!LLVMIsAPHINode(value) || ptrmap_get(seen, value))
		return LLVMIsAPHINode(value);
	ptrmap_set(seen, value, value);
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
		LLVMValueRef from = LLVMGetIncomingValue(value, i);
		if (!LLVMIsUndef(from) && !is_next(w, from, seen))
			return false;
	}
	return true;
}

struct successor {
	const struct words *w;
	const struct et *who;
	unsigned n;
};

static const struct et *successor_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct successor *s = data;
	LLVMValueRef origin = (LLVMValueRef)(uintptr_t)leaf->sym->origin;
	struct kernel *kernel = s->w->queue->kernel;
	(void)ets;
	if (leaf->sym->kind == SYM_BASE || leaf->sym->kind == SYM_ID || !origin ||
		leaf->width != s->who->width || !is_next(s->w, origin, ptrmap_new(kernel->arena)))
		return NULL;
	s->n++;
	return s->who;
}

/* Opens the word of who has named himself. */
static bool is_handed_on(struct words *w, const struct access *write, const struct et *value)
{
	struct queue_lock *queue = w->queue;
	struct successor s = { w, et_sym(words_ets(w), queue->who), 0 };
	if (!word_lets_go(w, value) || !word_inside(w, write))
		return false;
	const struct et *at = et_map_once(words_ets(w), write->address, successor_leaf, &s);
	if (!s.n)
		return false;
	must_be_at(w, at, queue->word);
	word_leaves(w, write);
	return true;
}

/* Takes the tail back where nobody else has come. */
static bool is_tail_left(struct words *w, const struct access *write)
{
	struct queue_lock *queue = w->queue;
	struct kernel *kernel = queue->kernel;
	uint64_t nobody;
	if (write->rmw != RMW_CAS || !constant_of(write->operand, &nobody) || !word_inside(w, write))
		return false;
	words_equal(w, write, write->address, queue->take->address);
	words_equal(w, write, value_et(kernel->env, write->expected), queue->self);
	vec_push(kernel->arena, &queue->nobody, et_const(words_ets(w), queue->self->width, nobody));
	word_leaves(w, write);
	return true;
}

/* A constant put into the own word before the operation that shows it to others. */
static bool is_prepared(struct words *w, const struct access *write, const struct et *value,
	const struct access *op, const struct et *word)
{
	if (!et_is_const(value) || !words_meet(write, op) || !before_each(w, write, w->queue->take))
		return false;
	words_equal(w, write, write->address, word);
	return true;
}

/* The tail of a block's own memory begins with the name of nobody. */
static bool is_begun(struct words *w, const struct access *write)
{
	struct queue_lock *queue = w->queue;
	struct kernel *kernel = queue->kernel;
	LLVMValueRef value = counter_set_to(kernel, write);
	uint64_t nobody;
	if (!value || !constant_of(value, &nobody) || w->begun || write->size != queue->take->size ||
		write->address != queue->take->address)
		return false;
	vec_push(kernel->arena, &queue->nobody, et_const(words_ets(w), queue->self->width, nobody));
	w->begun = write;
	return true;
}

static bool fits_node(struct words *w, const struct access *write)
{
	struct queue_lock *queue = w->queue;
	const struct et *value = word_stored(w, write);
	if (write == queue->take || write == w->link)
		return true;
	if (words_meet(write, queue->take))
		return is_begun(w, write) || is_tail_left(w, write);
	if (!value)
		return false;
	if (word_keeps_waiting(w, value) && is_prepared(w, write, value, queue->wait->op, queue->word)) {
		w->closed = write;
		return true;
	}
	if (value->width == queue->self->width && is_prepared(w, write, value, w->link, queue->next)) {
		vec_push(queue->kernel->arena, &queue->nobody, value);
		w->named = write;
		return true;
	}
	return strong_write(write) && is_handed_on(w, write, value);
}

/* The write by which who is behind another one names himself to that. */
static bool link_fill(struct words *w)
{
	struct queue_lock *queue = w->queue;
	struct kernel *kernel = queue->kernel;
	const struct et *who = et_sym(kernel->ets, queue->who);
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		const struct et *value = word_stored(w, access);
		const struct et *at = queue_behind(queue, access->address, who);
		if (!strong_write(access) || value != queue->self || at == access->address ||
			!comes_before(kernel, queue->take->instruction, access->instruction) ||
			!comes_before(kernel, access->instruction, queue->wait->op->instruction))
			continue;
		w->link = access;
		queue->next = queue_behind(queue, access->address, queue->self);
	}
	return w->link && queue->free.n;
}

/* Is the node found by its address: all that it may be is not known. */
static bool by_pointer(const struct access *link)
{
	return link->object->kind == OBJECT_UNKNOWN || link->object->kind == OBJECT_LOADED;
}

/* Reads of who is next are of one's own node. */
static void reads_fit(struct words *w)
{
	vec_each(each, &w->queue->kernel->accesses)
		if (!access_writes(*each) && words_meet(*each, w->link))
			words_equal(w, *each, (*each)->address, w->queue->next);
}

/* Nodes that are the threads' own: MCS. */
static bool node_fill(struct words *w)
{
	struct queue_lock *queue = w->queue;
	queue->word = queue->wait->op->address;
	if (!link_fill(w))
		return false;
	if (by_pointer(w->link)) {
		w->other = w->link;
		return true;
	}
	reads_fit(w);
	vec_each(each, &queue->kernel->accesses) {
		const struct access *access = *each;
		if (!access_writes(access) || keeps_value(access))
			continue;
		bool of_queue = words_meet(access, queue->take) || words_meet(access, queue->wait->op) ||
				words_meet(access, w->link);
		if (of_queue && !fits_node(w, access))
			w->other = access;
	}
	return w->closed && w->named && queue->leaves.n;
}

/* Does who leaves by one operation not leave by the other one, too: it does so where the tail was not taken back. */
static bool leaves_once(struct words *w, const struct access *first, const struct access *then)
{
	struct queue_lock *queue = w->queue;
	struct kernel *kernel = queue->kernel;
	if (!runs_between(w->orders, first->block, first->instruction, then->instruction, NULL, queue->begin))
		return true;
	if (first->rmw != RMW_CAS || first == then)
		return false;
	bool *avoid = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*avoid));
	avoid[queue->begin->index] = true;
	vec_each(each, &w->orders->acquires)
		if ((*each)->op == first &&
			et_is_false(acquire_test(kernel, *each, value_et(kernel->env, first->expected))))
			avoid[(*each)->success->index] = true;
	return first->block != then->block &&
	       !blocks_reached(kernel, first->block, avoid)[then->block->index];
}

static void mark(struct words *w)
{
	struct queue_lock *queue = w->queue;
	((struct access *)queue->wait->op)->of_queue = true;
	vec_each(each, &queue->kernel->accesses) {
		struct access *access = *each;
		bool node = words_meet(access, queue->wait->op) ||
			    (w->link && (words_meet(access, w->link) ||
						(by_pointer(w->link) && by_pointer(access))));
		access->spin_flag |= node && is_strong(access);
	}
}

/* What lies in shared memory is known where somebody of the block has set it. */
static void begins_in_block(struct words *w)
{
	struct queue_lock *queue = w->queue;
	struct ets *ets = words_ets(w);
	bool unknown = false;
	if (!is_of_block(queue->kernel, queue->take->object))
		return;
	bool all = w->link && is_of_block(queue->kernel, w->link->object) &&
		   is_of_block(queue->kernel, queue->wait->op->object);
	const struct et *set = et_bool(ets, false);
	if (w->begun && all) {
		set = wait_is_set(queue->kernel, queue->take, &unknown);
		words_wrong(w, et_and(ets, queue->take->guard, et_not(ets, set)));
	}
	if (et_is_false(set) || (unknown && !et_is_true(set)))
		words_puzzle(w, queue->take,
			"a queue lock in shared memory, of which it is not known what it begins with");
}

bool queue_words_fill(struct orders *orders, struct queue_lock *queue)
{
	struct words w = { .orders = orders, .queue = queue };
	bool fits = queue->kind == QUEUE_MCS ? node_fill(&w)
		    : queue->kind == QUEUE_CLH ? clh_fill(&w)
					       : slots_fill(&w);
	if (!fits)
		return false;
	if (w.other)
		words_puzzle(&w, w.other, "a write of a queue lock's words that is none of those it is taken and left by");
	begins_in_block(&w);
	vec_each(first, &queue->leaves)
		vec_each(then, &queue->leaves)
			if (!leaves_once(&w, *first, *then))
				words_wrong(&w, et_bool(words_ets(&w), true));
	mark(&w);
	return true;
}
