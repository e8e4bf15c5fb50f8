#include "solver/digits/digits_internal.h"

/*
 * Quotients and remainders of polynomials. Divisions by products of naturals become quotients and
 * digits of their first dividend, so that (x / a) / b and x / (a * b) are one atom, and so are
 * x % (a * b) % a and x % a.
 */

static const struct poly *one(struct digits *d)
{
	return poly_const(d->ps, 1);
}

static bool is_one(const struct poly *poly)
{
	return poly_is_const(poly) && poly_constant(poly) == 1;
}

/* Division. */

const struct poly *digits_exactly(struct digits *d, const struct poly *a, const struct poly *by)
{
	const struct poly *quotient, *rest;
	if (by->n != 1)
		return NULL;
	poly_split(d->ps, a, by->at[0].mono, &quotient, &rest);
	if (rest->n)
		return NULL;
	poly_split_const(d->ps, quotient, by->at[0].coef, &a, &rest);
	return rest->n ? NULL : a;
}

/* What both threads share and a variable does not exceed, rather no constant; NULL: none is known. Marks the fact as used. */
static const struct poly *shared_limit(struct digits *d, const struct poly *var)
{
	for (size_t i = 0; i < d->known.n; i++) {
		const struct at_least *known = &d->known.at[i];
		const struct poly *limit = poly_add(d->ps, known->poly, var);
		if (!limit || known->wide || poly_is_const(limit) || !digits_is_shared(d, limit))
			continue;
		if (known->fact >= 0)
			d->used[known->fact] = true;
		return limit;
	}
	int128 most;
	return digits_most(d, var, &most) ? poly_const(d->ps, most) : NULL;
}

/* The same of a product of one variable of a thread with naturals that both share. */
static const struct poly *shared_product(struct digits *d, const struct mono *mono)
{
	const struct poly *own = NULL, *shared = poly_const(d->ps, 1);
	for (uint32_t i = 0; i < mono->degree; i++) {
		const struct poly *var = poly_var(d->ps, mono->var[i]);
		bool common = d->atoms.at[mono->var[i]].shared;
		if (common ? !d->atoms.at[mono->var[i]].natural : own != NULL)
			return NULL;
		shared = common ? poly_mul(d->ps, shared, var) : shared;
		own = common ? own : var;
	}
	const struct poly *limit = own ? shared_limit(d, own) : NULL;
	return limit ? poly_mul(d->ps, shared, limit) : NULL;
}

/* The same of a sum, by its variables. */
static const struct poly *shared_most(struct digits *d, const struct poly *of)
{
	const struct poly *most = poly_const(d->ps, 0);
	for (uint32_t i = 0; i < of->n && most; i++) {
		const struct poly *term = poly_mono(d->ps, of->at[i].mono, 1);
		if (!digits_is_shared(d, term))
			term = of->at[i].coef > 0 ? shared_product(d, of->at[i].mono) : NULL;
		most = term ? poly_add(d->ps, most, poly_scale(d->ps, term, of->at[i].coef)) : NULL;
	}
	return most;
}

/* The quotient of a sum of numbers in mixed radix, as x + width * y by the height, is below what is left of the radices. */
static void know_mixed_quotient(struct digits *d, const struct atom *atom, const struct poly *var)
{
	const struct poly *most = poly_is_const(atom->place) || digits_is_shared(d, atom->of) ? NULL : shared_most(d, atom->of);
	const struct poly *below = most ? digits_exactly(d, poly_add_const(d->ps, most, 1), atom->place) : NULL;
	if (below)
		digits_know_always(d, poly_sub(d->ps, poly_add_const(d->ps, below, -1), var));
}

/* The same where the place is a power of two, and all below it is a number of its steps that is one as well. */
static void know_power_quotient(struct digits *d, const struct atom *atom, const struct poly *var)
{
	if (!digits_is_power(d, atom->place) || digits_is_shared(d, atom->of))
		return;
	const struct poly *most = shared_most(d, atom->of);
	const struct poly *steps =
		most ? digits_power_divided(d, poly_add_const(d->ps, most, 1), atom->place) : NULL;
	if (steps)
		digits_know_always(d, poly_sub(d->ps, poly_add_const(d->ps, steps, -1), var));
}

/* The m of of >= place * m + k with a constant k of 0 or more, by something known, for a constant place; NULL: it says none. */
static const struct poly *least_quotient(struct digits *d, const struct atom *atom, const struct at_least *known)
{
	const struct poly *least = poly_sub(d->ps, atom->of, known->poly);
	if (!least || known->wide || least->n + atom->of->n != known->poly->n)
		return NULL;
	int128 place = poly_constant(atom->place), constant = poly_constant(least);
	return digits_exactly(d, poly_add_const(d->ps, least, place * floor_div(constant, place) - constant), atom->place);
}

/* A pitch of at least 4 * width bytes is one of at least width words. */
static void know_least_quotient(struct digits *d, const struct atom *atom, const struct poly *var)
{
	int fact = d->fact;
	for (size_t i = 0, n = d->known.n; i < n && poly_is_const(atom->place); i++) {
		struct at_least known = d->known.at[i];
		const struct poly *least = least_quotient(d, atom, &known);
		d->fact = known.fact;
		if (least)
			digits_know(d, poly_sub(d->ps, var, least));
	}
	d->fact = fact;
}

/* of < most + 1 = place * m gives of / place < m. */
static void know_quotient(struct digits *d, const struct atom *atom, const struct poly *var)
{
	const struct poly *product = poly_mul(d->ps, atom->place, var);
	size_t n = d->known.n;
	int128 limit;
	if (poly_is_const(atom->place) && digits_most(d, atom->of, &limit))
		digits_know_always(d, poly_sub(d->ps,
				       poly_const(d->ps, limit / poly_constant(atom->place)), var));
	if (poly_is_const(atom->place) && digits_least(d, atom->of, &limit) && limit > 0)
		digits_know_always(d, poly_add_const(d->ps, var, -(limit / poly_constant(atom->place))));
	digits_know_always(d, poly_sub(d->ps, atom->of, product));
	digits_know_always(d, poly_sub(d->ps, poly_add(d->ps, product, atom->place),
			       poly_add_const(d->ps, atom->of, 1)));
	for (size_t i = 0; i < n; i++) {
		struct at_least known = d->known.at[i];
		const struct poly *most = poly_add(d->ps, known.poly, atom->of);
		if (!most || !digits_is_shared(d, most) || digits_is_shared(d, known.poly))
			continue;
		const struct poly *below =
			digits_exactly(d, poly_add_const(d->ps, most, 1), atom->place);
		if (!below)
			continue;
		int fact = d->fact;
		d->fact = known.fact;
		digits_know(d, poly_sub(d->ps, poly_add_const(d->ps, below, -1), var));
		d->fact = fact;
	}
}

const struct poly *digits_part(struct digits *d, const struct poly *of,
	const struct poly *place, const struct poly *radix)
{
	if (!place || (!radix && is_one(place)))
		return place ? of : NULL;
	struct atom atom = { .kind = radix ? ATOM_DIGIT : ATOM_QUOTIENT, .of = of, .place = place,
		.radix = radix, .natural = true, .shared = digits_is_shared(d, of) && digits_is_shared(d, place) };
	bool is_new;
	const struct poly *var = poly_var(d->ps, digits_atom_var(d, &atom, &is_new));
	if (is_new && radix && is_one(place) && digits_is_power_product(d, radix) && !poly_is_const(radix))
		digits_know_always(d, poly_sub(d->ps, of, var));
	if (is_new && radix)
		digits_know_always(d, poly_sub(d->ps, poly_add_const(d->ps, radix, -1), var));
	if (is_new && !radix) {
		know_least_quotient(d, &atom, var);
		know_quotient(d, &atom, var);
		know_power_quotient(d, &atom, var);
		know_mixed_quotient(d, &atom, var);
	}
	return var;
}

static const struct atom *only_atom(const struct digits *d, const struct poly *poly)
{
	if (poly->n != 1 || poly->at[0].coef != 1 || poly->at[0].mono->degree != 1)
		return NULL;
	return &d->atoms.at[poly->at[0].mono->var[0]];
}

/* The greatest divisor of a constant and all coefficients. */
static int128 common_factor(const struct poly *poly, int128 value)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		int128 a = poly->at[i].coef < 0 ? -poly->at[i].coef : poly->at[i].coef;
		while (a) {
			int128 rest = value % a;
			value = a;
			a = rest;
		}
	}
	return value;
}

/* The fact by which a variable is 0 at most, -1 for none that is needed; false: it is not known to be. */
static bool is_zero(const struct digits *d, const struct poly *minus, int *fact)
{
	for (size_t i = 0; i < d->known.n; i++) {
		*fact = d->known.at[i].fact;
		if (d->known.at[i].poly == minus)
			return true;
	}
	return false;
}

/* of = radix * (of / radix) + of % radix; the multiple is not less than `of` by the fact where that leaves nothing. */
static void know_whole(struct digits *d, uint32_t rest, uint32_t var, bool exact, int fact)
{
	const struct atom digit = d->atoms.at[rest];
	const struct poly *multiple = poly_mul(d->ps, digit.radix, poly_var(d->ps, var));
	const struct poly *less = poly_sub(d->ps, multiple, digit.of), *left = poly_add(d->ps, less, poly_var(d->ps, rest));
	int before = d->fact;
	if (exact) {
		d->fact = fact;
		digits_know(d, less);
		d->fact = before;
	} else if (digit.shared) {
		digits_know_always(d, left);
		digits_know_always(d, poly_scale(d->ps, left, -1));
	}
}

void digits_know_wholes(struct digits *d)
{
	for (uint32_t rest = 0; rest < d->atoms.n; rest++) {
		const struct atom digit = d->atoms.at[rest];
		if (digit.kind != ATOM_DIGIT || !is_one(digit.place))
			continue;
		int fact;
		bool exact = is_zero(d, poly_scale(d->ps, poly_var(d->ps, rest), -1), &fact);
		for (uint32_t var = 0; var < d->atoms.n; var++) {
			const struct atom *whole = &d->atoms.at[var];
			if (whole->kind == ATOM_QUOTIENT && whole->of == digit.of && whole->place == digit.radix)
				know_whole(d, rest, var, exact, fact);
		}
	}
}

const struct poly *digits_divided(
	struct digits *d, const struct poly *x, const struct poly *by, bool rest)
{
	const struct atom *atom = only_atom(d, x);
	if (is_one(by))
		return rest ? poly_const(d->ps, 0) : x;
	const struct poly *power = digits_power_divided(d, x, by);
	if (power)
		return rest ? poly_const(d->ps, 0) : power;
	if (atom && atom->kind == ATOM_QUOTIENT) {
		const struct poly *of = atom->of, *place = atom->place;
		return rest ? digits_part(d, of, place, by)
			    : digits_part(d, of, poly_mul(d->ps, place, by), NULL);
	}
	const struct poly *radix =
		atom && atom->kind == ATOM_DIGIT ? digits_exactly(d, atom->radix, by) : NULL;
	if (radix) {
		const struct poly *of = atom->of, *place = atom->place;
		if (rest)
			return digits_part(d, of, place, by);
		place = poly_mul(d->ps, place, by);
		return is_one(radix) ? poly_const(d->ps, 0) : digits_part(d, of, place, radix);
	}
	int128 common = common_factor(x, by->at[0].coef);
	if (common > 1) {
		x = digits_exactly(d, x, poly_const(d->ps, common));
		by = digits_exactly(d, by, poly_const(d->ps, common));
		const struct poly *part = digits_divided(d, x, by, rest);
		return rest && part ? poly_scale(d->ps, part, common) : part;
	}
	const struct poly *whole, *left;
	poly_split(d->ps, x, by->at[0].mono, &whole, &left);
	const struct poly *kept = left;
	poly_split_const(d->ps, whole, by->at[0].coef, &whole, &left);
	left = poly_add(d->ps, kept, poly_mul(d->ps, left, poly_mono(d->ps, by->at[0].mono, 1)));
	if (!left || !whole->n || !digits_nonneg(d, left))
		return digits_part(d, x, rest ? one(d) : by, rest ? by : NULL);
	if (digits_less(d, left, by))
		return rest ? left : whole;
	/* (32 * 4 * block + thread) / 32, where thread is below 32 * 4 */
	int128 steps = poly_content(whole);
	bool splits = steps > 1 && digits_less(d, left, poly_scale(d->ps, by, steps));
	d->meets_steps |= splits;
	if (splits && d->splits) {
		const struct poly *part = digits_divided(d, left, by, rest);
		return rest || !part ? part : poly_add(d->ps, whole, part);
	}
	return digits_part(d, x, rest ? one(d) : by, rest ? by : NULL);
}
