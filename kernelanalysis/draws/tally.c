#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/passes.h"

/*
 * Tallies: counters of a block in shared memory that its threads only add constants to, and that
 * are set back to zero. Behind a barrier, the count is greater than what any addition before the
 * barrier found; and as long as every round begins at zero, it is at most what all
 * threads of the block can add in one, or what a range has elements that they share out.
 */

enum { MOST_STEP = 1 << 18 }; /* larger ones may bring a counter round */

/* An addition and a reading of its counter, in one round of the loops around the barrier between. */
struct tallied {
	const struct access *addition, *reading;
};

static bool adds_constant(const struct access *access)
{
	uint64_t step = counter_step(access);
	return access->rmw == RMW_ADD && step && step <= MOST_STEP;
}

static bool is_zero_store(const struct access *access)
{
	return access->type == ACCESS_WRITE && access->stored &&
	       LLVMIsAConstantInt(access->stored) && !LLVMConstIntGetZExtValue(access->stored);
}

/* Does a come before b in one round of the loops around both. */
static bool earlier(const struct access *a, LLVMValueRef b, const struct block *block)
{
	return a->block == block ? before_in_block(a->instruction, b)
				 : a->block->index < block->index;
}

/* The innermost loop around both blocks, NULL: none. */
static const struct loop *common_loop(const struct block *a, const struct block *b)
{
	const struct loop *loop = a->loop;
	while (loop && !loop_contains(loop, b))
		loop = loop->parent;
	return loop;
}

/* Is the counter not set back between the addition and the reading, which are `loop`'s. */
static bool only_grows(
	const struct kernel *kernel, const struct tallied *tallied, const struct loop *loop)
{
	const struct access *add = tallied->addition, *read = tallied->reading;
	vec_each(each, &kernel->accesses) {
		const struct access *reset = *each;
		if (reset->object != add->object || reset->type != ACCESS_WRITE)
			continue;
		if (common_loop(reset->block, add->block) != common_loop(reset->block, read->block))
			return false;
		if (!earlier(reset, add->instruction, add->block) &&
			!earlier(read, reset->instruction, reset->block))
			return false;
		const struct loop *shared = common_loop(reset->block, add->block);
		if (shared && shared != loop && !loop_encloses(shared, loop))
			return false;
	}
	return true;
}

static bool barrier_between(const struct kernel *kernel, const struct tallied *tallied)
{
	const struct access *add = tallied->addition, *read = tallied->reading;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		const struct loop *loop = sync->block->loop;
		if (sync->kind != SYNC_BLOCK_BARRIER ||
			(loop && (!loop_contains(loop, add->block) ||
					 !loop_contains(loop, read->block))))
			continue;
		if (earlier(add, sync->instruction, sync->block) &&
			always_follows(kernel, add->instruction, sync->instruction) &&
			instruction_dominates(kernel->func, sync->instruction, read->instruction) &&
			only_grows(kernel, tallied, loop))
			return true;
	}
	return false;
}

/* Is the counter set to zero before the addition, once in every round of the loop (NULL: once). */
static bool begins_at_zero(
	struct kernel *kernel, const struct access *add, const struct loop *loop)
{
	const struct block *start = loop ? loop->header : kernel->func->blocks.at[0];
	vec_each(each, &kernel->accesses) {
		const struct access *reset = *each;
		if (reset->object != add->object || !is_zero_store(reset) ||
			reset->block->loop != loop ||
			!earlier(reset, add->instruction, add->block))
			continue;
		const struct block *from = reset->block;
		while (from != start && !block_dominates(from, add->block))
			from = from->idom;
		if (only_elects(value_reach_from(kernel->env, from, reset->block)))
			return true;
	}
	return false;
}

/*
 * Does a store of anything else, as of what the block has drawn for its count, come behind all additions and the access in a round
 * that they begin at zero in, so that it is over with the next one's zero.
 */
static bool is_left_behind(struct kernel *kernel, const struct access *other, const struct access *of)
{
	const struct loop *loop = other->block->loop;
	if (other->type != ACCESS_WRITE)
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *counts = *each;
		bool asked = counts == of || (counts->object == of->object && adds_constant(counts));
		if (asked && (counts->block->loop != loop || !earlier(counts, other->instruction, other->block) ||
				     !begins_at_zero(kernel, counts, loop)))
			return false;
	}
	return true;
}

/* Is the access' object a tally, at one address, where the access is. */
static bool is_tally(struct kernel *kernel, const struct access *of)
{
	if (of->object->kind != OBJECT_SHARED)
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		if (access->object != of->object)
			continue;
		if (access->address != of->address || access->size != of->size)
			return false;
		if (access->type != ACCESS_READ && !is_zero_store(access) && !adds_constant(access) &&
			!is_left_behind(kernel, access, of))
			return false;
	}
	return true;
}

/* The term without the thread's x in it; NULL: it is not that added to what the block shares. */
static const struct et *without_thread(struct kernel *kernel, const struct et *term)
{
	struct ets *ets = kernel->ets;
	const struct et *x = et_sym(ets, kernel->tid[0]);
	if (term->width > x->width)
		x = et_cast(ets, ET_ZEXT, term->width, x);
	if (term->width < x->width)
		return NULL;
	const struct et *rest = et_binary(ets, ET_SUB, 0, term, x);
	return term_is_common(rest, LEVEL_BLOCK) ? rest : NULL;
}

/* A range that a loop shares out among the threads, from start + x on in steps of the block's width. */
struct range {
	const struct et *start, *end;
};

static bool range_shared(struct kernel *kernel, const struct loop *loop, struct range *range)
{
	struct ets *ets = kernel->ets;
	const struct block *header = loop->header;
	if (header->succs.n != 2)
		return false;
	const struct block *body = header->succs.at[!loop_contains(loop, header->succs.at[0])];
	const struct et *stay = value_edge(kernel->env, header, body);
	if (stay->op != ET_SLT && stay->op != ET_ULT)
		return false;
	const struct et *first = term_at_round(kernel->env, loop, stay->arg[0], 0);
	const struct et *step = et_binary(
		ets, ET_SUB, 0, term_at_round(kernel->env, loop, stay->arg[0], 1), first);
	const struct et *width = et_sym(ets, kernel->ntid[0]);
	if (first->width > width->width)
		width = et_cast(ets, ET_ZEXT, first->width, width);
	range->start = without_thread(kernel, first);
	range->end = stay->arg[1];
	return step == width && range->start && term_is_common(range->end, LEVEL_BLOCK);
}

/* The addition to the tally; NULL: there are several. */
static const struct access *only_addition(const struct kernel *kernel, const struct access *of)
{
	const struct access *only = NULL;
	vec_each(each, &kernel->accesses) {
		if ((*each)->object != of->object || !adds_constant(*each))
			continue;
		if (only)
			return NULL;
		only = *each;
	}
	return only;
}

/* In a block of one row, a count of elements of a range that began at zero is at most its length. */
static const struct et *within_range(
	struct kernel *kernel, const struct access *of, const struct et *found, uint64_t step)
{
	struct ets *ets = kernel->ets;
	const struct et *row = et_bool(ets, true), *one = et_const(ets, 32, 1);
	const struct access *add = only_addition(kernel, of);
	const struct loop *loop = add ? add->block->loop : NULL;
	struct range range;
	if (!loop || counter_step(add) != 1 || !begins_at_zero(kernel, add, loop->parent) ||
		!range_shared(kernel, loop, &range) || range.start->width < found->width)
		return et_bool(ets, true);
	for (unsigned i = 1; i < 3; i++)
		row = et_and(ets, row, et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ntid[i]), one));
	const struct et *last = et_cast(ets, ET_ZEXT, range.start->width, found);
	last = et_binary(ets, ET_ADD, ET_NSW, range.start, last);
	last = et_binary(ets, ET_ADD, ET_NSW, last, et_const(ets, last->width, step));
	return et_or(ets, et_not(ets, row), et_binary(ets, ET_SLE, 0, last, range.end));
}

/* What all threads of a block add in a round; NULL: more than once each, or not from zero. */
static const struct et *total(struct kernel *kernel, const struct access *of)
{
	struct ets *ets = kernel->ets;
	const unsigned flags = ET_NSW | ET_NUW, width = of->size * 8;
	uint64_t each_thread = 0;
	vec_each(each, &kernel->accesses) {
		if ((*each)->object != of->object || !adds_constant(*each))
			continue;
		if (!begins_at_zero(kernel, *each, (*each)->block->loop))
			return NULL;
		each_thread += counter_step(*each);
	}
	if (each_thread > 2 * MOST_STEP)
		return NULL;
	const struct et *n = et_const(ets, 32, each_thread);
	for (unsigned i = 0; i < 3; i++)
		n = et_binary(ets, ET_MUL, flags, n, et_sym(ets, kernel->ntid[i]));
	return width > 32 ? et_cast(ets, ET_ZEXT, width, n) : n;
}

/* Is the condition one of those that the guard asks for. */
static bool asks_for(const struct et *guard, const struct et *condition)
{
	if (guard == condition)
		return true;
	return guard->op == ET_AND && guard->width == 1 &&
	       (asks_for(guard->arg[0], condition) || asks_for(guard->arg[1], condition));
}

/* Does the guard let the first lane of the warp of each thread through that comes to the addition in the same round. */
static bool lets_first_lane(struct kernel *kernel, const struct et *guard, const struct access *add)
{
	if (guard->op == ET_AND && guard->width == 1)
		return lets_first_lane(kernel, guard->arg[0], add) && lets_first_lane(kernel, guard->arg[1], add);
	const struct et *lane = guard->op == ET_EQ && et_is_const(guard->arg[1]) && !guard->arg[1]->value ? guard->arg[0] : NULL;
	bool first = lane && lane->nargs == 2 && lane->arg[0] == et_sym(kernel->ets, kernel->tid[0]) &&
		     et_is_const(lane->arg[1]) &&
		     ((lane->op == ET_AND && lane->arg[1]->value == EXTENT_WARP - 1) ||
			     (lane->op == ET_UREM && lane->arg[1]->value == EXTENT_WARP));
	return et_is_true(guard) || first ||
	       (term_is_common_in_round(kernel, guard, add->block) && asks_for(add->guard, guard));
}

/* Is the place of the warp set to zero before the addition, in every round of the loops that has one. */
static bool begins_in_warp(struct kernel *kernel, const struct access *add)
{
	vec_each(each, &kernel->accesses) {
		const struct access *reset = *each;
		if (reset->object == add->object && is_zero_store(reset) && reset->block->loop == add->block->loop &&
			earlier(reset, add->instruction, add->block) && lets_first_lane(kernel, reset->guard, add))
			return true;
	}
	return false;
}

/* What the lanes of a warp add to its place in a round, in a block of one row; 0: not known. */
static uint64_t warp_total(struct kernel *kernel, const struct access *of)
{
	uint64_t each_thread = 0;
	if (!is_warp_place(kernel, of->address, of->size))
		return 0;
	vec_each(each, &kernel->accesses) {
		if ((*each)->object != of->object || !adds_constant(*each))
			continue;
		if (!begins_in_warp(kernel, *each))
			return 0;
		each_thread += counter_step(*each);
	}
	return each_thread > 2 * MOST_STEP ? 0 : EXTENT_WARP * each_thread;
}

/* The tally whose contents or addition the term is; NULL: none. */
static const struct access *tally_of(struct kernel *kernel, const struct et *term)
{
	LLVMValueRef value = (LLVMValueRef)(uintptr_t)term->sym->origin;
	if (term->sym->kind != SYM_DATA || !value ||
		!(LLVMIsALoadInst(value) || LLVMIsAAtomicRMWInst(value)))
		return NULL;
	const struct access *access = access_at(kernel, value);
	bool counts = access && access->size >= 4 &&
		      (access->type == ACCESS_READ || adds_constant(access));
	return counts && is_tally(kernel, access) ? access : NULL;
}

struct telling {
	struct kernel *kernel;
	const struct et *known;
};

static void say(struct telling *telling, const struct et *condition)
{
	telling->known = et_and(telling->kernel->ets, telling->known, condition);
}

static void say_added(struct telling *telling, const struct access *add, const struct et *found)
{
	struct kernel *kernel = telling->kernel;
	struct ets *ets = kernel->ets;
	const struct et *step = et_const(ets, found->width, counter_step(add));
	vec_each(each, &kernel->accesses) {
		struct tallied tallied = { add, *each };
		if ((*each)->object != add->object || (*each)->type != ACCESS_READ || !barrier_between(kernel, &tallied))
			continue;
		const struct et *next = et_binary(ets, ET_ADD, ET_NSW, found, step);
		bool common = value_level(kernel, (*each)->instruction) <= LEVEL_BLOCK;
		const struct et *count = common ? value_et(kernel->env, (*each)->instruction) : read_by_one(kernel, *each);
		if (!count)
			continue;
		say(telling, et_or(ets, et_not(ets, add->guard),
			et_binary(ets, ET_SLE, 0, next, count)));
	}
}

static void telling_visit(void *data, const struct et *et)
{
	struct telling *telling = data;
	struct kernel *kernel = telling->kernel;
	struct ets *ets = kernel->ets;
	const struct access *access =
		et->op == ET_SYM || et->op == ET_APP ? tally_of(kernel, et) : NULL;
	if (!access)
		return;
	uint64_t step = access->type == ACCESS_READ ? 0 : counter_step(access);
	const struct et *zero = et_const(ets, et->width, 0), *most = total(kernel, access);
	say(telling, et_binary(ets, ET_SLE, 0, zero, et));
	if (most)
		say(telling, et_binary(ets, ET_SLE, 0, et,
			et_binary(ets, ET_SUB, 0, most, et_const(ets, et->width, step))));
	else if (step)
		say(telling, within_range(kernel, access, et, step));
	uint64_t lanes = warp_total(kernel, access);
	if (lanes)
		say(telling, et_or(ets, et_not(ets, block_is_row(kernel)),
			et_binary(ets, ET_SLE, 0, et, et_const(ets, et->width, lanes - step))));
	if (step && et == value_et(kernel->env, access->instruction))
		say_added(telling, access, et);
}

const struct et *tallies_of_term(struct kernel *kernel, const struct et *term)
{
	struct telling telling = { kernel, et_bool(kernel->ets, true) };
	if (kernel->counts && !kernel->maps_shared)
		et_each(et_set_new(kernel->arena), term, telling_visit, &telling);
	return telling.known;
}

const struct et *tallies_known(struct kernel *kernel, const struct access *access)
{
	if (!kernel->counts || kernel->maps_shared)
		return et_bool(kernel->ets, true);
	if (access->tallies)
		return access->tallies;
	struct telling telling = { kernel, et_bool(kernel->ets, true) };
	struct et_set *seen = et_set_new(kernel->arena);
	et_each(seen, access->address, telling_visit, &telling);
	et_each(seen, access->guard, telling_visit, &telling);
	((struct access *)access)->tallies = telling.known;
	return telling.known;
}
