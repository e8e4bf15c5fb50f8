#include "solver/digits/digits_internal.h"

#define STRIDES_MAX 16
#define ZEROS_MAX 8

static void add_stride(struct digits *d, poly_vec *strides, const struct poly *stride)
{
	if (!stride || strides->n == STRIDES_MAX ||
		(poly_is_const(stride) && poly_constant(stride) <= 1))
		return;
	vec_each(known, strides) {
		if (*known == stride)
			return;
	}
	vec_push(d->arena, strides, stride);
}

static int128 size_of(int128 value)
{
	return value < 0 ? -value : value;
}

/* The factors of a product that both threads share. */
static const struct mono *shared_part(struct digits *d, const struct mono *mono)
{
	const struct mono *part = mono_one(d->ps);
	for (uint32_t i = 0; i < mono->degree; i++)
		if (d->atoms.at[mono->var[i]].shared)
			part = mono_mul(d->ps, part, mono_var(d->ps, mono->var[i]));
	return part;
}

/* What a variable of one thread is multiplied with, when that is a sum. */
static void add_sums(struct digits *d, const struct poly *poly, poly_vec *strides)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; k < mono->degree; k++) {
			const struct poly *sum, *rest;
			if (d->atoms.at[mono->var[k]].shared)
				continue;
			poly_split(d->ps, poly, mono_var(d->ps, mono->var[k]), &sum, &rest);
			if (sum->n < 2)
				continue;
			add_stride(d, strides,
				poly->at[i].coef < 0 ? poly_scale(d->ps, sum, -1) : sum);
		}
	}
}

static void find_strides(struct digits *d, const struct poly *poly, poly_vec *strides)
{
	for (unsigned degree = POLY_DEGREE_MAX; degree > 0; degree--) {
		for (uint32_t i = 0; i < poly->n; i++) {
			const struct mono *part = shared_part(d, poly->at[i].mono);
			if (part->degree != degree || part == poly->at[i].mono)
				continue;
			add_stride(d, strides,
				poly_mono(d->ps, part, size_of(poly->at[i].coef)));
			add_stride(d, strides, poly_mono(d->ps, part, 1));
		}
	}
	add_sums(d, poly, strides);
	for (uint32_t i = poly->n; i-- > 0;)
		add_stride(d, strides, poly_const(d->ps, size_of(poly->at[i].coef)));
}

/* poly = stride * quotient + rest, for a stride of one term. */
static void split_term(struct digits *d, const struct poly *poly, const struct poly *stride,
	const struct poly **quotient, const struct poly **rest)
{
	const struct poly *some, *left, *more;
	poly_split(d->ps, poly, stride->at[0].mono, &some, &left);
	poly_split_const(d->ps, some, stride->at[0].coef, quotient, &more);
	more = poly_mul(d->ps, more, poly_mono(d->ps, stride->at[0].mono, 1));
	*rest = poly_add(d->ps, left, more);
}

/* ... for a sum: the variables whose cofactor it is. */
static void split_sum(struct digits *d, const struct poly *poly, const struct poly *stride,
	const struct poly **quotient, const struct poly **rest)
{
	*quotient = poly_const(d->ps, 0);
	for (uint32_t var = 0; var < d->atoms.n; var++) {
		const struct poly *sum, *left, *one = poly_var(d->ps, var);
		if (d->atoms.at[var].shared)
			continue;
		poly_split(d->ps, poly, mono_var(d->ps, var), &sum, &left);
		if (sum == stride)
			*quotient = poly_add(d->ps, *quotient, one);
		else if (sum->n == stride->n && poly_scale(d->ps, sum, -1) == stride)
			*quotient = poly_sub(d->ps, *quotient, one);
	}
	*rest = poly_sub(d->ps, poly, poly_mul(d->ps, stride, *quotient));
}

static bool is_less(struct digits *d, const struct poly *rest, const struct poly *stride)
{
	return digits_less(d, rest, stride) && digits_less(d, poly_scale(d->ps, rest, -1), stride);
}

/* Whole strides belong to what is left of mirrored places, as in n - 1 - x. */
static bool move_mirror(struct digits *d, const struct poly *stride, const struct poly **quotient, const struct poly **rest)
{
	int128 whole = poly_constant(*quotient);
	const struct poly *more = whole ? poly_add(d->ps, *rest, poly_scale(d->ps, stride, whole)) : NULL;
	if (!more || (whole != 1 && whole != -1) || !is_less(d, more, stride))
		return false;
	*quotient = poly_add_const(d->ps, *quotient, -whole);
	*rest = more;
	return true;
}

static bool split_at(
	struct digits *d, const struct poly *poly, const struct poly *stride, unsigned depth)
{
	const struct poly *quotient, *rest;
	if (stride->n == 1)
		split_term(d, poly, stride, &quotient, &rest);
	else
		split_sum(d, poly, stride, &quotient, &rest);
	if (!quotient || !rest || !quotient->n || !rest->n)
		return false;
	if (!is_less(d, rest, stride) && (poly_is_const(stride) || !move_mirror(d, stride, &quotient, &rest)))
		return false;
	digits_derive(d, quotient, depth - 1);
	digits_derive(d, rest, depth - 1);
	return true;
}

/* Divides by what all terms have in common; NULL when that may be 0. */
static const struct poly *primitive(struct digits *d, const struct poly *poly)
{
	const struct mono *common = poly->at[0].mono;
	for (uint32_t i = 1; i < poly->n; i++)
		common = mono_gcd(d->ps, common, poly->at[i].mono);
	for (uint32_t i = 0; i < common->degree; i++)
		if (!digits_at_least(d, poly_var(d->ps, common->var[i]), 1))
			return NULL;
	const struct poly *rest;
	if (common->degree)
		poly_split(d->ps, poly, common, &poly, &rest);
	int128 content = poly_content(poly), constant = poly_constant(poly);
	if (content && constant % content) {
		d->contradiction = true;
		return NULL;
	}
	if (content > 1)
		poly_split_const(d->ps, poly, content, &poly, &rest);
	return poly;
}

/* Differences of what is 0 along with an equation that holds only just, as for i < n / 2 in i + j =
 * n - 1. */
static void squeeze(struct digits *d, const struct poly *poly, unsigned depth)
{
	poly_vec zeros = { 0 };
	digits_squeeze(d, poly, &zeros);
	for (size_t i = 0; i < zeros.n; i++) {
		for (size_t k = 0; k < i; k++) {
			const struct poly *difference =
				poly_sub(d->ps, zeros.at[i], zeros.at[k]);
			if (difference && difference->n == 2 && !poly_constant(difference))
				digits_derive(d, difference, depth);
		}
	}
}

static bool has_digit_of_power(const struct digits *d, const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		const struct atom *atom = mono->degree == 1 ? &d->atoms.at[mono->var[0]] : NULL;
		if (atom && atom->kind == ATOM_DIGIT && digits_is_power(d, atom->radix))
			return true;
	}
	return false;
}

/* A dividend beside its own digits, as in 2 * t - t % s with s = 1 << e, where nothing else is left to split off. */
static void derive_spelled(struct digits *d, const struct poly *poly, unsigned depth)
{
	const struct poly *spelled = has_digit_of_power(d, poly) ? digits_spell(d, poly) : NULL;
	if (spelled && spelled != poly && spelled->n <= poly->n)
		digits_derive(d, spelled, depth - 1);
}

/* What is not negative and adds up to 0 is 0 each, as j + k where rows are mirrored: all of it is equal. */
static void derive_zeros(struct digits *d, const struct poly *poly, unsigned depth)
{
	const struct poly *sum = poly->at[0].coef < 0 ? poly_scale(d->ps, poly, -1) : poly;
	if (!sum || poly_constant(sum) || sum->n > ZEROS_MAX || !digits_plainly_natural(d, sum))
		return;
	for (uint32_t i = 0; i < sum->n; i++) {
		for (uint32_t k = 0; k < i; k++) {
			const struct mono *one = sum->at[k].mono, *other = sum->at[i].mono;
			if (one->degree == 1 && other->degree == 1)
				digits_derive(d, poly_sub(d->ps, poly_mono(d->ps, one, 1), poly_mono(d->ps, other, 1)), depth - 1);
		}
	}
}

void digits_derive(struct digits *d, const struct poly *poly, unsigned depth)
{
	poly_vec strides = { 0 };
	if (!poly || d->contradiction)
		return;
	poly = poly->n > 2 ? digits_reduced(d, poly) : poly;
	if (!poly->n)
		return;
	if (poly_is_const(poly))
		d->contradiction = true;
	else
		poly = primitive(d, poly);
	if (!poly || d->contradiction || !depth)
		return;
	find_strides(d, poly, &strides);
	vec_each(stride, &strides) {
		if (split_at(d, poly, *stride, depth))
			return;
	}
	d->contradiction |= digits_at_least(d, poly, 1) ||
			    digits_at_least(d, poly_scale(d->ps, poly, -1), 1);
	vec_push(d->arena, &d->equal, poly);
	derive_zeros(d, poly, depth);
	if (poly->n == 2)
		return;
	derive_spelled(d, poly, depth);
	digits_derive(d, digits_in_powers(d, poly), depth - 1);
	squeeze(d, poly, depth - 1);
	squeeze(d, poly_scale(d->ps, poly, -1), depth - 1);
}
