#include "solver/digits/digits_internal.h"

/* What is known of polynomials, and questions about their bounds. */

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

bool digits_nonneg(struct digits *d, const struct poly *poly)
{
	return digits_search(d, poly, false, NULL);
}

bool digits_between(struct digits *d, const struct poly *poly, int128 lo, int128 hi)
{
	return poly && digits_search(d, poly_add_const(d->ps, poly, -lo), true, NULL) &&
	       digits_search(d, poly_sub(d->ps, poly_const(d->ps, hi), poly), true, NULL);
}

void digits_squeeze(struct digits *d, const struct poly *poly, poly_vec *zeros)
{
	if (!digits_search(d, poly, false, zeros))
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

/* poly >= 0 as by * q >= rest, where rest is 1 or more and by is natural: then q is 1 or more. */
static void know_factor(struct digits *d, const struct poly *poly, uint32_t by)
{
	const struct poly *q, *below;
	poly_split(d->ps, poly, mono_var(d->ps, by), &q, &below);
	const struct poly *rest = below ? poly_scale(d->ps, below, -1) : NULL;
	if (q && q->n > 1 && rest && poly_constant(rest) >= 1 && digits_plainly_natural(d, rest))
		digits_know(d, poly_add_const(d->ps, q, -1));
}

/* Those that a product with a positive coefficient has. */
static void know_factors_of(struct digits *d, const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; poly->at[i].coef > 0 && mono->degree > 1 && k < mono->degree; k++)
			if (d->atoms.at[mono->var[k]].natural && (!k || mono->var[k] != mono->var[k - 1]))
				know_factor(d, poly, mono->var[k]);
	}
}

void digits_know_factors(struct digits *d)
{
	for (size_t i = 0, n = d->known.n; i < n; i++) {
		const struct at_least known = d->known.at[i];
		d->fact = known.fact;
		if (!known.wide)
			know_factors_of(d, known.poly);
	}
	d->fact = -1;
}
