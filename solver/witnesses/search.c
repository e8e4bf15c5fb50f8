#include "solver/witnesses/search.h"

/*
 * A set of factors is chosen so that every product keeps at most one free
 * factor. Each chosen one gets a list of values, and for each value and product
 * x = v implies x * rest = v * rest. Z3 then picks the values itself.
 */
struct cover {
	struct problem *problem;
	struct smt *smt;
	mono_list products;
	VEC(bool) fixed; /* by variable: has exact product lemmas */
};

static bool is_fixed(const struct cover *cover, uint32_t var)
{
	const struct ivar *v = &cover->problem->in->vars.at[var];
	return v->kind == IVAR_POW2 || (v->lo >= 0 && v->hi <= 1) ||
	       (var < cover->fixed.n && cover->fixed.at[var]);
}

static unsigned free_factors(const struct cover *cover, const struct mono *mono)
{
	unsigned n = 0;
	for (uint32_t i = 0; i < mono->degree; i++)
		n += !is_fixed(cover, mono->var[i]);
	return n;
}

/* How well a variable suits as one with few values: shared dimensions best. */
static unsigned weight(const struct ivar *var)
{
	if (var->kind != IVAR_LEAF)
		return 1;
	switch (var->leaf->sym->level) {
	case LEVEL_GRID:
		return 8;
	case LEVEL_BLOCK:
		return 4;
	case LEVEL_WARP:
		return 3;
	case LEVEL_THREAD:
		break;
	}
	return 2;
}

/* The variable in most products that have several free factors; false when there is none. */
static bool choose(const struct cover *cover, uint32_t *best)
{
	const struct ints *in = cover->problem->in;
	unsigned most = 0;
	unsigned *score = arena_alloc(cover->problem->arena, in->vars.n * sizeof(*score));
	vec_each(it, &cover->products) {
		if (free_factors(cover, *it) < 2)
			continue;
		for (uint32_t i = 0; i < (*it)->degree; i++) {
			uint32_t var = (*it)->var[i];
			if (is_fixed(cover, var))
				continue;
			score[var] += weight(&in->vars.at[var]);
			if (score[var] > most) {
				most = score[var];
				*best = var;
			}
		}
	}
	return most > 0;
}

/* Adds what products leave when a factor is taken out, so that values carry through. */
static void add_parts(struct cover *cover)
{
	struct polys *ps = cover->problem->in->ps;
	for (size_t i = 0; i < cover->products.n && !problem_overdue(cover->problem); i++) {
		const struct mono *product = cover->products.at[i];
		for (uint32_t k = 0; product->degree > 2 && k < product->degree; k++) {
			const struct mono *part =
				mono_div(ps, product, mono_var(ps, product->var[k]));
			bool known = false;
			vec_each(it, &cover->products) known |= *it == part;
			if (!known)
				vec_push(cover->problem->arena, &cover->products, part);
		}
	}
}

/* A value that is too large for polynomials is passed over. */
static void pin_value(struct cover *cover, uint32_t var, int128 value, const struct form **some)
{
	struct ints *in = cover->problem->in;
	const struct mono *factor = mono_var(in->ps, var);
	const struct poly *constant = poly_const(in->ps, value);
	const struct poly *distance = poly_sub(in->ps, poly_var(in->ps, var), constant);
	if (!distance)
		return;
	const struct form *is = form_eq(in->fs, distance);
	*some = form_or(in->fs, *some, is);
	vec_each(it, &cover->products) {
		const struct mono *rest = mono_div(in->ps, *it, factor);
		if (!rest)
			continue;
		const struct poly *scaled = poly_mono(in->ps, rest, value);
		distance = poly_sub(in->ps, poly_mono(in->ps, *it, 1), scaled);
		if (!distance)
			continue;
		const struct form *then = form_eq(in->fs, distance);
		smt_assert(cover->smt, form_implies(in->fs, is, then));
	}
}

#define LIST_MAX 20

static const int lists[2][LIST_MAX] = { { 1, 2, 4, 16, 32, 0, 3 },
	{ 1, 2, 3, 4, 0, 5, 7, 8, 16, 17, 31, 33, 64, 100, 128, 256, 512, 1024, 4096, -1 } };
/* With many factors to choose for, few values are tried first. */
static unsigned list_length(unsigned list, size_t factors)
{
	if (list)
		return LIST_MAX;
	return factors > 4 ? 3 : 7;
}

/* Values of a list within the variable's interval, and the hint if there is one. */
static void pin(struct cover *cover, uint32_t var, const struct form *pinned, const int128 *hint,
	unsigned list, unsigned length)
{
	struct ints *in = cover->problem->in;
	const struct ivar *v = &in->vars.at[var];
	const struct form *some = form_bool(in->fs, false);
	if (hint)
		pin_value(cover, var, *hint, &some);
	for (unsigned i = 0; i < length; i++)
		if (lists[list][i] >= v->lo && lists[list][i] <= v->hi)
			pin_value(cover, var, lists[list][i], &some);
	smt_assert(cover->smt, form_implies(in->fs, pinned, some));
}

/* Largest size of a leaf at a level of smallness; at the first one none is negative. */
static int128 small_size(const struct symbol *sym, unsigned level)
{
	static const int sizes[][4] = { { 4, 64, 256, 4 }, { 64, 1024, 4096, 64 },
		{ 4096, 1024, 1 << 20, 4096 } };
	switch (sym->builtin) {
	case BUILTIN_CTAID:
	case BUILTIN_NCTAID:
		return sizes[level][0];
	case BUILTIN_TID:
	case BUILTIN_NTID:
		return sizes[level][1];
	case BUILTIN_NONE:
		break;
	}
	return sizes[level][sym->kind == SYM_LOOP ? 3 : 2];
}

static void assert_small(struct cover *cover, const struct form *small, unsigned level)
{
	struct ints *in = cover->problem->in;
	vec_each(it, &cover->problem->terms) {
		if (((*it)->op != ET_SYM && (*it)->op != ET_APP) || (*it)->width == 1)
			continue;
		int128 size = small_size((*it)->sym, level);
		const struct poly *leaf = ints_node(in, *it)->value.poly;
		if (poly_is_const(leaf))
			continue;
		int128 least = level ? -size : 0;
		const struct form *caps = form_between(in->fs, leaf, least, size);
		smt_assert(cover->smt, form_implies(in->fs, small, caps));
	}
}

void search_pin(struct problem *problem, struct smt *smt, const struct pins *pins, unsigned list)
{
	struct cover cover = { .problem = problem, .smt = smt };
	uint32_t var = 0;
	VEC(uint32_t) chosen = { 0 };
	VEC(int128) hints = { 0 };
	problem_products(problem, &cover.products);
	add_parts(&cover);
	while (!problem_overdue(problem) && choose(&cover, &var)) {
		vec_push(problem->arena, &chosen, var);
		while (cover.fixed.n <= var)
			vec_push(problem->arena, &cover.fixed, false);
		cover.fixed.at[var] = true;
	}
	/* The model is gone once something is asserted. */
	for (size_t i = 0; smt_has_model(smt) && i < chosen.n; i++)
		vec_push(problem->arena, &hints, smt_value(smt, chosen.at[i]));
	for (size_t i = 0; i < chosen.n && !problem_overdue(problem); i++)
		pin(&cover, chosen.at[i], pins->pinned[list], hints.n ? &hints.at[i] : NULL, list,
			list_length(list, chosen.n));
	for (unsigned level = 0; list == 0 && level < pins->small.n; level++)
		assert_small(&cover, pins->small.at[level], level);
}
