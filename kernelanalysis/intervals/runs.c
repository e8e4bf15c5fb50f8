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

/* Does a comparison of the loop's counter with a constant hold in the first round alone. */
static bool is_first_round(
	struct kernel *kernel, const struct loop *loop, const struct et *condition)
{
	if (condition->op != ET_EQ || !et_is_const(condition->arg[1]))
		return false;
	const struct et *at[3], *by[2];
	for (unsigned k = 0; k < 3; k++)
		at[k] = term_at_round(kernel->env, loop, condition->arg[0], k);
	for (unsigned k = 0; k < 2; k++)
		by[k] = et_binary(kernel->ets, ET_SUB, 0, at[k + 1], at[k]);
	return at[0] == condition->arg[1] && by[0] == by[1] && et_is_const(by[0]) &&
	       by[0]->value == 1;
}

/* Which rounds pass the condition, when these are all from one on, or all up to one. */
static bool choose_rounds(
	struct kernel *kernel, const struct loop *loop, const struct et *condition, struct cadence *c)
{
	struct value_env *env = kernel->env;
	const struct et *other = et_not(kernel->ets, condition);
	const struct et *cap = value_rounds_while(env, loop, condition);
	const struct et *skip = value_rounds_while(env, loop, other);
	if (is_first_round(kernel, loop, other))
		skip = et_const(kernel->ets, 64, 1);
	if ((cap && c->cap) || (skip && c->skip) || (!cap && !skip))
		return false;
	if (cap)
		c->cap = cap;
	else
		c->skip = skip;
	return true;
}

static bool add_condition(
	struct kernel *kernel, const struct loop *loop, const struct et *condition, struct cadence *c)
{
	if (condition->op == ET_AND && condition->width == 1)
		return add_condition(kernel, loop, condition->arg[0], c) &&
		       add_condition(kernel, loop, condition->arg[1], c);
	if (counts_round(kernel->env, loop, condition))
		return choose_rounds(kernel, loop, condition, c);
	c->guard = et_and(kernel->ets, c->guard, condition);
	return true;
}

/* Ways on from the block that stay in the loop. */
static unsigned ways_inside(const struct loop *loop, const struct block *block)
{
	unsigned ways = 0;
	vec_each(succ, &block->succs) ways += loop_contains(loop, *succ);
	return ways;
}

/* Does a branch there end the loop, and not the thread. */
static bool leaves_loop(const struct loop *loop, const struct block *block)
{
	vec_each(succ, &block->succs)
		if (!loop_contains(loop, *succ) && !block_is_dead_end(*succ))
			return true;
	return false;
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

/* Is the loop left on the way to the block by a branch that not all come to. */
static bool exits_on_the_way(
	struct kernel *kernel, const struct loop *loop, const struct block *block)
{
	vec_each(exit, &loop->exits) {
		if (!block_is_dead_end(exit->to) && !block_dominates(exit->from, block) &&
			leads_to(kernel, loop, exit->from, block))
			return true;
	}
	return false;
}

bool cadence_inside(struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	const struct loop *loop = block->loop;
	*cadence = (struct cadence){ et_bool(kernel->ets, true), NULL, NULL, block };
	if (!loop || !loop->latch || exits_on_the_way(kernel, loop, block))
		return false;
	for (const struct block *at = block; at != loop->header; at = at->idom) {
		unsigned ways = ways_inside(loop, at->idom);
		bool leaves = leaves_loop(loop, at->idom);
		if (block_post_dominates(at, at->idom) || ways < 2)
			continue;
		const struct et *condition = value_reach_from(kernel->env, at->idom, at);
		if (leaves || !add_condition(kernel, loop, condition, cadence))
			return false;
		cadence->branch = at->idom;
	}
	return true;
}

bool cadence_of(struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	return block->loop && !block->loop->parent && cadence_inside(kernel, block, cadence);
}

/* Where the loop is entered, once in a round of the loop around it: its end is run just before. */
static const struct block *entry_of(const struct loop *loop)
{
	return loop->header->idom;
}

/* Is the number (NULL: none) the same in all rounds of loops around this one. */
static bool stays_around(struct kernel *kernel, const struct loop *loop, const struct et *number)
{
	for (const struct loop *around = loop->parent; number && around; around = around->parent)
		if (counts_round(kernel->env, around, number))
			return false;
	return true;
}

/* How often the loop's back edge is taken each time, the same in all rounds of loops around it; NULL: not
 * known. */
static const struct et *rounds_each_time(struct kernel *kernel, const struct loop *loop)
{
	const struct et *rounds = loop_rounds(kernel->env, loop);
	return stays_around(kernel, loop, rounds) ? rounds : NULL;
}

/* The same where the rounds that are left out in each round of the loops around are the same ones.
 */
static bool cadence_repeated(
	struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	struct cadence outer;
	const struct loop *loop = block->loop;
	if (!cadence_inside(kernel, block, cadence))
		return false;
	if (!loop->parent)
		return true;
	if (!stays_around(kernel, loop, cadence->skip) ||
		!stays_around(kernel, loop, cadence->cap) || !rounds_each_time(kernel, loop) ||
		!cadence_nested(kernel, entry_of(loop), &outer) || outer.skip || outer.cap)
		return false;
	cadence->guard = et_and(kernel->ets, cadence->guard, outer.guard);
	return true;
}

bool cadence_nested(struct kernel *kernel, const struct block *block, struct cadence *cadence)
{
	return cadence_repeated(kernel, block, cadence) &&
	       (!block->loop->parent || (!cadence->skip && !cadence->cap));
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
	LLVMValueRef entry = LLVMGetBasicBlockTerminator(entry_of(loop)->llvm);
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
