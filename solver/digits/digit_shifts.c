#include "solver/digits/digits_internal.h"

/*
 * Shifts by what is not constant, and numbers that are put together by `|`, as in ((t >> k) << (k + 1)) | (t & ((1 << k) - 1)):
 * with s = 1 << k, x >> k is x / s and x << k is x * s; x | y is x + y where they have no bit in common.
 */

#define LEAST_WIDTH 32 /* bits of the narrowest type that arithmetic is done in */

/* 1 << by, whatever is said of its wrapping. */
static const struct et *one_by(struct digits *d, unsigned width, const struct et *by)
{
	return et_binary(d->ets, ET_SHL, 0, et_const(d->ets, width, 1), by);
}

bool digits_shifts_one(const struct et *et)
{
	return et->op == ET_SHL && et_is_const(et->arg[0]) && et->arg[0]->value == 1 &&
	       !et_is_const(et->arg[1]);
}

/* e of e + c, which may be extended, with an e from 0 on: a shift stays below the width; the term itself: it is no such sum. */
static const struct et *without_constant(struct digits *d, const struct et *by, uint64_t most, uint64_t *constant)
{
	bool extended = by->op == ET_ZEXT || by->op == ET_SEXT;
	const struct et *sum = extended ? by->arg[0] : by;
	*constant = 0;
	if (sum->op != ET_ADD || !et_is_const(sum->arg[1]) || sum->arg[1]->value > most)
		return by;
	const struct poly *rest = digits_read(d, sum->arg[0], false);
	if (!rest || !digits_nonneg(d, rest))
		return by;
	*constant = sum->arg[1]->value;
	return extended ? et_cast(d->ets, by->op, by->width, sum->arg[0]) : sum->arg[0];
}

/*
 * Shifts stay below the width, so that it is at least 1, and as unsigned 2^by. As signed it is the same
 * unless it reaches the sign, which wraps. A constant of the exponent is one of the power.
 */
static const struct poly *power_read(struct digits *d, const struct et *et, const struct et *plain, bool is_unsigned)
{
	uint64_t more;
	const struct et *rest = one_by(d, et->width, without_constant(d, plain->arg[1], et->width - 1, &more));
	const struct poly *power = digits_plain(d, rest, true);
	if (power && more)
		power = poly_scale(d->ps, power, (int128)1 << more);
	int128 most = ((int128)1 << (et->width - 1)) - 1;
	if (power && !digits_at_least(d, power, 1))
		digits_know_always(d, poly_add_const(d->ps, power, -1));
	if (power && !is_unsigned && !(et->flags & ET_NSW) && !digits_between(d, power, 1, most))
		d->may_wrap = true;
	return power;
}

const struct poly *digits_one_shifted(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct et *plain = one_by(d, et->width, et->arg[1]);
	if (plain->op == ET_SHL && et->width >= LEAST_WIDTH)
		return power_read(d, et, plain, is_unsigned);
	if (plain == et || plain->op != ET_SHL)
		return digits_plain(d, et, is_unsigned);
	const struct poly *power = digits_read(d, plain, is_unsigned);
	if (power && et->flags & (ET_NUW | ET_NSW))
		digits_know_always(d, poly_add_const(d->ps, power, -1));
	return power;
}

/* The power as one variable that is at least 1; NULL: it is none that both threads share. */
static const struct poly *known_power(struct digits *d, unsigned width, const struct et *by)
{
	const struct et *et = one_by(d, width, by);
	const struct poly *power = digits_shifts_one(et) ? digits_read(d, et, true) : NULL;
	bool single = power && power->n == 1 && power->at[0].coef == 1 && power->at[0].mono->degree == 1;
	return single && digits_natural(d, power->at[0].mono) && digits_is_shared(d, power) &&
			       digits_at_least(d, power, 1)
		       ? power
		       : NULL;
}

const struct poly *digits_power(struct digits *d, unsigned width, const struct et *by)
{
	uint64_t more;
	const struct poly *power;
	by = without_constant(d, by, width - 1, &more);
	power = known_power(d, width, by);
	return power ? poly_scale(d->ps, power, (int128)1 << more) : NULL;
}

const struct poly *digits_shift_right(struct digits *d, const struct et *et, bool is_unsigned)
{
	if (et_is_const(et->arg[0]))
		return NULL;
	const struct poly *by = digits_power(d, et->width, et->arg[1]);
	const struct poly *x = by ? digits_read_natural(d, et->arg[0], is_unsigned && et->op == ET_LSHR) : NULL;
	return x ? digits_divided(d, x, by, false) : NULL;
}

/* The greatest power of two by which all coefficients, the constant's too, can be divided. */
static int128 even_part(const struct poly *poly)
{
	int128 any = 0;
	for (uint32_t i = 0; i < poly->n; i++)
		any |= poly->at[i].coef;
	return any & -any;
}

static bool is_power_var(const struct digits *d, uint32_t var)
{
	const struct atom *atom = &d->atoms.at[var];
	return atom->kind == ATOM_PLAIN && atom->et && atom->scale == 1 && digits_shifts_one(atom->et);
}

bool digits_is_power(const struct digits *d, const struct poly *x)
{
	return x->n == 1 && x->at[0].mono->degree == 1 && is_power_var(d, x->at[0].mono->var[0]);
}

/* A power of two, times another one that is constant. */
struct power {
	const struct et *by; /* its exponent, besides that of the constant; NULL: none */
	const struct poly *exponent;
	unsigned width;
};

static bool power_fill(struct digits *d, const struct poly *poly, struct power *power)
{
	if (poly->n != 1 || poly->at[0].coef <= 0 || even_part(poly) != poly->at[0].coef ||
		poly->at[0].mono->degree > 1)
		return false;
	*power = (struct power){ .exponent = poly_const(d->ps, 0) };
	if (poly->at[0].mono->degree) {
		uint32_t var = poly->at[0].mono->var[0];
		const struct et *et = d->atoms.at[var].et;
		if (!is_power_var(d, var) || !digits_at_least(d, poly_var(d->ps, var), 1))
			return false;
		power->by = et->arg[1];
		power->width = et->width;
		power->exponent = digits_read(d, power->by, false);
	}
	for (int128 left = poly->at[0].coef; power->exponent && left > 1; left /= 2)
		power->exponent = poly_add_const(d->ps, power->exponent, 1);
	return power->exponent != NULL;
}

const struct poly *digits_power_divided(struct digits *d, const struct poly *x, const struct poly *by)
{
	struct power whole, part;
	const struct poly *left;
	if (!power_fill(d, x, &whole) || !whole.by || !power_fill(d, by, &part) ||
		(part.by && part.width != whole.width))
		return NULL;
	left = poly_sub(d->ps, whole.exponent, part.exponent);
	if (!left || !digits_nonneg(d, left))
		return NULL;
	const struct et *exponent = whole.by;
	if (part.by)
		exponent = et_binary(d->ets, ET_SUB, 0, exponent, part.by);
	const struct poly *read = digits_read(d, exponent, false);
	const struct poly *more = read ? poly_sub(d->ps, left, read) : NULL;
	if (!more || !poly_is_const(more) ||
		(poly_constant(more) > 0 && !digits_between(d, left, 0, whole.width - 1)))
		return NULL;
	exponent = et_binary(d->ets, ET_ADD, 0, exponent,
		et_const(d->ets, whole.width, (uint64_t)poly_constant(more)));
	const struct poly *quotient = digits_read(d, one_by(d, whole.width, exponent), true);
	const struct poly *product = quotient ? poly_mul(d->ps, by, quotient) : NULL;
	if (!product)
		return NULL;
	digits_know_always(d, poly_add_const(d->ps, quotient, -1));
	d->meets_powers |= part.by != NULL;
	if (part.by && !d->ties_powers)
		return quotient;
	digits_know_always(d, poly_sub(d->ps, x, product));
	digits_know_always(d, poly_sub(d->ps, product, x));
	return quotient;
}

/* Is a variable a power of two where it is above 0, as quotients of powers are. */
static bool is_power_factor(struct digits *d, uint32_t var)
{
	struct atom atom = d->atoms.at[var];
	if (atom.kind == ATOM_QUOTIENT)
		return digits_is_power_product(d, atom.of) && digits_is_power_product(d, atom.place);
	bool plain = atom.kind == ATOM_PLAIN && atom.et && atom.scale > 0 && !(atom.scale & (atom.scale - 1));
	return is_power_var(d, var) || (plain && digits_is_power_term(d, atom.et, !atom.is_unsigned));
}

bool digits_is_power_product(struct digits *d, const struct poly *poly)
{
	if (poly->n != 1 || poly->at[0].coef <= 0 || even_part(poly) != poly->at[0].coef)
		return false;
	for (uint32_t i = 0; i < poly->at[0].mono->degree; i++)
		if (!is_power_factor(d, poly->at[0].mono->var[i]))
			return false;
	return true;
}

/* Is x a multiple of a power of two that is above y. */
static bool is_above(struct digits *d, const struct poly *x, const struct poly *y)
{
	if (!x || !x->n)
		return false;
	if (digits_less(d, y, poly_const(d->ps, even_part(x))))
		return true;
	const struct mono *first = x->at[0].mono;
	for (uint32_t i = 0; i < first->degree; i++) {
		uint32_t var = first->var[i];
		const struct poly *high, *rest;
		if (!is_power_factor(d, var) || !digits_at_least(d, poly_var(d->ps, var), 1))
			continue;
		poly_split(d->ps, x, mono_var(d->ps, var), &high, &rest);
		if (!rest->n && digits_less(d, y, poly_scale(d->ps, poly_var(d->ps, var), even_part(x))))
			return true;
	}
	return false;
}

/* Is y a power of two whose bit x does not have: what x leaves by twice that is below it. */
static bool is_bit_apart(struct digits *d, const struct poly *x, const struct poly *y)
{
	const struct poly *high, *left, *low;
	if (!x || y->n != 1 || y->at[0].mono->degree != 1 || even_part(y) != y->at[0].coef ||
		!is_power_factor(d, y->at[0].mono->var[0]) || !digits_at_least(d, y, 1))
		return false;
	poly_split(d->ps, x, y->at[0].mono, &high, &low);
	poly_split_const(d->ps, high, 2 * y->at[0].coef, &high, &left);
	low = poly_add(d->ps, low, poly_mul(d->ps, left, poly_mono(d->ps, y->at[0].mono, 1)));
	return low && digits_nonneg(d, low) && digits_less(d, low, y);
}

/* The bits that a sum of digits at places of their own may have; false: it is no such. */
static bool bits_of(struct digits *d, const struct poly *poly, uint64_t *bits)
{
	*bits = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		int128 coef = poly->at[i].coef, most = 1;
		uint64_t own = 0;
		if (coef <= 0 || mono->degree > 1 || !digits_natural(d, mono) || (mono->degree && (coef & (coef - 1))) ||
			(mono->degree && !digits_most(d, poly_mono(d->ps, mono, 1), &most)) || most < 0 || most >> 62 || coef >> 62 || (most * coef) >> 63)
			return false;
		while (mono->degree && most > (int128)own)
			own = own << 1 | 1;
		own = mono->degree ? own * (uint64_t)coef : (uint64_t)coef;
		if (*bits & own)
			return false;
		*bits |= own;
	}
	return true;
}

static bool have_bits_apart(struct digits *d, const struct poly *const part[2])
{
	uint64_t bits[2];
	return part[0] && part[1] && bits_of(d, part[0], &bits[0]) && bits_of(d, part[1], &bits[1]) && !(bits[0] & bits[1]);
}

const struct poly *digits_or(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *part[2];
	for (unsigned i = 0; i < 2; i++) {
		part[i] = digits_read_natural(d, et->arg[i], is_unsigned);
		if (!part[i] || !part[i]->n)
			return NULL;
	}
	for (unsigned i = 0; i < 2; i++) {
		const struct poly *spelled = digits_spell(d, part[i]);
		if (is_above(d, part[i], part[!i]) || is_bit_apart(d, part[i], part[!i]) ||
			is_above(d, spelled, part[!i]) || is_bit_apart(d, spelled, part[!i]))
			return poly_add(d->ps, part[0], part[1]);
	}
	return have_bits_apart(d, part) ? poly_add(d->ps, part[0], part[1]) : NULL;
}
