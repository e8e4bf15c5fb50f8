#include "hostanalysis/launches/collect.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Facts at a launch (HGRD 4, 5.1): conditions of the branches that lead to it,
 * each with its source line; bounds of the loops around it; sizes of the
 * allocations before it. All are over SSA values, which do not change, so what
 * held at a dominating branch holds at the launch.
 */

static bool is_conjunction(const struct et *et)
{
	return et->op == ET_AND && et->width == 1;
}

void add_fact(struct collect *c, enum fact_kind kind, const struct et *cond,
	const char *text, struct loc loc)
{
	if (is_conjunction(cond)) {
		add_fact(c, kind, cond->arg[0], text, loc);
		add_fact(c, kind, cond->arg[1], text, loc);
		return;
	}
	const struct et *large = host_large_condition(c->root, cond);
	cond = large ? large : host_condition(c->root, cond);
	if (et_is_true(cond) || !et_set_add(c->known, cond))
		return;
	struct fact fact = { kind, cond, text, loc };
	if (!text)
		fact.text = et_show(c->root->pass->arena, cond, false);
	vec_push(c->root->pass->arena, large ? &c->large : &c->facts, fact);
}

/* Branches. */

/* Marks the blocks from which `to` can be reached without passing through `without`, going on from those that are marked. */
static void mark_reaching(struct root *root, const struct block *to, const struct block *without, bool *marked)
{
	VEC(const struct block *) stack = { 0 };
	marked[to->index] = true;
	vec_push(root->pass->arena, &stack, to);
	while (stack.n) {
		const struct block *block = stack.at[--stack.n];
		vec_each(pred, &block->preds) {
			if (*pred == without || marked[(*pred)->index])
				continue;
			marked[(*pred)->index] = true;
			vec_push(root->pass->arena, &stack, *pred);
		}
	}
}

/* The branch at the end of `from` decides, by going to *to, whether the launch is reached. */
static bool only_way(const struct block *from, const bool *marked, const struct block **to, bool *dead)
{
	*to = NULL;
	*dead = true;
	vec_each(succ, &from->succs) {
		if (marked[(*succ)->index]) {
			if (*to)
				return false;
			*to = *succ;
		} else if (!block_is_dead_end(*succ)) {
			*dead = false;
		}
	}
	return *to != NULL;
}

/* What reaches the launch past a dominator does so past those above it, too, which it cannot meet: one marking serves for all. */
static void branch_facts(struct collect *c, const struct block *launch)
{
	struct root *root = c->root;
	bool *marked = arena_alloc(root->pass->arena, root->func->blocks.n);
	const struct block *below = launch;
	for (const struct block *at = launch->idom; at; below = at, at = at->idom) {
		const struct block *to;
		bool dead;
		mark_reaching(root, below, at, marked);
		if (at->succs.n < 2 || !only_way(at, marked, &to, &dead))
			continue;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(at->llvm);
		struct loc loc = instruction_loc(root->pass->arena, last);
		bool bound = at->loop && loop_contains(at->loop, launch) &&
			     !loop_contains(at->loop, at->succs.at[0] == to ? at->succs.at[1]
									   : at->succs.at[0]);
		enum fact_kind kind = bound ? FACT_LOOP_BOUND : dead ? FACT_ASSERT : FACT_GUARD;
		add_fact(c, kind, value_edge(root->env, at, to),
			host_source_line(root->pass, loc), loc);
	}
}

struct find_loop {
	const struct symbol *counter;
};

static void find_loop_visit(void *data, const struct et *et)
{
	struct find_loop *find = data;
	if ((et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_LOOP)
		find->counter = et->sym;
}

/* Does the loop go on whenever its header's test, which the launch is behind, says so, unless the program dies. */
static bool ends_at_header(const struct loop *loop, const struct block *launch)
{
	bool tested = false;
	vec_each(exit, &loop->exits) {
		if (exit->from != loop->header && !block_is_dead_end(exit->to))
			return false;
		tested |= exit->from == loop->header;
	}
	return tested && loop_contains(loop, launch) && loop->header != launch;
}

/* "k == 0 or the previous iteration went on" says nothing new beside the test of iteration k. */
static bool is_superseded(struct collect *c, const struct et *term, const struct symbol *counter)
{
	struct ets *ets = c->root->pass->ets;
	if (term->op != ET_OR || term->width != 1 || !ends_at_header(counter->origin, c->launch))
		return false;
	const struct et *first =
		et_binary(ets, ET_EQ, 0, et_sym(ets, counter), et_const(ets, 64, 0));
	return term->arg[0] == first || term->arg[1] == first;
}

/* Where it was last decided whether the launch is reached. */
static struct loc decision_loc(const struct collect *c)
{
	for (const struct block *at = c->launch->idom; at; at = at->idom)
		if (at->succs.n > 1)
			return instruction_loc(c->root->pass->arena,
				LLVMGetBasicBlockTerminator(at->llvm));
	return (struct loc){ 0 };
}

static void reach_facts(struct collect *c, const struct et *term)
{
	struct host_pass *pass = c->root->pass;
	if (is_conjunction(term)) {
		reach_facts(c, term->arg[0]);
		reach_facts(c, term->arg[1]);
		return;
	}
	term = host_condition(c->root, term);
	if (is_tautology(c->root->pass->ets, term))
		return;
	struct find_loop find = { 0 };
	et_once(pass->arena, term, find_loop_visit, &find);
	if (find.counter && is_superseded(c, term, find.counter))
		return;
	if (find.counter)
		add_fact(c, FACT_LOOP_BOUND, term, host_source_line(pass, find.counter->loc),
			find.counter->loc);
	else
		add_fact(c, FACT_GUARD, term, NULL, decision_loc(c));
}

/* Allocations. */

bool is_counter(const struct et *et)
{
	return et->op == ET_SYM && et->sym->kind == SYM_LOOP;
}

/*
 * A positive size of several factors is taken to have positive factors (HGRD 4.5). An unsigned
 * factor of 2^31 or more is a negative number that was converted, not a size.
 */
static void size_facts(struct collect *c, const struct et *size, bool is_signed, const char *text,
	struct loc loc)
{
	struct ets *ets = c->root->pass->ets;
	if (et_is_const(size) || is_counter(size))
		return;
	switch (size->op) {
	case ET_SEXT:
	case ET_ZEXT:
		size_facts(c, size->arg[0], size->op == ET_SEXT || size->arg[0]->width >= 32, text,
			loc);
		return;
	case ET_TRUNC: /* int bytes = n * sizeof(float) */
		if (size->arg[0]->op == ET_MUL || size->arg[0]->op == ET_SHL) {
			size_facts(c, size->arg[0], true, text, loc);
			return;
		}
		break;
	case ET_MUL:
		size_facts(c, size->arg[0], is_signed, text, loc);
		size_facts(c, size->arg[1], is_signed, text, loc);
		return;
	case ET_SHL:
		size_facts(c, size->arg[0], is_signed, text, loc);
		return;
	default:
		break;
	}
	const struct et *positive =
		et_binary(ets, is_signed ? ET_SLT : ET_ULT, 0, et_const(ets, size->width, 0), size);
	add_fact(c, FACT_ALLOCATION, et_or(ets, c->unless, positive), text, loc);
}

static void pitch_fact(struct collect *c, LLVMValueRef call, const char *text, struct loc loc)
{
	struct root *root = c->root;
	add_fact(c, FACT_ALLOCATION,
		et_binary(root->pass->ets, ET_SLE, 0, host_term(root, call_arg(call, 1)),
			host_term(root, call)),
		text, loc);
}

/* Outside of loops, where it need not be executed: a pitch that is not asked for may be any number. */
static bool is_once(struct root *root, LLVMValueRef call)
{
	const struct block *block = instruction_block(root->func, call);
	return block && !block->loop;
}

/* A size that a call asks for; NULL: it has no such. */
static LLVMValueRef asked_size(LLVMValueRef call, unsigned i)
{
	if (!strcmp(call_name(call), "hgrd.sized"))
		return i ? NULL : call_arg(call, 0);
	if (!strcmp(call_name(call), "hgrd.pitch"))
		return i == 0 ? call_arg(call, 1) : i == 1 ? call : NULL;
	return i < 2 ? call_arg(call, i + 1) : NULL;
}

/* Can the launch come after the call, outside of loops around the call. */
static bool is_before(const struct collect *c, LLVMValueRef call)
{
	struct root *root = c->root;
	const struct block *block = instruction_block(root->func, call);
	if (block == c->launch)
		return instruction_dominates(root->func, call, c->at);
	return is_once(root, call) && c->reaching[block->index];
}

/* Blocks from which the launch is reached past all calls that ask for the size. */
static const bool *evading(struct collect *c, const struct et *size)
{
	struct root *root = c->root;
	bool *marked = ptrmap_get(c->evading, size);
	VEC(const struct block *) stack = { 0 };
	if (marked)
		return marked;
	bool *asks = arena_alloc(root->pass->arena, root->func->blocks.n);
	marked = arena_alloc(root->pass->arena, root->func->blocks.n);
	ptrmap_set(c->evading, size, marked);
	vec_each(call, &root->allocs)
		for (unsigned i = 0; is_before(c, *call) && asked_size(*call, i); i++)
			if (host_term(root, asked_size(*call, i)) == size)
				asks[instruction_block(root->func, *call)->index] = true;
	if (!asks[c->launch->index])
		vec_push(root->pass->arena, &stack, c->launch);
	while (stack.n) {
		const struct block *block = stack.at[--stack.n];
		if (marked[block->index])
			continue;
		marked[block->index] = true;
		vec_each(pred, &block->preds)
			if (!marked[(*pred)->index] && !asks[(*pred)->index])
				vec_push(root->pass->arena, &stack, *pred);
	}
	return marked;
}

/* When the launch is reached without the call, nor another that asks for the same size. */
static const struct et *unless_asked(struct collect *c, LLVMValueRef call, const struct et *size)
{
	struct root *root = c->root;
	const bool *marked = evading(c, size);
	const struct block *from = instruction_block(root->func, call), *common;
	while (from->idom && !marked[from->idom->index])
		from = from->idom;
	for (common = from; !block_dominates(common, c->launch);)
		common = common->idom;
	return et_not(root->pass->ets, value_reach_from(root->env, common, from));
}

static void allocation_facts(struct collect *c)
{
	struct root *root = c->root;
	vec_each(each, &root->allocs) {
		LLVMValueRef call = *each, size;
		bool certain = instruction_dominates(root->func, call, c->at);
		struct loc loc = instruction_loc(root->pass->arena, call);
		const char *text = host_source_line(root->pass, loc);
		bool asked = certain || is_before(c, call);
		for (unsigned i = 0; asked && (size = asked_size(call, i)); i++) {
			const struct et *term = host_term(root, size);
			c->unless = certain ? et_bool(root->pass->ets, false)
					    : unless_asked(c, call, term);
			size_facts(c, term, true, text, loc);
		}
		if (!strcmp(call_name(call), "hgrd.pitch") && (certain || is_once(root, call)))
			pitch_fact(c, call, text, loc);
	}
}

/* Powers of two: in place of the fact that says so, or beside it when it also tells of rounds. */
static void power_facts(struct collect *c)
{
	for (size_t i = 0, n = c->facts.n; i < n; i++) {
		struct fact fact = c->facts.at[i];
		struct find_loop find = { 0 };
		et_once(c->root->pass->arena, fact.cond, find_loop_visit, &find);
		fact.cond = power_condition(c->root, fact.cond, &c->facts);
		if (!fact.cond)
			continue;
		if (find.counter)
			vec_push(c->root->pass->arena, &c->facts, fact);
		else
			c->facts.at[i] = fact;
	}
}

/* What loops keep of their rounds. */
static void kept_facts(struct collect *c)
{
	struct root *root = c->root;
	for (size_t i = 0; i < root->env->side_facts.n; i++) {
		struct side_fact fact = root->env->side_facts.at[i];
		add_fact(c, FACT_GUARD, fact.cond, host_source_line(root->pass, fact.loc), fact.loc);
	}
}

void facts_fill(struct root *root, LLVMValueRef at, const struct et *cond,
	struct host_launch *launch)
{
	struct arena *arena = root->pass->arena;
	struct collect c = { .root = root, .known = et_set_new(arena) };
	const struct block *block = instruction_block(root->func, at);
	c.launch = block;
	c.at = at;
	c.reaching = arena_alloc(arena, root->func->blocks.n);
	c.evading = ptrmap_new(arena);
	mark_reaching(root, block, NULL, c.reaching);
	add_fact(&c, FACT_GUARD, cond, NULL, launch->loc);
	branch_facts(&c, block);
	reach_facts(&c, value_reach(root->env, block));
	allocation_facts(&c);
	invariant_facts(&c, at);
	kept_facts(&c);
	division_facts(&c);
	doubling_facts(&c, launch);
	limit_facts(&c, launch);
	power_facts(&c);
	relevant_facts(&c, launch);
}
