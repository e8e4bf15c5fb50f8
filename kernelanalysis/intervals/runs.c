#include "kernelanalysis/intervals/runs.h"

/*
 * How often a thread has run an operation when it is about to run something else, as a term over
 * loop counters. In a loop, the branches on the way to an operation may choose threads, once and
 * for all rounds, and may leave out rounds at the beginning and at the end.
 */

static const struct et *conjuncts(struct kernel *kernel, const struct et *term,
	bool (*keep)(void *, const struct et *), void *data)
{
	if (term->op == ET_AND && term->width == 1)
		return et_and(kernel->ets, conjuncts(kernel, term->arg[0], keep, data),
			conjuncts(kernel, term->arg[1], keep, data));
	return keep(data, term) ? term : et_bool(kernel->ets, true);
}

const struct et *run_when(struct kernel *kernel, const struct block *block)
{
	const struct et *term = et_bool(kernel->ets, true);
	for (; block->idom; block = block->idom)
		if (!block_post_dominates(block, block->idom))
			term = et_and(kernel->ets, term,
				value_reach_from(kernel->env, block->idom, block));
	return term;
}

static void counter_visit(void *data, const struct et *et)
{
	bool *found = data;
	*found |= et->op == ET_SYM && et->sym->kind == SYM_LOOP;
}

static bool is_lasting(void *data, const struct et *term)
{
	struct kernel *kernel = data;
	bool found = false;
	et_once(kernel->arena, term, counter_visit, &found);
	return !found;
}

const struct et *lasting_guard(struct kernel *kernel, const struct block *block)
{
	return conjuncts(kernel, run_when(kernel, block), is_lasting, kernel);
}

static bool has_conjunct(const struct et *term, const struct et *wanted)
{
	if (term == wanted)
		return true;
	return term->op == ET_AND && term->width == 1 &&
	       (has_conjunct(term->arg[0], wanted) || has_conjunct(term->arg[1], wanted));
}

/* x == 1 and x == 2. */
static bool differ(const struct et *a, const struct et *b)
{
	return a->op == ET_EQ && b->op == ET_EQ && a->arg[0] == b->arg[0] &&
	       et_is_const(a->arg[1]) && et_is_const(b->arg[1]) && a->arg[1] != b->arg[1];
}

bool guards_exclude(struct kernel *kernel, const struct et *a, const struct et *b)
{
	if (a->op == ET_AND && a->width == 1)
		return guards_exclude(kernel, a->arg[0], b) || guards_exclude(kernel, a->arg[1], b);
	if (b->op == ET_AND && b->width == 1)
		return guards_exclude(kernel, a, b->arg[0]) || guards_exclude(kernel, a, b->arg[1]);
	return a == et_not(kernel->ets, b) || differ(a, b);
}

bool guard_implies(const struct et *more, const struct et *less)
{
	if (less->op == ET_AND && less->width == 1)
		return guard_implies(more, less->arg[0]) && guard_implies(more, less->arg[1]);
	return et_is_true(less) || has_conjunct(more, less);
}

struct reach {
	const struct block *stop; /* ways through it do not count; NULL: none */
	bool *seen;
};

static bool reaches_block(struct reach *reach, const struct block *from, const struct block *to)
{
	vec_each(succ, &from->succs) {
		if (*succ == reach->stop)
			continue;
		if (*succ == to)
			return true;
		if (reach->seen[(*succ)->index])
			continue;
		reach->seen[(*succ)->index] = true;
		if (reaches_block(reach, *succ, to))
			return true;
	}
	return false;
}

bool leads_to(struct kernel *kernel, const struct loop *loop, const struct block *from,
	const struct block *to)
{
	struct reach reach = { loop ? loop->header : NULL, NULL };
	reach.seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	return reaches_block(&reach, from, to);
}

/* Does `a` come before `b` in their common block. */
static bool precedes_in_block(LLVMValueRef a, LLVMValueRef b)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

bool can_precede(struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *from = instruction_block(kernel->func, a);
	const struct block *to = instruction_block(kernel->func, b);
	return (from == to && precedes_in_block(a, b)) || leads_to(kernel, NULL, from, to);
}

static bool comes_first(struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return a != b && instruction_dominates(kernel->func, a, b);
}

/* Do all exits of the loop lie after the operation, or all before it, in the round. */
static bool exits_are(struct kernel *kernel, const struct block *block, const struct cadence *c,
	bool after)
{
	const struct loop *loop = block->loop;
	vec_each(exit, &loop->exits) {
		const struct block *from = exit->from;
		if (block_is_dead_end(exit->to))
			continue;
		if (after ? !block_dominates(c->branch, from) || leads_to(kernel, loop, from, block)
			  : from == block || leads_to(kernel, loop, block, from))
			return false;
	}
	return true;
}

const struct et *where_run(
	struct kernel *kernel, const struct block *block, LLVMValueRef x, const struct et *number)
{
	const struct block *at = instruction_block(kernel->func, x);
	const struct et *when = run_when(kernel, block);
	if (block_dominates(block, at) || guard_implies(lasting_guard(kernel, at), when))
		return number;
	return et_ite(kernel->ets, when, number,
		et_const(kernel->ets, 64, 0));
}

static const struct et *plus(struct kernel *kernel, const struct et *term, unsigned more)
{
	return et_binary(kernel->ets, ET_ADD, ET_NSW, term, et_const(kernel->ets, 64, more));
}

static const struct et *less(struct kernel *kernel, const struct et *term, const struct et *by)
{
	return by ? et_binary(kernel->ets, ET_SUB, ET_NSW, term, by) : term;
}

/* In how many of the first rounds the block was run. */
static const struct et *runs_in_rounds(
	struct kernel *kernel, const struct cadence *c, const struct et *rounds)
{
	struct ets *ets = kernel->ets;
	const struct et *none = et_const(ets, 64, 0), *runs = rounds;
	if (c->cap)
		runs = et_ite(ets, et_binary(ets, ET_SLT, 0, runs, c->cap), runs, c->cap);
	if (c->skip)
		runs = et_ite(ets, et_binary(ets, ET_SLT, 0, c->skip, runs),
			less(kernel, runs, c->skip), none);
	return et_ite(ets, c->guard, runs, none);
}

/* How often the operation was run before x, for one in a loop. */
static const struct et *runs_in_loop(
	struct kernel *kernel, const struct block *block, LLVMValueRef operation, LLVMValueRef x)
{
	const struct loop *loop = block->loop;
	const struct block *at = instruction_block(kernel->func, x);
	const struct et *rounds = et_sym(kernel->ets, kernel->env->loops[loop->index].counter);
	struct cadence c;
	if (!cadence_inside(kernel, block, &c))
		return NULL;
	if (loop_contains(loop, at)) {
		bool before = comes_first(kernel, operation, x);
		if (before || at == block)
			return less(kernel, plus(kernel, rounds, before), c.skip);
		bool ahead = leads_to(kernel, loop, block, at);
		if (ahead && leads_to(kernel, loop, at, block))
			return NULL;
		return runs_in_rounds(kernel, &c, plus(kernel, rounds, ahead));
	}
	const struct et *all = loop_rounds(kernel->env, loop);
	if (all && et_is_const(all))
		rounds = all;
	bool after = exits_are(kernel, block, &c, true);
	if (!after && !exits_are(kernel, block, &c, false))
		return NULL;
	return where_run(kernel, loop->header->idom, x,
		runs_in_rounds(kernel, &c, plus(kernel, rounds, after)));
}

static const struct et *times(struct kernel *kernel, const struct et *a, const struct et *b)
{
	return et_binary(kernel->ets, ET_MUL, ET_NSW, a, b);
}

/* The same for one in a loop inside others: so many in each run of its loop, and those of this one. */
static const struct et *runs_in_nest(
	struct kernel *kernel, const struct block *block, LLVMValueRef operation, LLVMValueRef x)
{
	const struct loop *loop = block->loop;
	struct cadence c;
	if (!cadence_repeated(kernel, block, &c))
		return runs_by_count(kernel, operation, x);
	bool after = exits_are(kernel, block, &c, true);
	if (!after && !exits_are(kernel, block, &c, false))
		return NULL;
	const struct block *at = instruction_block(kernel->func, x);
	if (guard_implies(lasting_guard(kernel, at), c.guard))
		c.guard = et_bool(kernel->ets, true);
	const struct et *each =
		runs_in_rounds(kernel, &c, plus(kernel, rounds_each_time(kernel, loop), after));
	LLVMValueRef entry = LLVMGetBasicBlockTerminator(loop_entry(loop)->llvm);
	const struct et *entered = runs_before(kernel, entry, x);
	if (!entered)
		return NULL;
	if (!loop_contains(loop, at))
		return times(kernel, entered, each);
	const struct et *now = runs_in_loop(kernel, block, operation, x);
	const struct et *earlier = et_binary(
		kernel->ets, ET_SUB, ET_NSW, entered, et_const(kernel->ets, 64, 1));
	return now ? et_binary(kernel->ets, ET_ADD, ET_NSW, times(kernel, earlier, each), now)
		   : NULL;
}

const struct et *runs_before(struct kernel *kernel, LLVMValueRef operation, LLVMValueRef x)
{
	const struct block *block = instruction_block(kernel->func, operation);
	const struct block *at = instruction_block(kernel->func, x);
	const struct et *none = et_const(kernel->ets, 64, 0), *one = et_const(kernel->ets, 64, 1);
	if (!can_precede(kernel, operation, x))
		return none;
	if (block != at && guards_exclude(kernel, lasting_guard(kernel, block),
				   lasting_guard(kernel, at)))
		return none;
	if (block->loop)
		return block->loop->parent ? runs_in_nest(kernel, block, operation, x)
					   : runs_in_loop(kernel, block, operation, x);
	if (comes_first(kernel, operation, x))
		return one;
	return can_precede(kernel, x, operation) ? NULL : where_run(kernel, block, x, one);
}
