#include "solver/digits/digits_internal.h"

/*
 * Bounds of polynomials from known inequalities, by taking multiples of them away: when
 * E = c * I + E' with I >= 0 known and c a product of natural variables, E' >= 0 suffices
 * (Handelman 1988). The search takes away the worst term first and is bounded.
 */
#define ALL_STEPS_MAX 40000

/* The search deepens, and what is found deeper is found soon. */
static const struct {
	unsigned depth, steps;
} levels[] = { { 2, 200 }, { 4, 100 }, { 8, 40 } };

static bool naturals(const struct digits *d, const struct mono *mono)
{
	for (uint32_t i = 0; i < mono->degree; i++)
		if (!d->atoms.at[mono->var[i]].natural)
			return false;
	return true;
}

bool digits_natural(const struct digits *d, const struct mono *mono)
{
	bool natural = naturals(d, mono);
	for (size_t i = 0; i < d->natural_products.n && !natural; i++) {
		const struct mono *rest = mono_div(d->ps, mono, d->natural_products.at[i]);
		natural = rest && naturals(d, rest);
	}
	return natural;
}

bool digits_plainly_natural(const struct digits *d, const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++)
		if (poly->at[i].coef < 0 || !digits_natural(d, poly->at[i].mono))
			return false;
	return true;
}

/* v = poly + (what is not negative) for a single variable or product v: it is natural. */
static void learn_natural(struct digits *d, const struct poly *poly)
{
	const struct mono *found = NULL;
	unsigned positive = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct poly_term *term = &poly->at[i];
		if (term->coef > 0) {
			positive++;
			found = term->mono;
		} else if (!digits_natural(d, term->mono)) {
			return;
		}
	}
	if (positive != 1 || !found->degree)
		return;
	if (found->degree == 1)
		d->atoms.at[found->var[0]].natural = true;
	else if (!digits_natural(d, found))
		vec_push(d->arena, &d->natural_products, found);
	if (d->fact >= 0)
		d->used[d->fact] = true;
}

static void know(struct digits *d, const struct poly *poly, int fact, bool wide)
{
	struct at_least known = { .poly = poly, .fact = fact, .wide = wide };
	for (uint32_t i = 0; i < poly->n; i++)
		known.monos[poly->at[i].coef < 0] |= (uint64_t)1 << (poly->at[i].mono->id & 63);
	vec_push(d->arena, &d->known, known);
}

void digits_know(struct digits *d, const struct poly *poly)
{
	if (!poly || poly_is_const(poly))
		return;
	int128 content = poly_content(poly), constant = poly_constant(poly);
	if (content > 1)
		poly = poly_add_const(d->ps, poly_reduce(d->ps, poly, content),
			floor_div(constant, content));
	learn_natural(d, poly);
	digits_learn_range(d, poly, false);
	know(d, poly, d->fact, false);
}

void digits_know_wide(struct digits *d, const struct poly *poly)
{
	if (!poly || poly_is_const(poly))
		return;
	int fact = d->fact;
	d->fact = -1;
	digits_learn_range(d, poly, true);
	d->fact = fact;
	know(d, poly, -1, true);
}

/* The term that keeps the polynomial from being plainly not negative; NULL: there is none. */
static const struct poly_term *worst(const struct digits *d, const struct poly *poly)
{
	const struct poly_term *found = NULL;
	if (poly->n == 1 && poly_is_const(poly) && poly_constant(poly) < 0)
		return &poly->at[0];
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct poly_term *term = &poly->at[i];
		if (term->coef > 0 && digits_natural(d, term->mono))
			continue;
		if (!found || term->mono->degree >= found->mono->degree)
			found = term;
	}
	return found;
}

struct search {
	struct digits *d;
	bool wide;       /* ranges of types may be used */
	unsigned steps;  /* at most */
	poly_vec *parts; /* collects what the polynomial is a sum of; may be NULL */
};

/* A polynomial that is to be shown not negative, and the term in the way. */
struct goal {
	const struct poly *poly;
	const struct poly_term *term;
	struct digit_values values;
};

/* The polynomial less the multiple of a known inequality that takes the term away; NULL: there is none. */
static const struct poly *without(
	struct digits *d, const struct goal *goal, size_t known, const struct poly_term *part)
{
	const struct poly_term *term = goal->term;
	if ((term->coef < 0) != (part->coef < 0))
		return NULL;
	const struct mono *factor = mono_div(d->ps, term->mono, part->mono);
	if (!factor || !digits_natural(d, factor))
		return NULL;
	int128 size = part->coef < 0 ? -part->coef : part->coef;
	int128 times = term->coef < 0 ? -term->coef : term->coef;
	if (times % size == 0) {
		times /= size;
		size = 1;
	}
	if (digits_refuted_less(
		    d, &goal->values, size, digits_known_values(d, known), factor, times))
		return NULL;
	const struct poly *less = d->known.at[known].poly;
	if (factor->degree)
		less = poly_mul(d->ps, less, poly_mono(d->ps, factor, 1));
	return poly_add_multiple(d->ps, poly_scale(d->ps, goal->poly, size), less, -times);
}

static bool nonneg(const struct search *search, const struct poly *poly, unsigned depth);

/* May a constant multiple of it take the goal's term away? */
static bool has_term(const struct at_least *known, const struct poly_term *term)
{
	return known->monos[term->coef < 0] >> (term->mono->id & 63) & 1;
}

/* Tries all multiples of a known inequality: constant ones, or by products. */
static bool take_away(const struct search *search, const struct goal *goal, size_t which,
	bool products, unsigned depth)
{
	struct digits *d = search->d;
	struct at_least known = d->known.at[which];
	if (!products && !has_term(&known, goal->term))
		return false;
	for (uint32_t k = 0; k < known.poly->n; k++) {
		const struct poly_term *part = &known.poly->at[k];
		const struct poly *rest = (part->mono == goal->term->mono) == products
						  ? NULL
						  : without(d, goal, which, part);
		if (!rest)
			continue;
		d->steps++;
		if (!nonneg(search, rest, depth - 1))
			continue;
		if (known.fact >= 0)
			d->used[known.fact] = true;
		if (search->parts && !products)
			vec_push(d->arena, search->parts, known.poly);
		return true;
	}
	return false;
}

/* What is kept of failed searches, for as many inequalities as are known now. */
static struct digit_failure *failure_of(struct digits *d, const struct poly *poly)
{
	while (d->failures.n <= poly->id)
		vec_push(d->arena, &d->failures, ((struct digit_failure){ 0 }));
	struct digit_failure *failure = &d->failures.at[poly->id];
	if (failure->known != d->known.n)
		*failure = (struct digit_failure){ .known = d->known.n };
	return failure;
}

static bool nonneg(const struct search *search, const struct poly *poly, unsigned depth)
{
	struct digits *d = search->d;
	struct goal goal = { .poly = poly, .term = worst(d, poly) };
	if (!goal.term)
		return true;
	if (failure_of(d, poly)->depth[search->wide] >= depth)
		return false;
	digits_values(d, poly, &goal.values);
	for (unsigned products = 0; products < 2; products++)
		for (size_t i = 0; i < d->known.n && d->steps < search->steps; i++)
			if ((search->wide || !d->known.at[i].wide) &&
				take_away(search, &goal, i, products, depth))
				return true;
	if (d->steps < search->steps)
		failure_of(d, poly)->depth[search->wide] = depth;
	return false;
}

static bool nonneg_with(struct digits *d, const struct poly *poly, bool wide, poly_vec *parts)
{
	struct search search = { .d = d, .wide = wide, .parts = parts };
	bool found = poly && !worst(d, poly);
	if (!poly || found)
		return found;
	if (!parts && digits_ranges_nonneg(d, poly, wide))
		return true;
	digits_points_refresh(d);
	if (digits_refuted(d, poly) || failure_of(d, poly)->given_up[wide])
		return false;
	for (size_t i = 0; !found && i < sizeof(levels) / sizeof(*levels); i++) {
		d->steps = 0;
		search.steps = levels[i].steps;
		if (d->all_steps < ALL_STEPS_MAX)
			found = nonneg(&search, poly, levels[i].depth);
		d->all_steps += d->steps;
	}
	if (!found)
		failure_of(d, poly)->given_up[wide] = true;
	return found;
}

bool digits_nonneg(struct digits *d, const struct poly *poly)
{
	return nonneg_with(d, poly, false, NULL);
}

bool digits_between(struct digits *d, const struct poly *poly, int128 lo, int128 hi)
{
	return poly && nonneg_with(d, poly_add_const(d->ps, poly, -lo), true, NULL) &&
	       nonneg_with(d, poly_sub(d->ps, poly_const(d->ps, hi), poly), true, NULL);
}

void digits_squeeze(struct digits *d, const struct poly *poly, poly_vec *zeros)
{
	if (!nonneg_with(d, poly, false, zeros))
		zeros->n = 0;
}

bool digits_at_least(struct digits *d, const struct poly *poly, int128 bound)
{
	return poly && digits_nonneg(d, poly_add_const(d->ps, poly, -bound));
}

bool digits_less(struct digits *d, const struct poly *a, const struct poly *b)
{
	return digits_at_least(d, poly_sub(d->ps, b, a), 1);
}

/* The least constant that a bound gives for a natural variable; false: none does. */
static bool variable_most(struct digits *d, uint32_t var, int128 *most)
{
	const struct at_least *by = NULL;
	for (size_t i = 0; i < d->known.n; i++) {
		const struct poly *poly = d->known.at[i].poly;
		const struct poly *rest = poly_sub(
			d->ps, poly, poly_const(d->ps, poly_constant(poly)));
		if (d->known.at[i].wide || !rest || rest->n != 1 || rest->at[0].coef >= 0 ||
			rest->at[0].mono != mono_var(d->ps, var))
			continue;
		int128 value = floor_div(poly_constant(poly), -rest->at[0].coef);
		if (by && value >= *most)
			continue;
		*most = value;
		by = &d->known.at[i];
	}
	if (by && by->fact >= 0)
		d->used[by->fact] = true;
	return by && d->atoms.at[var].natural;
}

bool digits_most(struct digits *d, const struct poly *poly, int128 *most)
{
	const int128 limit = (int128)1 << 62;
	*most = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct poly_term *term = &poly->at[i];
		int128 value = term->coef, factor = 0;
		if (value < 0 && term->mono->degree && digits_natural(d, term->mono))
			continue;
		for (uint32_t k = 0; k < term->mono->degree; k++) {
			if (value < 0 || !variable_most(d, term->mono->var[k], &factor) ||
				(factor && value > limit / factor))
				return false;
			value *= factor;
		}
		*most += value;
	}
	return true;
}
