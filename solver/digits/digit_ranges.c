#include "solver/digits/digits_internal.h"

/*
 * Constant bounds of single variables, and from these of polynomials by interval arithmetic: most
 * questions about bounds are answered so, without a search through what is known.
 */
#define RANGE_MOST ((int128)1 << 100)

static struct digit_range *range_slot(struct digits *d, bool wide, uint32_t var)
{
	while (d->ranges[wide].n <= var) {
		struct digit_range none = { .fact = { -1, -1 } };
		vec_push(d->arena, &d->ranges[wide], none);
	}
	return &d->ranges[wide].at[var];
}

static void narrow(struct digits *d, bool wide, uint32_t var, unsigned end, int128 value)
{
	struct digit_range *range = range_slot(d, wide, var);
	if (range->bounded[end] &&
		(end ? value >= range->limit[end] : value <= range->limit[end]))
		return;
	range->bounded[end] = true;
	range->limit[end] = value;
	range->fact[end] = d->fact;
}

/* Of a constant less naturals, each of which is at most what the constant has room for, in whole numbers. */
static void learn_parts(struct digits *d, const struct poly *poly, bool wide)
{
	int128 constant = poly_constant(poly);
	for (uint32_t i = 0; i < poly->n; i++)
		if (poly->at[i].mono->degree && (poly->at[i].coef > 0 || !digits_natural(d, poly->at[i].mono)))
			return;
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct poly_term *term = &poly->at[i];
		if (term->mono->degree != 1)
			continue;
		narrow(d, true, term->mono->var[0], 1, floor_div(constant, -term->coef));
		if (!wide)
			narrow(d, false, term->mono->var[0], 1, floor_div(constant, -term->coef));
	}
}

void digits_learn_range(struct digits *d, const struct poly *poly, bool wide)
{
	int128 constant = poly_constant(poly);
	const struct poly_term *term = NULL;
	for (uint32_t i = 0; i < poly->n; i++) {
		if (!poly->at[i].mono->degree)
			continue;
		if (term || poly->at[i].mono->degree > 1) {
			learn_parts(d, poly, wide);
			return;
		}
		term = &poly->at[i];
	}
	if (!term)
		return;
	bool above = term->coef > 0;
	int128 limit = above ? ceil_div(-constant, term->coef) : floor_div(constant, -term->coef);
	narrow(d, true, term->mono->var[0], !above, limit);
	if (!wide)
		narrow(d, false, term->mono->var[0], !above, limit);
}

/* A closed range; false: it is not bounded on both sides, or too large to say. */
static bool times_variable(struct digits *d, bool wide, uint32_t var, int128 range[2])
{
	const struct digit_range *by = range_slot(d, wide, var);
	bool natural = d->atoms.at[var].natural;
	if (!by->bounded[1] || !(by->bounded[0] || natural))
		return false;
	int128 lo = by->bounded[0] ? by->limit[0] : 0, hi = by->limit[1];
	if (natural && lo < 0)
		lo = 0;
	int128 ends[4];
	if (__builtin_mul_overflow(range[0], lo, &ends[0]) ||
		__builtin_mul_overflow(range[0], hi, &ends[1]) ||
		__builtin_mul_overflow(range[1], lo, &ends[2]) ||
		__builtin_mul_overflow(range[1], hi, &ends[3]))
		return false;
	range[0] = range[1] = ends[0];
	for (unsigned i = 1; i < 4; i++) {
		range[0] = ends[i] < range[0] ? ends[i] : range[0];
		range[1] = ends[i] > range[1] ? ends[i] : range[1];
	}
	return range[0] > -RANGE_MOST && range[1] < RANGE_MOST;
}

/* The least that a term is; false: none is known. */
static bool term_least(
	struct digits *d, const struct poly_term *term, bool wide, int128 *least)
{
	int128 range[2] = { 1, 1 };
	bool bounded = true;
	for (uint32_t k = 0; k < term->mono->degree && bounded; k++)
		bounded = times_variable(d, wide, term->mono->var[k], range);
	*least = 0;
	if (!bounded && term->coef > 0 && term->mono->degree == 1) {
		const struct digit_range *own = range_slot(d, wide, term->mono->var[0]);
		if (own->bounded[0])
			return !__builtin_mul_overflow(own->limit[0], term->coef, least);
	}
	if (!bounded)
		return term->coef > 0 && digits_natural(d, term->mono);
	return !__builtin_mul_overflow(range[term->coef < 0], term->coef, least);
}

static void use_ranges(struct digits *d, const struct poly *poly, bool wide)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; k < mono->degree; k++) {
			const struct digit_range *range = range_slot(d, wide, mono->var[k]);
			for (unsigned end = 0; end < 2; end++)
				if (range->bounded[end] && range->fact[end] >= 0)
					d->used[range->fact[end]] = true;
		}
	}
}

static bool sum_least(struct digits *d, const struct poly *poly, bool wide, int128 *sum)
{
	int128 least;
	*sum = 0;
	for (uint32_t i = 0; i < poly->n; i++)
		if (!term_least(d, &poly->at[i], wide, &least) ||
			__builtin_add_overflow(*sum, least, sum))
			return false;
	return true;
}

bool digits_ranges_nonneg(struct digits *d, const struct poly *poly, bool wide)
{
	int128 sum;
	if (!sum_least(d, poly, wide, &sum) || sum < 0)
		return false;
	use_ranges(d, poly, wide);
	return true;
}

bool digits_least(struct digits *d, const struct poly *poly, int128 *least)
{
	if (!sum_least(d, poly, false, least))
		return false;
	use_ranges(d, poly, false);
	return true;
}
