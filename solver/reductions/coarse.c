#include "solver/reductions/coarse.h"

#include <string.h>

#include "base/ptrmap.h"
#include "solver/reductions/coarse_numbers.h"

/* The lesser or greater of two is no further than either. */
struct side {
	const struct et *symbol, *condition;
};

struct coarse {
	struct arena *arena;
	struct ets *ets;
	const struct launch *launch;
	struct ptrmap *terms; /* term -> coarser term */
	struct ptrmap *mixed; /* terms that differ between the threads */
	struct ptrmap *plain; /* terms that do not */
	VEC(struct side) sides;
	fact_list facts;
	bool chooses;
};

static const struct et *coarser(struct coarse *coarse, const struct et *et);

static bool is_shared(struct coarse *coarse, const struct et *et)
{
	if (!et->nargs)
		return et->op != ET_SYM || !et->sym->copy;
	if (ptrmap_get(coarse->mixed, et))
		return false;
	if (ptrmap_get(coarse->plain, et))
		return true;
	bool shared = et->op != ET_APP || !et->sym->copy;
	for (unsigned i = 0; shared && i < et->nargs; i++)
		shared = is_shared(coarse, et->arg[i]);
	ptrmap_set(shared ? coarse->plain : coarse->mixed, et, et);
	return shared;
}

/* Is it more than arithmetic with products and constant divisors and masks? */
static bool is_involved(const struct et *et)
{
	switch (et->op) {
	case ET_ITE:
		return true;
	case ET_SHL:
	case ET_LSHR:
	case ET_ASHR:
	case ET_AND:
	case ET_OR:
	case ET_XOR:
		return !et_is_const(et->arg[1]);
	default:
		return false;
	}
}

/* Dimensions of a launch are those of the hardware. */
static void bound_dimension(const struct coarse *coarse, const struct et *et, struct symbol *sym)
{
	for (unsigned i = 0; i < 3; i++) {
		bool block = et == coarse->launch->block[i];
		if (!block && et != coarse->launch->grid[i])
			continue;
		sym->bounded = true;
		sym->lo = 1;
		sym->hi = !block ? INT32_MAX : i == 2 ? 64 : 1024;
	}
}

static const struct et *symbol_for(struct coarse *coarse, const struct et *et)
{
	struct symbol *sym =
		symbol_new(coarse->ets, SYM_HOST, LEVEL_GRID, et->width, "shared value");
	bound_dimension(coarse, et, sym);
	return et_sym(coarse->ets, sym);
}

static bool is_compared(const struct et *cond, const struct et *a, const struct et *b)
{
	bool order = cond->op == ET_ULT || cond->op == ET_ULE || cond->op == ET_SLT || cond->op == ET_SLE;
	return order && cond->arg[0] == a && cond->arg[1] == b;
}

static void add_side(struct coarse *coarse, const struct et *symbol, const struct et *condition)
{
	struct side side = { symbol, condition };
	vec_push(coarse->arena, &coarse->sides, side);
}

/* Narrows what the symbol, which is new, may be. */
static void bound(const struct et *symbol, int64_t lo, int64_t hi)
{
	struct symbol *sym = (struct symbol *)symbol->sym;
	sym->lo = sym->bounded && sym->lo > lo ? sym->lo : lo;
	sym->hi = sym->bounded && sym->hi < hi ? sym->hi : hi;
	sym->bounded = true;
}

static void add_numbers(struct coarse *coarse, const struct et *et, const struct et *symbol)
{
	struct ets *ets = coarse->ets;
	unsigned width = symbol->width;
	struct chosen chosen;
	if (et->op != ET_ITE || !numbers_chosen(et, &chosen))
		return;
	coarse->chooses = true;
	bound(symbol, chosen.lo, chosen.hi);
	const struct et *zero = et_const(ets, width, 0);
	if (chosen.divisor > 1)
		add_side(coarse, symbol, et_binary(ets, ET_EQ, 0,
			et_binary(ets, ET_SREM, 0, symbol, et_const(ets, width, chosen.divisor)), zero));
	if (chosen.powers)
		add_side(coarse, symbol, et_binary(ets, ET_EQ, 0, et_binary(ets, ET_AND, 0, symbol,
			et_binary(ets, ET_SUB, 0, symbol, et_const(ets, width, 1))), zero));
}

static void add_sides(struct coarse *coarse, const struct et *et, const struct et *symbol)
{
	bool least = et->op == ET_ITE && is_compared(et->arg[0], et->arg[1], et->arg[2]);
	bool most = et->op == ET_ITE && is_compared(et->arg[0], et->arg[2], et->arg[1]);
	if (!least && !most)
		return;
	bool is_signed = et->arg[0]->op == ET_SLT || et->arg[0]->op == ET_SLE;
	for (unsigned i = 1; i < 3; i++) {
		const struct et *one = coarser(coarse, et->arg[i]);
		const struct et *within = et_binary(coarse->ets, is_signed ? ET_SLE : ET_ULE, 0,
			least ? symbol : one, least ? one : symbol);
		add_side(coarse, symbol, within);
	}
}

static const struct et *rebuilt(struct coarse *coarse, const struct et *et)
{
	const struct et **args = arena_alloc(coarse->arena, et->nargs * sizeof(const struct et *));
	bool changed = false;
	for (unsigned i = 0; i < et->nargs; i++) {
		args[i] = coarser(coarse, et->arg[i]);
		changed |= args[i] != et->arg[i];
	}
	return changed ? et_rebuild(coarse->ets, et, args) : et;
}

static const struct et *coarser(struct coarse *coarse, const struct et *et)
{
	if (!et->nargs)
		return et;
	const struct et *known = ptrmap_get(coarse->terms, et);
	if (known)
		return known;
	bool hidden = et->width > 1 && is_involved(et) && is_shared(coarse, et);
	const struct et *term = hidden ? symbol_for(coarse, et) : rebuilt(coarse, et);
	ptrmap_set(coarse->terms, et, term);
	if (hidden) {
		add_sides(coarse, et, term);
		add_numbers(coarse, et, term);
	}
	return term;
}

struct coarse *coarse_new(struct arena *arena, struct ets *ets, const struct launch *launch)
{
	struct coarse *coarse = arena_alloc(arena, sizeof(*coarse));
	coarse->arena = arena;
	coarse->ets = ets;
	coarse->launch = launch;
	coarse->terms = ptrmap_new(arena);
	coarse->mixed = ptrmap_new(arena);
	coarse->plain = ptrmap_new(arena);
	vec_each(fact, &launch->facts) {
		struct fact copy = *fact;
		copy.cond = coarser(coarse, fact->cond);
		vec_push(arena, &coarse->facts, copy);
	}
	for (unsigned i = 0; i < 3; i++)
		coarser(coarse, launch->grid[i]), coarser(coarse, launch->block[i]);
	return coarse;
}

bool coarse_chooses(const struct coarse *coarse)
{
	return coarse->chooses;
}

static void keep_seen(void *data, const struct et *et)
{
	(void)data;
	(void)et;
}

/* What is known of the symbols that stand in the question. */
static void use_sides(struct coarse *coarse, struct query *query)
{
	struct arena *scratch = arena_new();
	struct et_set *seen = et_set_new(scratch);
	for (unsigned i = 0; i < 2 && query->offset[i]; i++)
		et_each(seen, query->offset[i], keep_seen, NULL);
	vec_each(condition, &query->conditions)
		et_each(seen, *condition, keep_seen, NULL);
	/* a side may speak of a symbol of an earlier one */
	for (size_t i = coarse->sides.n; i--;) {
		if (!et_set_has(seen, coarse->sides.at[i].symbol))
			continue;
		vec_push(coarse->arena, &query->conditions, coarse->sides.at[i].condition);
		et_each(seen, coarse->sides.at[i].condition, keep_seen, NULL);
	}
	arena_free(scratch);
}

struct bit_seen {
	bool chosen, found;
};

static void see_bit(void *data, const struct et *et)
{
	struct bit_seen *seen = data;
	seen->chosen |= et->op == ET_SHL && et_is_const(et->arg[0]) && !et_is_const(et->arg[1]);
	seen->found |= et->op == ET_APP && et->sym->kind == SYM_DATA;
}

/* Does the condition ask for a bit, which a number chooses, of a word that a thread has found: most proofs do without. */
static bool asks_for_bit(struct coarse *coarse, const struct et *condition)
{
	struct bit_seen seen = { false, false };
	et_once(coarse->arena, condition, see_bit, &seen);
	return seen.chosen && seen.found;
}

bool coarse_query(struct coarse *coarse, const struct query *query, struct query *coarser_query)
{
	if (query->facts != &coarse->launch->facts)
		return false;
	bool changed = false;
	*coarser_query = *query;
	coarser_query->proof_only = true;
	coarser_query->facts = &coarse->facts;
	memset(&coarser_query->conditions, 0, sizeof(coarser_query->conditions));
	for (unsigned i = 0; i < 2 && query->offset[i]; i++) {
		coarser_query->offset[i] = coarser(coarse, query->offset[i]);
		changed |= coarser_query->offset[i] != query->offset[i];
	}
	vec_each(condition, &query->conditions) {
		const struct et *term = coarser(coarse, *condition);
		bool left_out = asks_for_bit(coarse, *condition);
		changed |= term != *condition || left_out;
		if (!left_out)
			vec_push(coarse->arena, &coarser_query->conditions, term);
	}
	if (changed)
		use_sides(coarse, coarser_query);
	return changed;
}
