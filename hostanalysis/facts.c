#include "hostanalysis/pass.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ptrmap.h"

/*
 * Facts at a launch (HGRD 4, 5.1): conditions of the branches that lead to it,
 * each with its source line; bounds of the loops around it; sizes of the
 * allocations before it. All are over SSA values, which do not change, so what
 * held at a dominating branch holds at the launch.
 */

struct collect {
	struct root *root;
	struct et_set *known; /* conjuncts that are facts already */
	const struct block *launch;
	fact_list facts;
};

static bool is_conjunction(const struct et *et)
{
	return et->op == ET_AND && et->width == 1;
}

static void add_fact(struct collect *c, enum fact_kind kind, const struct et *cond,
	const char *text, struct loc loc)
{
	if (is_conjunction(cond)) {
		add_fact(c, kind, cond->arg[0], text, loc);
		add_fact(c, kind, cond->arg[1], text, loc);
		return;
	}
	cond = host_condition(c->root, cond);
	if (et_is_true(cond) || !et_set_add(c->known, cond))
		return;
	struct fact fact = { kind, cond, text, loc };
	if (!text)
		fact.text = et_show(c->root->pass->arena, cond, false);
	vec_push(c->root->pass->arena, &c->facts, fact);
}

/* Source text. */

struct source {
	char *bytes; /* NULL: cannot be read */
	size_t size;
};

static struct source *source_of(struct host_pass *pass, const char *file)
{
	for (size_t i = 0; i < pass->source_names.n; i++)
		if (!strcmp(pass->source_names.at[i], file))
			return pass->sources.at[i];
	struct source *source = arena_alloc(pass->arena, sizeof(*source));
	FILE *stream = fopen(file, "rb");
	if (stream) {
		size_t room = 1 << 16, n;
		char *bytes = arena_alloc(pass->arena, room);
		while ((n = fread(bytes + source->size, 1, room - source->size, stream))) {
			source->size += n;
			if (source->size == room) {
				char *grown = arena_alloc(pass->arena, 2 * room);
				memcpy(grown, bytes, room);
				bytes = grown;
				room *= 2;
			}
		}
		source->bytes = bytes;
		fclose(stream);
	}
	vec_push(pass->arena, &pass->source_names, file);
	vec_push(pass->arena, &pass->sources, source);
	return source;
}

const char *host_source_line(struct host_pass *pass, struct loc loc)
{
	if (!pass->options->texts || !loc.file || !loc.line)
		return NULL;
	struct source *source = source_of(pass, loc.file);
	if (!source->bytes)
		return NULL;
	const char *at = source->bytes, *end = source->bytes + source->size;
	for (unsigned line = 1; line < loc.line; line++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return NULL;
		at++;
	}
	const char *stop = memchr(at, '\n', (size_t)(end - at));
	stop = stop ? stop : end;
	while (at < stop && isspace((unsigned char)*at))
		at++;
	while (at < stop && isspace((unsigned char)stop[-1]))
		stop--;
	return at < stop ? arena_strndup(pass->arena, at, (size_t)(stop - at)) : NULL;
}

/* Branches. */

/* Blocks from which `to` can be reached without passing through `without`. */
static bool *reaching(struct root *root, const struct block *to, const struct block *without)
{
	bool *marked = arena_alloc(root->pass->arena, root->func->blocks.n);
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
	return marked;
}

/* The branch at the end of `from` decides, by going to *to, whether the launch is reached. */
static bool only_way(struct root *root, const struct block *from, const struct block *launch,
	const struct block **to, bool *dead)
{
	bool *marked = reaching(root, launch, from);
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

static void branch_facts(struct collect *c, const struct block *launch)
{
	struct root *root = c->root;
	for (const struct block *at = launch->idom; at; at = at->idom) {
		const struct block *to;
		bool dead;
		if (at->succs.n < 2 || !only_way(root, at, launch, &to, &dead))
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

/* "k == 0 or the previous iteration went on" says nothing new beside the test of iteration k. */
static bool is_superseded(struct collect *c, const struct et *term, const struct symbol *counter)
{
	const struct loop *loop = counter->origin;
	struct ets *ets = c->root->pass->ets;
	if (term->op != ET_OR || term->width != 1 || !loop_contains(loop, c->launch))
		return false;
	const struct et *first =
		et_binary(ets, ET_EQ, 0, et_sym(ets, counter), et_const(ets, 64, 0));
	if (term->arg[0] != first && term->arg[1] != first)
		return false;
	vec_each(exit, &loop->exits)
		if (exit->from == loop->header)
			return true;
	return false;
}

/*
 * Is a condition true whatever its comparisons are: joins of paths that differ
 * in nothing leave such behind. Tries all values of up to MOST_ATOMS atoms.
 */
enum { MOST_ATOMS = 6 };
struct atoms {
	struct ets *ets;
	const struct et *at[MOST_ATOMS];
	unsigned n;
};

static bool is_connective(const struct et *et)
{
	return et->width == 1 && (et->op == ET_AND || et->op == ET_OR || et->op == ET_XOR ||
					 (et->op == ET_ITE) ||
					 (et->op == ET_EQ && et->arg[0]->width == 1));
}

/* Index of the atom; *negated when the term is its negation. -1 when there are too many. */
static int atom_index(struct atoms *atoms, const struct et *et, bool *negated)
{
	const struct et *opposite = et_not(atoms->ets, et);
	*negated = false;
	for (unsigned i = 0; i < atoms->n; i++) {
		*negated = atoms->at[i] == opposite;
		if (*negated || atoms->at[i] == et)
			return (int)i;
	}
	if (atoms->n == MOST_ATOMS)
		return -1;
	atoms->at[atoms->n] = et;
	return (int)atoms->n++;
}

static bool atoms_fill(struct atoms *atoms, const struct et *et)
{
	bool negated;
	if (!is_connective(et))
		return et->op == ET_CONST || atom_index(atoms, et, &negated) >= 0;
	for (unsigned i = 0; i < et->nargs; i++)
		if (!atoms_fill(atoms, et->arg[i]))
			return false;
	return true;
}

static bool holds(struct atoms *atoms, const struct et *et, unsigned values)
{
	bool negated;
	if (et->op == ET_CONST)
		return et->value != 0;
	if (!is_connective(et)) {
		int index = atom_index(atoms, et, &negated);
		assert(index >= 0);
		return ((values >> index & 1) != 0) != negated;
	}
	bool a = holds(atoms, et->arg[0], values), b = holds(atoms, et->arg[1], values);
	switch ((enum et_op)et->op) {
	case ET_AND:
		return a && b;
	case ET_OR:
		return a || b;
	case ET_XOR:
		return a != b;
	case ET_ITE:
		return a ? b : holds(atoms, et->arg[2], values);
	default:
		return a == b;
	}
}

static bool is_tautology(struct ets *ets, const struct et *et)
{
	struct atoms atoms = { .ets = ets };
	if (!is_connective(et) || !atoms_fill(&atoms, et))
		return false;
	for (unsigned values = 0; values < 1u << atoms.n; values++)
		if (!holds(&atoms, et, values))
			return false;
	return true;
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
	et_each(et_set_new(pass->arena), term, find_loop_visit, &find);
	if (find.counter && is_superseded(c, term, find.counter))
		return;
	if (find.counter)
		add_fact(c, FACT_LOOP_BOUND, term, host_source_line(pass, find.counter->loc),
			find.counter->loc);
	else
		add_fact(c, FACT_GUARD, term, NULL, decision_loc(c));
}

/* Allocations. */

static bool is_counter(const struct et *et)
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
	add_fact(c, FACT_ALLOCATION,
		et_binary(ets, is_signed ? ET_SLT : ET_ULT, 0, et_const(ets, size->width, 0), size),
		text, loc);
}

static void allocation_facts(struct collect *c, LLVMValueRef launch)
{
	struct root *root = c->root;
	struct ets *ets = root->pass->ets;
	vec_each(each, &root->allocs) {
		LLVMValueRef call = *each;
		if (!instruction_dominates(root->func, call, launch))
			continue;
		struct loc loc = instruction_loc(root->pass->arena, call);
		const char *text = host_source_line(root->pass, loc);
		size_facts(c, host_term(root, call_arg(call, 1)), true, text, loc);
		if (!strcmp(call_name(call), "hgrd.pitch")) {
			add_fact(c, FACT_ALLOCATION,
				et_binary(ets, ET_SLE, 0, host_term(root, call_arg(call, 1)),
					host_term(root, call)),
				text, loc);
			size_facts(c, host_term(root, call), true, text, loc);
		} else {
			size_facts(c, host_term(root, call_arg(call, 2)), true, text, loc);
		}
	}
}

/*
 * Relevance: facts connected with the launch through common symbols. Counters
 * of loops that are over connect only what is in the launch's own terms.
 */

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

/* Calls visit for dimensions, arguments and what device variables hold. */
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

static void relevant_facts(struct collect *c, struct host_launch *launch)
{
	struct arena *arena = c->root->pass->arena;
	struct mentions m = { .c = c, .symbols = et_set_new(arena) };
	bool *taken = arena_alloc(arena, c->facts.n);
	each_term(launch, mentions_add, &m);
	for (bool again = true; again;) {
		again = false;
		for (size_t i = 0; i < c->facts.n; i++) {
			const struct et *cond = c->facts.at[i].cond;
			if (taken[i])
				continue;
			mentions_fill(&m, cond, false);
			if (!et_is_false(cond) && (!m.hit || m.foreign))
				continue;
			taken[i] = true;
			mentions_fill(&m, cond, true);
			again |= m.added;
		}
	}
	for (size_t i = 0; i < c->facts.n; i++)
		if (taken[i])
			vec_push(arena, &launch->facts, c->facts.at[i]);
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

struct limits {
	struct collect *c;
	struct et_set *seen;
};

static void limits_add(void *data, const struct et *term)
{
	struct limits *limits = data;
	et_each(limits->seen, term, limit_visit, limits->c);
}

static void limit_facts(struct collect *c, const struct host_launch *launch)
{
	struct limits limits = { c, et_set_new(c->root->pass->arena) };
	each_term(launch, limits_add, &limits);
	size_t n = c->facts.n;
	for (size_t i = 0; i < n; i++)
		et_each(limits.seen, c->facts.at[i].cond, limit_visit, c);
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

static void doubling_facts(struct collect *c, const struct host_launch *launch)
{
	struct et_set *seen = et_set_new(c->root->pass->arena);
	for (unsigned i = 0; i < 3; i++) {
		et_each(seen, launch->grid[i], doubling_visit, c);
		et_each(seen, launch->block[i], doubling_visit, c);
	}
	vec_each(arg, &launch->args)
		vec_each(piece, &arg->pieces)
			et_each(seen, piece->value, doubling_visit, c);
}

/* Powers of two: in place of the fact that says so, or beside it when it also tells of rounds. */
static void power_facts(struct collect *c)
{
	for (size_t i = 0, n = c->facts.n; i < n; i++) {
		struct fact fact = c->facts.at[i];
		struct find_loop find = { 0 };
		et_each(et_set_new(c->root->pass->arena), fact.cond, find_loop_visit, &find);
		fact.cond = power_condition(c->root, fact.cond, &c->facts);
		if (!fact.cond)
			continue;
		if (find.counter)
			vec_push(c->root->pass->arena, &c->facts, fact);
		else
			c->facts.at[i] = fact;
	}
}

void facts_fill(struct root *root, LLVMValueRef at, const struct et *cond,
	struct host_launch *launch)
{
	struct arena *arena = root->pass->arena;
	struct collect c = { .root = root, .known = et_set_new(arena) };
	const struct block *block = instruction_block(root->func, at);
	c.launch = block;
	add_fact(&c, FACT_GUARD, cond, NULL, launch->loc);
	branch_facts(&c, block);
	reach_facts(&c, value_reach(root->env, block));
	allocation_facts(&c, at);
	doubling_facts(&c, launch);
	limit_facts(&c, launch);
	power_facts(&c);
	relevant_facts(&c, launch);
}
