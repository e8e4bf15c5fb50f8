#include "solver/digits/digits_internal.h"

/*
 * The exclusive or of a number below a power of two 2^k, as in swizzled tiles: (row % 8) ^ column is 2^k * (column / 2^k) and
 * below that a digit of its own. Where two such digits are equal, and one operand of both, so is the other.
 */

#define BITS_MAX 16 /* of the smaller operand */

static const struct poly *read_natural(struct digits *d, const struct et *et)
{
	const struct poly *x = digits_read(d, et, false);
	return x && digits_nonneg(d, x) ? digits_fold(d, x) : NULL;
}

/* The least power of two above all values of x; 0: none is known that is small. */
static int128 power_above(struct digits *d, const struct poly *x)
{
	int128 most, power = 1;
	if (!x || !digits_most(d, x, &most) || most <= 0 || most >> BITS_MAX)
		return 0;
	while (power <= most)
		power *= 2;
	return power;
}

static const struct poly *mixed(
	struct digits *d, const struct poly *left, const struct poly *right, int128 power)
{
	bool is_new;
	struct atom atom = { .kind = ATOM_XOR, .left = left, .right = right, .natural = true,
		.shared = digits_is_shared(d, left) && digits_is_shared(d, right) };
	const struct poly *var = poly_var(d->ps, digits_atom_var(d, &atom, &is_new));
	if (is_new)
		digits_know_always(d, poly_sub(d->ps, poly_const(d->ps, power - 1), var));
	return var;
}

const struct poly *digits_xor(struct digits *d, const struct et *et)
{
	const struct poly *x[2];
	int128 power[2];
	for (unsigned side = 0; side < 2; side++) {
		x[side] = read_natural(d, et->arg[side]);
		power[side] = power_above(d, x[side]);
	}
	unsigned less = !power[0] || (power[1] && power[1] < power[0]);
	if (!x[0] || !x[1] || !power[less])
		return NULL;
	const struct poly *place = poly_const(d->ps, power[less]);
	const struct poly *high = digits_divided(d, x[!less], place, false);
	const struct poly *low = digits_divided(d, x[!less], place, true);
	if (!high || !low)
		return NULL;
	return poly_add(d->ps, poly_mul(d->ps, place, high), mixed(d, x[less], low, power[less]));
}

static const struct atom *part(const struct digits *d, const struct poly *poly)
{
	if (poly->n != 1 || poly->at[0].coef != 1 || poly->at[0].mono->degree != 1)
		return NULL;
	const struct atom *atom = &d->atoms.at[poly->at[0].mono->var[0]];
	return atom->kind == ATOM_DIGIT || atom->kind == ATOM_QUOTIENT ? atom : NULL;
}

static bool is_multiple(const struct poly *place, const struct poly *of)
{
	return place == of || (poly_is_const(place) && poly_is_const(of) &&
				      poly_constant(place) % poly_constant(of) == 0);
}

/* Digits of quotients that are known to be equal: t / 8 % 8 where t / 8 is, or t / 4. */
static bool of_equal_quotients(const struct digits *d, const struct poly *x, const struct poly *y)
{
	const struct atom *a = part(d, x), *b = part(d, y), *pair[2];
	if (!a || !b || a->place != b->place || a->radix != b->radix)
		return false;
	vec_each(equation, &d->equal) {
		if (!digits_same_pair(d, *equation, pair) || pair[0]->kind != ATOM_QUOTIENT ||
			pair[1]->kind != ATOM_QUOTIENT || pair[0]->place != pair[1]->place ||
			!is_multiple(a->place, pair[0]->place))
			continue;
		if ((pair[0]->of == a->of && pair[1]->of == b->of) ||
			(pair[0]->of == b->of && pair[1]->of == a->of))
			return true;
	}
	return false;
}

static bool known_equal(const struct digits *d, const struct poly *a, const struct poly *b)
{
	const struct poly *difference = poly_sub(d->ps, a, b);
	if (!difference || !difference->n)
		return difference != NULL;
	const struct poly *opposite = poly_scale(d->ps, difference, -1);
	vec_each(equation, &d->equal)
		if (*equation == difference || *equation == opposite)
			return true;
	return of_equal_quotients(d, a, b);
}

const struct poly *digits_unmixed(const struct digits *d, const struct atom *a, const struct atom *b)
{
	if (a->kind != ATOM_XOR || b->kind != ATOM_XOR)
		return NULL;
	if (known_equal(d, a->left, b->left))
		return poly_sub(d->ps, a->right, b->right);
	return known_equal(d, a->right, b->right) ? poly_sub(d->ps, a->left, b->left) : NULL;
}
