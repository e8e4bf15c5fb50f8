#include "solver/digits/digits_internal.h"

#include <limits.h>

/*
 * Values of the variables for which all known inequalities hold. What is negative for one of these
 * cannot be derived to be not negative, so the search passes it over. A point that stops to hold as
 * more becomes known is mended by moving one variable at a time, or given up.
 */

#define MOVES_MAX 24
#define VALUE_MAX ((int64_t)1 << 20)

static int64_t *value_slot(struct digits *d, struct digit_point *point, uint32_t var)
{
	while (point->values.n <= var) {
		uint32_t mixed = (uint32_t)point->values.n * 2654435761u;
		int64_t start = point->spread ? 1 + mixed % point->spread : 0;
		vec_push(d->arena, &point->values, start);
	}
	return &point->values.at[var];
}

/* false: too large to say. */
static bool product_at(struct digits *d, struct digit_point *point, const struct mono *mono,
	int128 *value)
{
	*value = 1;
	for (uint32_t i = 0; i < mono->degree; i++)
		if (__builtin_mul_overflow(
			    *value, (int128)*value_slot(d, point, mono->var[i]), value))
			return false;
	return true;
}

static bool poly_at(struct digits *d, struct digit_point *point, const struct poly *poly,
	int128 *value)
{
	int128 sum = 0, part;
	for (uint32_t i = 0; i < poly->n; i++)
		if (!product_at(d, point, poly->at[i].mono, &part) ||
			__builtin_mul_overflow(part, poly->at[i].coef, &part) ||
			__builtin_add_overflow(sum, part, &sum))
			return false;
	*value = sum;
	return true;
}

static bool holds(struct digits *d, struct digit_point *point, const struct poly *poly)
{
	int128 value;
	return poly_at(d, point, poly, &value) && value >= 0;
}

/* How many inequalities are broken, or `enough` when there are as many as that. */
static unsigned broken(struct digits *d, struct digit_point *point, unsigned enough)
{
	unsigned count = 0;
	for (size_t i = 0; i < d->known.n && count < enough; i++)
		count += !holds(d, point, d->known.at[i].poly);
	return count;
}

/* The best of a few other values for a variable: for which fewer inequalities are broken. */
static unsigned move(struct digits *d, struct digit_point *point, const struct poly *poly,
	uint32_t var, unsigned now, int64_t *best)
{
	int64_t old = *value_slot(d, point, var);
	int128 lack;
	if (!poly_at(d, point, poly, &lack) || lack >= 0 || lack < -VALUE_MAX)
		lack = 0;
	const int64_t tries[] = { 0, 1, 2, old + 1, old - 1, old - (int64_t)lack,
		old + (int64_t)lack, 2 * old, old / 2, 32, 1024 };
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		if (tries[i] < 0 || tries[i] > VALUE_MAX || tries[i] == old)
			continue;
		*value_slot(d, point, var) = tries[i];
		unsigned then = holds(d, point, poly) ? broken(d, point, now) : now;
		if (then < now) {
			now = then;
			*best = tries[i];
		}
	}
	*value_slot(d, point, var) = old;
	return now;
}

/* Moves one variable of the inequality so that fewer are broken; false: none does. */
static bool mend(struct digits *d, struct digit_point *point, const struct poly *poly)
{
	unsigned least = broken(d, point, UINT_MAX);
	int64_t to = 0, best = 0;
	uint32_t which = 0;
	bool found = false;
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; k < mono->degree; k++) {
			unsigned then = move(d, point, poly, mono->var[k], least, &to);
			if (then >= least)
				continue;
			least = then;
			which = mono->var[k];
			best = to;
			found = true;
		}
	}
	if (found)
		*value_slot(d, point, which) = best;
	return found;
}

static const struct poly *first_broken(struct digits *d, struct digit_point *point, size_t from)
{
	for (size_t i = from; i < d->known.n; i++)
		if (!holds(d, point, d->known.at[i].poly))
			return d->known.at[i].poly;
	return NULL;
}

static void refresh(struct digits *d, struct digit_point *point)
{
	const struct poly *poly = first_broken(d, point, point->seen);
	unsigned moves = 0;
	for (; poly && moves < MOVES_MAX && mend(d, point, poly); moves++)
		poly = first_broken(d, point, 0);
	point->lost = poly != NULL;
	point->seen = d->known.n;
	d->moves += moves || point->lost;
}

void digits_points_refresh(struct digits *d)
{
	static const uint32_t spreads[DIGIT_POINTS] = { 0, 1, 64, 1000 };
	for (unsigned i = 0; i < DIGIT_POINTS; i++) {
		struct digit_point *point = &d->points[i];
		point->spread = spreads[i];
		if (!point->lost && point->seen < d->known.n)
			refresh(d, point);
	}
}

bool digits_refuted(struct digits *d, const struct poly *poly)
{
	int128 value;
	for (unsigned i = 0; i < DIGIT_POINTS; i++)
		if (!d->points[i].lost && poly_at(d, &d->points[i], poly, &value) && value < 0)
			return true;
	return false;
}

void digits_values(struct digits *d, const struct poly *poly, struct digit_values *values)
{
	values->moves = d->moves;
	for (unsigned i = 0; i < DIGIT_POINTS; i++)
		values->told[i] = !d->points[i].lost &&
				  poly_at(d, &d->points[i], poly, &values->at[i]);
}

const struct digit_values *digits_known_values(struct digits *d, size_t known)
{
	while (d->known_values.n <= known)
		vec_push(d->arena, &d->known_values,
			((struct digit_values){ .moves = d->moves - 1 }));
	struct digit_values *values = &d->known_values.at[known];
	if (values->moves != d->moves)
		digits_values(d, d->known.at[known].poly, values);
	return values;
}

bool digits_refuted_less(struct digits *d, const struct digit_values *poly, int128 size,
	const struct digit_values *known, const struct mono *factor, int128 times)
{
	int128 value, less, by;
	for (unsigned i = 0; i < DIGIT_POINTS; i++)
		if (poly->told[i] && known->told[i] && product_at(d, &d->points[i], factor, &by) &&
			!__builtin_mul_overflow(by, times, &by) &&
			!__builtin_mul_overflow(known->at[i], by, &less) &&
			!__builtin_mul_overflow(poly->at[i], size, &value) && value < less)
			return true;
	return false;
}
