#include "solver/digits/digits_internal.h"

/* Sums with several powers of two, neither of them a constant, as in 2^l * (b1 - b2) + 2^(l - k) * (q1 - q2): the greater one is a multiple of the less. */

static int128 even_part(int128 value)
{
	return value & -value;
}

/* Which factor is a power of two; the degree: none is. */
static uint32_t power_at(struct digits *d, const struct mono *mono)
{
	uint32_t i = 0;
	while (i < mono->degree && !digits_is_power(d, poly_var(d->ps, mono->var[i])))
		i++;
	return i;
}

/* A term as a multiple of the step, another power; NULL: it is not known to be one. */
static const struct poly *in_steps(struct digits *d, const struct poly_term *term, const struct poly *step)
{
	uint32_t at = power_at(d, term->mono);
	if (at == term->mono->degree || mono_has(term->mono, step->at[0].mono->var[0]))
		return NULL;
	int128 even = even_part(term->coef);
	const struct mono *power = mono_var(d->ps, term->mono->var[at]), *rest = mono_div(d->ps, term->mono, power);
	const struct poly *steps = digits_power_divided(d, poly_mono(d->ps, power, even), step);
	return steps ? poly_mul(d->ps, poly_mul(d->ps, step, steps), poly_mono(d->ps, rest, term->coef / even)) : NULL;
}

static const struct poly *all_in_steps(struct digits *d, const struct poly *poly, const struct poly *step)
{
	const struct poly *sum = poly_const(d->ps, 0);
	bool changed = false;
	for (uint32_t i = 0; sum && i < poly->n; i++) {
		const struct poly *product = in_steps(d, &poly->at[i], step);
		changed |= product != NULL;
		sum = poly_add(d->ps, sum, product ? product : poly_mono(d->ps, poly->at[i].mono, poly->at[i].coef));
	}
	return changed ? sum : NULL;
}

/* The power of a term with the even part of its coefficient; NULL: there is none. */
static const struct poly *step_of(struct digits *d, const struct poly_term *term)
{
	uint32_t at = power_at(d, term->mono);
	return at < term->mono->degree ? poly_mono(d->ps, mono_var(d->ps, term->mono->var[at]), even_part(term->coef)) : NULL;
}

/* The greatest even part below a bound that a coefficient has; 0: there is none. */
static int128 next_part(const struct poly *poly, int128 below)
{
	int128 most = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		int128 part = even_part(poly->at[i].coef);
		most = part > most && part < below ? part : most;
	}
	return most;
}

/* The greatest steps first: what is left between them then is 2^k rather than 4 * 2^k. */
const struct poly *digits_in_powers(struct digits *d, const struct poly *poly)
{
	const struct poly *found = NULL;
	for (int128 part = next_part(poly, POLY_COEF_MAX); !found && part; part = next_part(poly, part)) {
		for (uint32_t i = 0; !found && i < poly->n; i++) {
			const struct poly *step = even_part(poly->at[i].coef) == part ? step_of(d, &poly->at[i]) : NULL;
			found = step ? all_in_steps(d, poly, step) : NULL;
		}
	}
	return found;
}
