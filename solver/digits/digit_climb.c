#include "solver/digits/digits_internal.h"

/* Equations between all digits of two dividends make these equal. */

#define CLIMB_DEPTH 16

bool digits_same_pair(const struct digits *d, const struct poly *poly, const struct atom *pair[2])
{
	if (poly->n != 2 || poly->at[0].coef != -poly->at[1].coef)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		if (poly->at[i].mono->degree != 1)
			return false;
		pair[i] = &d->atoms.at[poly->at[i].mono->var[0]];
	}
	return true;
}

/* The polynomial with one of two equal variables in place of the other, in products too; as it is where the equation says more. */
static const struct poly *with_one_of(struct digits *d, const struct poly *poly, const struct poly *equation)
{
	const struct atom *pair[2];
	const struct poly *cofactor, *rest;
	if (!digits_same_pair(d, equation, pair))
		return poly;
	poly_split(d->ps, poly, equation->at[1].mono, &cofactor, &rest);
	return poly_add(d->ps, rest, poly_mul(d->ps, cofactor, poly_mono(d->ps, equation->at[0].mono, 1)));
}

const struct poly *digits_reduced(struct digits *d, const struct poly *poly)
{
	vec_each(equation, &d->equal) {
		const struct poly *other[] = { poly_sub(d->ps, poly, *equation), poly_add(d->ps, poly, *equation), with_one_of(d, poly, *equation) };
		for (unsigned i = 0; i < 3; i++)
			if (other[i] && other[i]->n < poly->n)
				poly = other[i];
	}
	return poly;
}

/* Two dividends, one of each thread. */
struct dividends {
	const struct poly *of[2];
};

static bool is_pair_of(const struct atom *const pair[2], const struct dividends *both)
{
	return (pair[0]->of == both->of[0] && pair[1]->of == both->of[1]) ||
	       (pair[0]->of == both->of[1] && pair[1]->of == both->of[0]);
}

/* Dividends that are less than the place apart: with equal digits below it they are equal. */
static bool are_near(struct digits *d, const struct dividends *both, const struct poly *place)
{
	const struct poly *apart = poly_sub(d->ps, both->of[0], both->of[1]);
	apart = apart ? digits_reduced(d, apart) : NULL;
	return apart && digits_less(d, apart, place) &&
	       digits_less(d, poly_scale(d->ps, apart, -1), place);
}

/* The one value that a digit can have. */
static bool is_fixed(struct digits *d, uint32_t var, int128 *value)
{
	int128 least;
	const struct poly *digit = poly_var(d->ps, var);
	return digits_most(d, digit, value) && digits_least(d, digit, &least) && least == *value;
}

/* The radix of a digit at the place that is the same constant for both dividends, as a condition says; NULL: none. */
static const struct poly *fixed_radix(struct digits *d, const struct dividends *both, const struct poly *place)
{
	for (uint32_t a = 0; a < d->atoms.n; a++) {
		const struct atom first = d->atoms.at[a];
		int128 values[2];
		if (first.kind != ATOM_DIGIT || first.of != both->of[0] || first.place != place || !is_fixed(d, a, &values[0]))
			continue;
		for (uint32_t b = 0; b < d->atoms.n; b++) {
			const struct atom second = d->atoms.at[b];
			if (second.kind == ATOM_DIGIT && second.of == both->of[1] && second.place == place && second.radix == first.radix &&
				is_fixed(d, b, &values[1]) && values[0] == values[1])
				return first.radix;
		}
	}
	return NULL;
}

/* Are the dividends' quotients by the place known to be equal, as all digits below it are? */
static bool quotients_equal(struct digits *d, const struct dividends *both,
	const struct poly *place, unsigned depth)
{
	if (!place || !depth)
		return false;
	for (size_t i = 0; i < d->equal.n; i++) {
		const struct atom *pair[2];
		if (!digits_same_pair(d, d->equal.at[i], pair) || !is_pair_of(pair, both) ||
			pair[0]->place != place || pair[1]->place != place ||
			pair[0]->radix != pair[1]->radix)
			continue;
		const struct poly *radix = pair[0]->radix;
		if (!radix ||
			quotients_equal(d, both, poly_mul(d->ps, place, radix), depth - 1))
			return true;
	}
	if ((digits_less(d, both->of[0], place) && digits_less(d, both->of[1], place)) || are_near(d, both, place))
		return true;
	const struct poly *radix = fixed_radix(d, both, place);
	return radix && quotients_equal(d, both, poly_mul(d->ps, place, radix), depth - 1);
}


/* Equal exclusive ors with one operand in common; each equation is used once. */
static bool unmix(struct digits *d, poly_vec *used)
{
	for (size_t i = 0; i < d->equal.n; i++) {
		const struct atom *pair[2];
		const struct poly *equation = d->equal.at[i];
		const struct poly *zero =
			digits_same_pair(d, equation, pair) ? digits_unmixed(d, pair[0], pair[1]) : NULL;
		vec_each(other, used)
			zero = *other == equation ? NULL : zero;
		if (!zero)
			continue;
		vec_push(d->arena, used, equation);
		digits_derive(d, zero, SPLIT_DEPTH);
		return true;
	}
	return false;
}

void digits_climb(struct digits *d)
{
	VEC(struct dividends) done = { 0 };
	poly_vec unmixed = { 0 };
	for (size_t i = 0; i < d->equal.n && !d->contradiction; i++) {
		if (unmix(d, &unmixed)) {
			i = (size_t)-1;
			continue;
		}
		const struct atom *pair[2];
		bool known = !digits_same_pair(d, d->equal.at[i], pair) || !pair[0]->of || !pair[1]->of ||
			     pair[0]->of == pair[1]->of;
		if (known)
			continue;
		struct dividends both = { { pair[0]->of, pair[1]->of } };
		vec_each(other, &done)
			known |= is_pair_of(pair, other);
		if (known || !quotients_equal(d, &both, poly_const(d->ps, 1), CLIMB_DEPTH))
			continue;
		vec_push(d->arena, &done, both);
		digits_derive(d, poly_sub(d->ps, both.of[0], both.of[1]), SPLIT_DEPTH);
		i = (size_t)-1;
	}
}

