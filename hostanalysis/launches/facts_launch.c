#include "hostanalysis/launches/collect.h"

/*
 * Relevance: facts connected with the launch through common symbols. Counters
 * of loops that are over connect only what is in the launch's own terms, and the widths that pitches are made for.
 */

#define MOST_EXACT 40 /* facts */

struct mentions {
	struct collect *c;
	struct et_set *symbols; /* SYM terms of the symbols */
	bool add;
	bool hit, added, foreign;
};

static bool encloses_launch(const struct mentions *m, const struct symbol *sym)
{
	return sym->kind != SYM_LOOP || loop_contains(sym->origin, m->c->launch);
}

/* Arguments of applications do not count: the value is another one in each iteration anyway. */
static void mentions_walk(struct mentions *m, struct et_set *seen, const struct et *et)
{
	if (!et_set_add(seen, et))
		return;
	if (et->op != ET_SYM && et->op != ET_APP) {
		for (unsigned i = 0; i < et->nargs; i++)
			mentions_walk(m, seen, et->arg[i]);
		return;
	}
	const struct et *leaf = et_sym(m->c->root->pass->ets, et->sym);
	if (m->add) {
		m->added |= et_set_add(m->symbols, leaf);
	} else {
		bool has = et_set_has(m->symbols, leaf);
		m->hit |= has;
		m->foreign |= !has && !encloses_launch(m, et->sym);
	}
}

typedef void term_fn(void *data, const struct et *term);

/* Calls visit for dimensions, arguments and what memory is known to hold. */
static void each_term(const struct host_launch *launch, term_fn *visit, void *data)
{
	for (unsigned i = 0; i < 3; i++) {
		visit(data, launch->grid[i]);
		visit(data, launch->block[i]);
	}
	visit(data, launch->shared);
	vec_each(arg, &launch->args)
		vec_each(piece, &arg->pieces)
			visit(data, piece->value);
	vec_each(image, &launch->images)
		visit(data, image->piece.value);
	vec_each(contents, &launch->contents) {
		visit(data, contents->within);
		if (contents->value)
			visit(data, contents->value);
		if (contents->step)
			visit(data, contents->step);
		if (contents->gain)
			visit(data, contents->gain);
	}
}

static void mentions_fill(struct mentions *m, const struct et *term, bool add)
{
	m->hit = m->added = m->foreign = false;
	m->add = add;
	mentions_walk(m, et_set_new(m->c->root->pass->arena), term);
}

static void mentions_add(void *mentions, const struct et *term)
{
	mentions_fill(mentions, term, true);
}

/* Is it the least that a pitch which matters can be: its width, whatever that is made of, tells of all rows. */
static bool is_width(const struct mentions *m, const struct fact *fact)
{
	const struct et *cond = fact->cond;
	return fact->kind == FACT_ALLOCATION && cond->op == ET_SLE && (cond->arg[1]->op == ET_SYM || cond->arg[1]->op == ET_APP) &&
	       et_set_has(m->symbols, et_sym(m->c->root->pass->ets, cond->arg[1]->sym));
}

/* Adds facts that mention what is known to matter, and takes what they mention to matter; true: there were any. */
static bool take_connected(struct mentions *m, const fact_list *from, bool *taken, fact_list *facts)
{
	struct arena *arena = m->c->root->pass->arena;
	bool any = false;
	for (size_t i = 0; i < from->n; i++) {
		const struct et *cond = from->at[i].cond;
		if (taken[i])
			continue;
		mentions_fill(m, cond, false);
		if (!et_is_false(cond) && (!m->hit || m->foreign) && !is_width(m, &from->at[i]))
			continue;
		taken[i] = any = true;
		mentions_fill(m, cond, true);
		vec_push(arena, facts, from->at[i]);
	}
	return any;
}

/* What the bits are that matter; false: there are too many. */
static bool take_bits(struct mentions *m, struct host_launch *launch, bool *any)
{
	struct root *root = m->c->root;
	struct ets *ets = root->pass->ets;
	for (size_t i = 0; i < root->bits.n; i++) {
		const struct trimmed_bit *entry = &root->bits.at[i];
		const struct et *same = et_binary(ets, ET_EQ, 0, entry->bit, entry->cond);
		struct fact fact = { FACT_GUARD, same, NULL, launch->loc };
		if (!et_set_has(m->symbols, entry->bit) || !et_set_add(m->c->known, same))
			continue;
		if (launch->exact.n >= MOST_EXACT)
			return false;
		fact.text = et_show(root->pass->arena, entry->cond, false);
		mentions_fill(m, entry->cond, true);
		vec_push(root->pass->arena, &launch->exact, fact);
		*any = true;
	}
	return true;
}

void relevant_facts(struct collect *c, struct host_launch *launch)
{
	struct arena *arena = c->root->pass->arena;
	struct mentions m = { .c = c, .symbols = et_set_new(arena) };
	bool *taken = arena_alloc(arena, c->facts.n + 1), *large = arena_alloc(arena, c->large.n + 1);
	each_term(launch, mentions_add, &m);
	while (take_connected(&m, &c->facts, taken, &launch->facts))
		;
	for (bool any = true; any;) {
		any = false;
		if (!take_bits(&m, launch, &any)) {
			launch->exact.n = 0;
			return;
		}
		any |= take_connected(&m, &c->large, large, &launch->exact);
		any |= launch->exact.n && take_connected(&m, &c->facts, taken, &launch->exact);
	}
}

/* Bounded symbols that occur in the launch's terms. */
static void limit_visit(void *data, const struct et *et)
{
	struct collect *c = data;
	struct ets *ets = c->root->pass->ets;
	if ((et->op != ET_SYM && et->op != ET_APP) || et->sym->kind != SYM_HOST ||
		!et->sym->bounded)
		return;
	const struct symbol *sym = et->sym;
	const struct et *lo = et_const(ets, et->width, (uint64_t)sym->lo & mask_bits(et->width));
	const struct et *hi = et_const(ets, et->width, (uint64_t)sym->hi & mask_bits(et->width));
	const char *text = arena_printf(c->root->pass->arena, "%lld <= %s <= %lld",
		(long long)sym->lo, sym->name, (long long)sym->hi);
	add_fact(c, FACT_DEVICE_LIMIT,
		et_and(ets, et_binary(ets, ET_SLE, 0, lo, et), et_binary(ets, ET_SLE, 0, et, hi)),
		text, sym->loc);
}

struct visits {
	struct collect *c;
	struct et_set *seen;
	et_visit_fn *visit;
};

static void visit_term(void *data, const struct et *term)
{
	struct visits *visits = data;
	et_each(visits->seen, term, visits->visit, visits->c);
}

void limit_facts(struct collect *c, const struct host_launch *launch)
{
	struct visits visits = { c, et_set_new(c->root->pass->arena), limit_visit };
	each_term(launch, visit_term, &visits);
	size_t n = c->facts.n;
	for (size_t i = 0; i < n; i++)
		et_each(visits.seen, c->facts.at[i].cond, limit_visit, c);
}

/* Rounds of a loop that doubles a signed value end before it overflows. */
static void doubling_visit(void *data, const struct et *et)
{
	struct collect *c = data;
	struct ets *ets = c->root->pass->ets;
	if (et->op != ET_SHL || !(et->flags & ET_NSW) || !et_is_const(et->arg[0]) ||
		et_signed(et->arg[0]) <= 0)
		return;
	const struct et *k = et->arg[1];
	if (k->op == ET_TRUNC)
		k = k->arg[0];
	if (!is_counter(k))
		return;
	unsigned most = et->width - 2 - (63 - (unsigned)__builtin_clzll(et->arg[0]->value));
	add_fact(c, FACT_LOOP_BOUND,
		et_binary(ets, ET_SLE, 0, k, et_const(ets, k->width, most)),
		host_source_line(c->root->pass, k->sym->loc), k->sym->loc);
}

void doubling_facts(struct collect *c, const struct host_launch *launch)
{
	struct visits visits = { c, et_set_new(c->root->pass->arena), doubling_visit };
	each_term(launch, visit_term, &visits);
}

static bool divides(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMSDiv:
	case LLVMUDiv:
	case LLVMSRem:
	case LLVMURem:
		return !LLVMIsConstant(LLVMGetOperand(i, 1)) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
	default:
		return false;
	}
}

static void loose_visit(void *data, const struct et *et)
{
	bool *loose = data;
	*loose |= (et->op == ET_SYM || et->op == ET_APP) && (et->sym->kind != SYM_HOST || et->op == ET_APP);
}

/* A host that has divided by zero does not come to the launch. What rounds of loops make is left out. */
static void divisor_fact(struct collect *c, LLVMValueRef division)
{
	struct root *root = c->root;
	const struct et *divisor = host_term(root, LLVMGetOperand(division, 1));
	bool loose = false;
	et_once(root->pass->arena, divisor, loose_visit, &loose);
	if (loose)
		return;
	struct loc loc = instruction_loc(root->pass->arena, division);
	add_fact(c, FACT_ASSERT, et_not(root->pass->ets, et_binary(root->pass->ets, ET_EQ, 0, divisor, et_const(root->pass->ets, divisor->width, 0))),
		host_source_line(root->pass, loc), loc);
}

void division_facts(struct collect *c)
{
	for (const struct block *at = c->launch; at; at = at->idom)
		for (LLVMValueRef i = at->loop && !loop_contains(at->loop, c->launch) ? NULL : LLVMGetFirstInstruction(at->llvm);
			i && i != c->at; i = LLVMGetNextInstruction(i))
			if (divides(i))
				divisor_fact(c, i);
}
