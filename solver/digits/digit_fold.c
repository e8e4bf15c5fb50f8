#include "solver/digits/digits_internal.h"

/* Sums in which digits of one dividend meet: remainders written as differences, and neighbouring digits. */

/* The digit of a dividend at a place that a sum has with minus the place as its factor; NULL: none. */
static const struct atom *taken_digit(struct digits *d, const struct poly *x, const struct poly *of, const struct poly *place)
{
	for (uint32_t i = 0; i < x->n; i++) {
		const struct mono *mono = x->at[i].mono;
		for (uint32_t k = 0; k < mono->degree && x->at[i].coef < 0; k++) {
			const struct atom *atom = &d->atoms.at[mono->var[k]];
			if (atom->kind != ATOM_DIGIT || atom->place != place || (of && atom->of != of))
				continue;
			const struct poly *times = poly_mul(d->ps, place, poly_var(d->ps, mono->var[k]));
			if (times && times->at[0].mono == mono && times->at[0].coef == -x->at[i].coef)
				return atom;
		}
	}
	return NULL;
}

const struct poly *digits_filled(struct digits *d, const struct poly *x, const struct poly *by)
{
	const struct poly *of = NULL, *place = poly_const(d->ps, 1);
	while (x && place && place != by) {
		const struct atom *taken = taken_digit(d, x, of, place);
		if (!taken)
			return NULL;
		of = taken->of;
		const struct poly *radix = taken->radix, *var = poly_var(d->ps, (uint32_t)(taken - d->atoms.at));
		x = poly_add(d->ps, x, poly_mul(d->ps, place, var));
		place = poly_mul(d->ps, place, radix);
	}
	return place && x == of ? of : NULL;
}

/* Remainders written as differences. */

static bool speaks_of(const struct poly *poly, uint32_t var)
{
	for (uint32_t i = 0; i < poly->n; i++)
		if (mono_has(poly->at[i].mono, var))
			return true;
	return false;
}

static const struct poly *fold_quotient(struct digits *d, const struct poly *poly, uint32_t var)
{
	if (!speaks_of(poly, var))
		return poly;
	struct atom atom = d->atoms.at[var];
	const struct poly *cofactor, *rest;
	poly_split(d->ps, poly, mono_var(d->ps, var), &cofactor, &rest);
	const struct poly *times = cofactor->n ? digits_exactly(d, cofactor, atom.place) : NULL;
	if (!times)
		return poly;
	const struct poly *own = poly_mul(d->ps, atom.place, poly_var(d->ps, var));
	const struct poly *difference = poly_sub(d->ps, atom.of, own);
	const struct poly *digit = digits_part(d, atom.of, poly_const(d->ps, 1), atom.place);
	if (!difference || !digit)
		return poly;
	const struct poly *folded = poly_add(d->ps, poly,
		poly_mul(d->ps, times, poly_sub(d->ps, difference, digit)));
	return folded && folded->n < poly->n ? folded : poly;
}

/* Is the remainder beside the quotient spoken of. */
static bool has_remainder(const struct digits *d, const struct atom *quotient)
{
	vec_each(atom, &d->atoms) {
		if (atom->kind == ATOM_DIGIT && atom->of == quotient->of && atom->radix == quotient->place && poly_is_const(atom->place))
			return true;
	}
	return false;
}

void digits_know_folded(struct digits *d)
{
	int before = d->fact;
	for (uint32_t var = 0; var < d->atoms.n; var++) {
		const struct atom quotient = d->atoms.at[var];
		if (quotient.kind != ATOM_QUOTIENT || !has_remainder(d, &quotient))
			continue;
		for (size_t i = 0, n = d->known.n; i < n; i++) {
			const struct at_least known = d->known.at[i];
			const struct poly *folded = known.wide ? NULL : fold_quotient(d, known.poly, var);
			d->fact = known.fact;
			if (folded && folded != known.poly)
				digits_know(d, folded);
		}
	}
	d->fact = before;
}

/* A digit or a quotient that a term of a sum is made with. */
struct part {
	struct atom atom;
	uint32_t var;
	const struct poly_term *term;
};

typedef VEC(struct part) part_list;

static void list_parts(struct digits *d, const struct poly *poly, part_list *parts)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; k < mono->degree; k++) {
			const struct atom *atom = &d->atoms.at[mono->var[k]];
			if (atom->kind == ATOM_DIGIT || atom->kind == ATOM_QUOTIENT)
				vec_push(d->arena, parts, ((struct part){ *atom, mono->var[k], &poly->at[i] }));
		}
	}
}

/* Where the digits of a part end; NULL: it has all above its place. */
static const struct poly *end_of(struct digits *d, const struct atom *atom)
{
	return atom->radix ? poly_mul(d->ps, atom->place, atom->radix) : NULL;
}

/* The digits below those of the other one that are left of a part, or all digits of both; NULL: they are no such. */
static const struct poly *joint_of(struct digits *d, const struct poly *times, const struct part *low, const struct part *high, const struct poly *steps)
{
	const struct poly *wanted = poly_mul(d->ps, poly_mul(d->ps, times, steps), poly_var(d->ps, high->var));
	const struct poly *end = end_of(d, &low->atom), *term = poly_mono(d->ps, high->term->mono, high->term->coef);
	if (wanted && end == high->atom.place && wanted == term)
		return digits_part(d, low->atom.of, low->atom.place, high->atom.radix ? poly_mul(d->ps, steps, high->atom.radix) : NULL);
	bool same_end = low->atom.radix ? end && end == end_of(d, &high->atom) : !high->atom.radix;
	return wanted && same_end && poly_scale(d->ps, wanted, -1) == term ? digits_part(d, low->atom.of, low->atom.place, steps) : NULL;
}

/* The sum with two parts as one; itself where these are no neighbours. */
static const struct poly *join_pair(struct digits *d, const struct poly *poly, const struct part *low, const struct part *high)
{
	if (low->atom.of != high->atom.of || low->atom.place == high->atom.place || low->term == high->term)
		return poly;
	const struct poly *steps = digits_exactly(d, high->atom.place, low->atom.place), *times, *none;
	if (!steps)
		return poly;
	const struct poly *lower = poly_mono(d->ps, low->term->mono, low->term->coef);
	poly_split(d->ps, lower, mono_var(d->ps, low->var), &times, &none);
	const struct poly *joint = joint_of(d, times, low, high, steps);
	return joint ? poly_add(d->ps, poly_sub(d->ps, poly_sub(d->ps, poly, lower), poly_mono(d->ps, high->term->mono, high->term->coef)),
			       poly_mul(d->ps, times, joint))
		     : poly;
}

static const struct poly *join_some(struct digits *d, const struct poly *poly)
{
	part_list parts = { 0 };
	list_parts(d, poly, &parts);
	vec_each(low, &parts) {
		vec_each(high, &parts) {
			const struct poly *joined = join_pair(d, poly, low, high);
			if (joined != poly)
				return joined;
		}
	}
	return poly;
}

/*
 * Digits below others: c * (x / p % r) + c * r * (x / (p * r)) is c * (x / p), and c * (x / p) - c * r * (x / (p * r)) is c * (x / p % r);
 * the same where the higher one ends as a digit.
 */
static const struct poly *join_all(struct digits *d, const struct poly *poly)
{
	const struct poly *before = NULL;
	while (poly && poly != before) {
		before = poly;
		poly = join_some(d, poly);
	}
	return poly;
}

const struct poly *digits_fold(struct digits *d, const struct poly *poly)
{
	for (uint32_t var = 0; poly && var < d->atoms.n; var++)
		if (d->atoms.at[var].kind == ATOM_QUOTIENT)
			poly = fold_quotient(d, poly, var);
	return join_all(d, poly);
}
