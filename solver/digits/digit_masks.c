#include "solver/digits/digits_internal.h"

/*
 * Bits below or at a power of two that is not constant, as the stride of a sorting network or a
 * butterfly: x & s - 1 is x % s, x & -s is x - x % s, and x ^ s flips the digit x / s % 2.
 */


static bool is_constant_power(const struct et *et)
{
	return et_is_const(et) && et->value && !(et->value & (et->value - 1));
}

/* Does a condition or a fact say that a leaf is a shifted one. */
static const struct et *shifted_one(struct digits *d, const struct et *leaf)
{
	const struct query *query = d->query;
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		const struct et *cond = query->facts->at[i].cond;
		if (cond->op != ET_EQ || cond->arg[0] == cond->arg[1])
			continue;
		for (unsigned side = 0; side < 2; side++) {
			const struct et *other = cond->arg[!side];
			if (cond->arg[side] != leaf || other->op != ET_SHL || !is_constant_power(other->arg[0]))
				continue;
			d->used[i] = true;
			return other;
		}
	}
	return NULL;
}

bool digits_is_power_term(struct digits *d, const struct et *et, bool is_signed)
{
	switch ((enum et_op)et->op) {
	case ET_CONST:
		return is_constant_power(et);
	case ET_SHL:
	case ET_TRUNC:
		return digits_is_power_term(d, et->arg[0], is_signed);
	case ET_SEXT:
		return is_signed && digits_is_power_term(d, et->arg[0], true);
	case ET_ZEXT:
	case ET_LSHR:
		return digits_is_power_term(d, et->arg[0], false);
	case ET_UDIV:
		return digits_is_power_term(d, et->arg[1], false) && digits_is_power_term(d, et->arg[0], false);
	case ET_ASHR:
		return is_signed && digits_is_power_term(d, et->arg[0], true);
	case ET_SDIV:
		return is_signed && digits_is_power_term(d, et->arg[1], true) && digits_is_power_term(d, et->arg[0], true);
	case ET_ITE:
		return digits_is_power_term(d, et->arg[1], is_signed) && digits_is_power_term(d, et->arg[2], is_signed);
	default:
		return digits_is_leaf(et) && shifted_one(d, et);
	}
}

static bool is_minus_one(const struct et *et)
{
	return et_is_const(et) && et_signed(et) == -1;
}

/* s of s - 1 (*below) or -s, as ~(s - 1) and -1 << e are; NULL: neither. */
static const struct et *masks_by(struct ets *ets, const struct et *mask, bool *below)
{
	for (unsigned side = 0; side < 2 && mask->op == ET_XOR; side++)
		if (is_minus_one(mask->arg[side])) {
			const struct et *by = masks_by(ets, mask->arg[!side], below);
			*below = !*below;
			return by;
		}
	*below = false;
	if (mask->op == ET_SHL && is_minus_one(mask->arg[0]))
		return et_binary(ets, ET_SHL, 0, et_const(ets, mask->width, 1), mask->arg[1]);
	if (mask->op == ET_SUB && et_is_const(mask->arg[0]) && !mask->arg[0]->value)
		return mask->arg[1];
	*below = true;
	if (mask->op == ET_SUB && et_is_const(mask->arg[1]) && mask->arg[1]->value == 1)
		return mask->arg[0];
	for (unsigned side = 0; side < 2 && mask->op == ET_ADD; side++)
		if (is_minus_one(mask->arg[side]))
			return mask->arg[!side];
	return NULL;
}

/* The power as a term that is at least 1; NULL: it may be no power. As unsigned too where that is asked for. */
static const struct poly *read_power(struct digits *d, const struct et *et, bool is_unsigned)
{
	for (unsigned is_signed = !is_unsigned; is_signed < 2; is_signed++) {
		const struct poly *power = digits_is_power_term(d, et, is_signed) ? digits_read(d, et, !is_signed) : NULL;
		if (power && power->n == 1 && power->at[0].coef > 0 &&
			digits_natural(d, power->at[0].mono) && digits_is_shared(d, power) &&
			digits_at_least(d, power, 1))
			return power;
	}
	return NULL;
}

const struct poly *digits_read_natural(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *x = digits_read(d, et, false);
	if (x && digits_nonneg(d, x))
		return digits_fold(d, x);
	x = is_unsigned ? digits_read(d, et, true) : NULL;
	return x && digits_nonneg(d, x) ? digits_fold(d, x) : NULL;
}

/* x & m for a constant with its bits in one run: the digit of x there, at its place; NULL: it has not. */
static const struct poly *run_of_bits(struct digits *d, const struct et *et, bool is_unsigned)
{
	uint64_t mask = et_is_const(et->arg[1]) ? et->arg[1]->value : 0, place = mask & -mask;
	uint64_t run = place ? mask / place : 0;
	bool top = ((mask + place) & mask_bits(et->width)) == 0;
	if (!run || (run & (run + 1)) || place >> 62 || run >> 62)
		return NULL;
	const struct poly *x = digits_read_natural(d, et->arg[0], is_unsigned);
	const struct poly *digit = x ? digits_divided(d, x, poly_const(d->ps, (int128)place), false) : NULL;
	if (digit && !top)
		digit = digits_divided(d, digits_fold(d, digit), poly_const(d->ps, (int128)run + 1), true);
	return digit ? poly_scale(d->ps, digit, (int128)place) : NULL;
}

const struct poly *digits_mask(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *bits = run_of_bits(d, et, is_unsigned);
	if (bits)
		return bits;
	for (unsigned side = 0; side < 2; side++) {
		bool below;
		const struct et *by = masks_by(d->ets, et->arg[side], &below);
		const struct poly *power = by ? read_power(d, by, true) : NULL;
		const struct poly *x = power ? digits_read_natural(d, et->arg[!side], is_unsigned) : NULL;
		const struct poly *rest = x ? digits_divided(d, x, power, true) : NULL;
		if (rest)
			return below ? rest : poly_sub(d->ps, x, rest);
	}
	return NULL;
}

const struct poly *digits_flip(struct digits *d, const struct et *et, bool is_unsigned)
{
	for (unsigned side = 0; side < 2; side++) {
		const struct poly *power = read_power(d, et->arg[side], is_unsigned);
		const struct poly *x = power ? digits_read_natural(d, et->arg[!side], is_unsigned) : NULL;
		const struct poly *quotient = x ? digits_divided(d, x, power, false) : NULL;
		const struct poly *bit =
			quotient ? digits_divided(d, quotient, poly_const(d->ps, 2), true) : NULL;
		if (bit)
			return poly_add(d->ps, x,
				poly_mul(d->ps, power,
					poly_add_const(d->ps, poly_scale(d->ps, bit, -2), 1)));
	}
	return NULL;
}

/* x = place * radix * (x / (place * radix)) + place * (x / place % radix) + x % place */
static const struct poly *spelled(struct digits *d, const struct poly *x, const struct atom *digit)
{
	const struct poly *radix = poly_mul(d->ps, digit->place, digit->radix);
	if (!radix || !digits_nonneg(d, x))
		return NULL;
	const struct poly *high = digits_divided(d, x, radix, false);
	const struct poly *low = digits_divided(d, x, digit->place, true);
	const struct poly *quotient = digits_divided(d, x, digit->place, false);
	const struct poly *own = quotient ? digits_divided(d, quotient, digit->radix, true) : NULL;
	return poly_add(d->ps, poly_mul(d->ps, radix, high),
		poly_add(d->ps, poly_mul(d->ps, digit->place, own), low));
}

const struct poly *digits_replace(struct digits *d, const struct poly *poly, const struct poly *whole,
	const struct poly *digits)
{
	int128 times = 0;
	if (!digits || !whole->n)
		return poly;
	for (uint32_t n = 0; n < poly->n; n++)
		if (poly->at[n].mono == whole->at[0].mono)
			times = poly->at[n].coef / whole->at[0].coef;
	const struct poly *rest = poly_sub(d->ps, poly, poly_scale(d->ps, whole, times));
	if (!times || !rest || rest->n + whole->n != poly->n)
		return poly;
	return poly_add(d->ps, rest, poly_scale(d->ps, digits, times));
}

bool digits_may_spell(struct digits *d, const struct poly *poly)
{
	for (uint32_t var = 0, n = (uint32_t)d->atoms.n; poly && var < n; var++) {
		struct atom atom = d->atoms.at[var];
		const struct poly *wholes[] = { atom.of, NULL };
		if (atom.kind != ATOM_DIGIT || atom.shared)
			continue;
		wholes[1] = digits_twin(d, atom.of);
		for (unsigned i = 0; i < 2; i++)
			if (wholes[i] &&
				digits_replace(d, poly, wholes[i], poly_const(d->ps, 0)) != poly)
				return true;
	}
	return false;
}

const struct poly *digits_spell(struct digits *d, const struct poly *poly)
{
	for (uint32_t var = 0, n = (uint32_t)d->atoms.n; poly && var < n; var++) {
		struct atom atom = d->atoms.at[var];
		if (atom.kind != ATOM_DIGIT || atom.shared)
			continue;
		const struct poly *wholes[] = { atom.of, digits_twin(d, atom.of) };
		for (unsigned i = 0; i < 2 && poly; i++)
			if (wholes[i])
				poly = digits_replace(d, poly, wholes[i], spelled(d, wholes[i], &atom));
	}
	return poly;
}
