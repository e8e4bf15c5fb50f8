#include "solver/digits/digits_internal.h"

#include <limits.h>

/*
 * Values of the variables for which all known inequalities hold. What is negative for one of these
 * cannot be derived to be not negative, so the search passes it over. Quotients, digits and sums
 * have the values that their operands give them; the others are free, and not negative where they
 * are known to be natural. A point that stops to hold as more becomes known is mended by moving one
 * free variable at a time, or given up.
 */

#define MOVES_MAX 24
#define VALUE_MAX ((int128)1 << 66)
#define SUM_MAX ((int128)1 << 120)
#define FAR_STEP 4096 /* in which quotients move */
#define NEAR_POINTS (DIGIT_POINTS - FAR_POINTS)
#define FAR_ATOMS 48 /* for more of them far points cost more than they spare */

/* How a point begins: free variables between 1 and the spread, or 0; below 0 where they may be. */
static const struct {
	int128 spread;
	bool negative, most; /* most: as large as ranges let them be */
} starts[DIGIT_POINTS - FAR_POINTS] = { { 0, false, false }, { 1, true, false }, { 64, false, false },
	{ 1000, true, false }, { 1 << 30, false, false }, { VALUE_MAX, false, true } };

/* false: too large to say. */
static bool product_at(const struct digit_point *point, const struct mono *mono, int128 *value)
{
	*value = 1;
	for (uint32_t i = 0; i < mono->degree; i++)
		if (__builtin_mul_overflow(*value, point->values.at[mono->var[i]], value))
			return false;
	return true;
}

static __attribute__((noinline)) bool large_poly_at(const struct digit_point *point, const struct poly *poly, int128 *value)
{
	int128 sum = 0, part;
	for (uint32_t i = 0; i < poly->n; i++)
		if (!product_at(point, poly->at[i].mono, &part) ||
			__builtin_mul_overflow(part, poly->at[i].coef, &part) ||
			__builtin_add_overflow(sum, part, &sum))
			return false;
	*value = sum;
	return sum > -SUM_MAX && sum < SUM_MAX;
}

/* Nearly all are sums of small numbers, so that nothing overflows: 128 times 2^94 at most. */
_Static_assert(POLY_TERMS_MAX <= 128, "sums of small products do not overflow");

static bool poly_at(const struct digit_point *point, const struct poly *poly, int128 *value)
{
	int128 sum = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		int128 part = mono->degree ? point->values.at[mono->var[0]] : 1, coef = poly->at[i].coef;
		bool small = mono->degree <= 1 && part == (int32_t)part && coef == (int64_t)coef;
		if (!small)
			return large_poly_at(point, poly, value);
		sum += part * coef;
	}
	*value = sum;
	return true;
}

static bool holds(const struct digit_point *point, const struct poly *poly)
{
	int128 value;
	return poly_at(point, poly, &value) && value >= 0;
}

static bool is_free(const struct atom *atom)
{
	return atom->kind == ATOM_PLAIN;
}

static int128 in_range(const struct digits *d, uint32_t var, int128 value)
{
	if (var >= d->ranges[true].n)
		return value;
	const struct digit_range *range = &d->ranges[true].at[var];
	if (range->bounded[1] && value > range->limit[1] && range->limit[1] >= -VALUE_MAX)
		value = range->limit[1];
	if (range->bounded[0] && value < range->limit[0] && range->limit[0] <= VALUE_MAX)
		value = range->limit[0];
	return value;
}

static int128 start_of(const struct digits *d, unsigned which, uint32_t var)
{
	uint32_t mixed = var * 2654435761u;
	int128 spread = starts[which].spread, value = spread ? 1 + mixed % spread : 0;
	if (starts[which].most)
		value = spread;
	bool negative = starts[which].negative && !d->atoms.at[var].natural;
	return in_range(d, var, negative ? -value : value);
}

/* What the operands make of it; 0 where they are too large, or it divides by what is not positive.
 */
static int128 derived(const struct digit_point *point, const struct atom *atom)
{
	int128 left = 0, right = 1, value;
	if (!poly_at(point, atom->kind == ATOM_XOR ? atom->left : atom->of, &left) ||
		(atom->kind != ATOM_SUM &&
			!poly_at(
				point, atom->kind == ATOM_XOR ? atom->right : atom->place, &right)))
		return 0;
	if (atom->kind == ATOM_XOR)
		value = left ^ right;
	else
		value = right > 0 ? floor_div(left, right) : 0;
	if (atom->kind == ATOM_DIGIT) {
		if (!poly_at(point, atom->radix, &right) || right <= 0)
			return 0;
		value -= right * floor_div(value, right);
	}
	return value > VALUE_MAX || value < -VALUE_MAX ? 0 : value;
}

/* Variables from one on follow their operands, which come before them. */
static void follow(const struct digits *d, struct digit_point *point, size_t from)
{
	for (size_t i = from; i < point->values.n; i++)
		if (!is_free(&d->atoms.at[i]))
			point->values.at[i] = derived(point, &d->atoms.at[i]);
}

static void set(const struct digits *d, struct digit_point *point, uint32_t var, int128 value)
{
	point->values.at[var] = value;
	follow(d, point, var + 1);
}

/* Makes room for new variables. */
static void extend(struct digits *d, unsigned which)
{
	struct digit_point *point = &d->points[which];
	for (size_t var = point->values.n; var < d->atoms.n; var++) {
		int128 value = is_free(&d->atoms.at[var]) ? start_of(d, which, (uint32_t)var) : 0;
		vec_push(d->arena, &point->values, value);
		follow(d, point, var);
	}
}

static bool is_below(const struct digits *d, const struct digit_point *point, size_t var)
{
	return point->values.at[var] < 0 && d->atoms.at[var].natural;
}

static bool is_product_below(const struct digits *d, const struct digit_point *point, size_t i)
{
	int128 value;
	return !product_at(point, d->natural_products.at[i], &value) || value < 0;
}

/* How many inequalities are broken, or `enough` when there are as many as that. */
static unsigned broken(const struct digits *d, const struct digit_point *point, unsigned enough)
{
	unsigned count = 0;
	for (size_t i = 0; i < d->known.n && count < enough; i++)
		count += !holds(point, d->known.at[i].poly);
	for (size_t i = 0; i < d->atoms.n && count < enough; i++)
		count += is_below(d, point, i);
	for (size_t i = 0; i < d->natural_products.n && count < enough; i++)
		count += is_product_below(d, point, i);
	return count;
}

/* Newton's step to where the polynomial is not negative; the old value where it has no slope. */
static int128 newton(const struct digits *d, struct digit_point *point, const struct poly *poly,
	uint32_t var, int128 step)
{
	int128 old = point->values.at[var], here, there, by;
	bool told = poly_at(point, poly, &here);
	set(d, point, var, old + step);
	told = poly_at(point, poly, &there) && told && here < 0;
	set(d, point, var, old);
	if (!told || here == there || __builtin_mul_overflow(-here, step, &by))
		return old;
	by = there > here ? ceil_div(by, there - here) : -ceil_div(by, here - there);
	return by > VALUE_MAX || by < -VALUE_MAX ? old : old + by;
}

/* The best of a few other values for a variable: for which fewer inequalities are broken. */
static unsigned move(const struct digits *d, struct digit_point *point, const struct poly *poly,
	uint32_t var, unsigned now, int128 *best)
{
	int128 old = point->values.at[var];
	const int128 tries[] = { newton(d, point, poly, var, 1),
		newton(d, point, poly, var, FAR_STEP), 0, 1, 2, old + 1, old - 1, 2 * old, old / 2,
		32, 1024 };
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		if (tries[i] > VALUE_MAX || tries[i] < -VALUE_MAX || tries[i] == old ||
			in_range(d, var, tries[i]) != tries[i])
			continue;
		set(d, point, var, tries[i]);
		unsigned then = holds(point, poly) ? broken(d, point, now) : now;
		if (then < now) {
			now = then;
			*best = tries[i];
		}
	}
	set(d, point, var, old);
	return now;
}

typedef VEC(uint32_t) var_list;

static void collect(struct digits *d, const struct poly *poly, var_list *vars);

static void collect_var(struct digits *d, uint32_t var, var_list *vars)
{
	const struct atom *atom = &d->atoms.at[var];
	vec_each(known, vars)
		if (*known == var)
			return;
	if (is_free(atom)) {
		vec_push(d->arena, vars, var);
		return;
	}
	const struct poly *operands[] = { atom->of, atom->place, atom->radix, atom->left,
		atom->right };
	for (size_t i = 0; i < sizeof(operands) / sizeof(*operands); i++)
		if (operands[i])
			collect(d, operands[i], vars);
}

/* The free variables that a polynomial rests on. */
static void collect(struct digits *d, const struct poly *poly, var_list *vars)
{
	for (uint32_t i = 0; i < poly->n; i++)
		for (uint32_t k = 0; k < poly->at[i].mono->degree; k++)
			collect_var(d, poly->at[i].mono->var[k], vars);
}

/* Moves one variable of the inequality so that fewer are broken; false: none does. */
static bool mend(struct digits *d, struct digit_point *point, const struct poly *poly)
{
	unsigned least = broken(d, point, UINT_MAX);
	int128 to = 0, best = 0;
	uint32_t which = 0;
	bool found = false;
	var_list vars = { 0 };
	collect(d, poly, &vars);
	vec_each(var, &vars) {
		unsigned then = move(d, point, poly, *var, least, &to);
		if (then >= least)
			continue;
		least = then;
		which = *var;
		best = to;
		found = true;
	}
	if (found)
		set(d, point, which, best);
	return found;
}

static const struct poly *first_broken(
	struct digits *d, const struct digit_point *point, size_t from)
{
	for (size_t i = from; i < d->known.n; i++)
		if (!holds(point, d->known.at[i].poly))
			return d->known.at[i].poly;
	for (uint32_t i = 0; i < d->atoms.n; i++)
		if (is_below(d, point, i))
			return poly_var(d->ps, i);
	for (size_t i = 0; i < d->natural_products.n; i++)
		if (is_product_below(d, point, i))
			return poly_mono(d->ps, d->natural_products.at[i], 1);
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
	for (unsigned i = 0; i < NEAR_POINTS; i++) {
		if (d->points[i].lost)
			continue;
		extend(d, i);
		refresh(d, &d->points[i]);
	}
	for (unsigned i = NEAR_POINTS; i < DIGIT_POINTS; i++)
		d->points[i].lost |= d->points[i].seen != d->known.n || d->points[i].values.n != d->atoms.n;
}

/* Moves a variable as far as what is known lets it, if that is the same step for each inequality on the way. */
static void push(struct digits *d, struct digit_point *point, uint32_t var, int128 step)
{
	int128 old = point->values.at[var], room = VALUE_MAX, there, *here = arena_alloc(d->arena, d->known.n * sizeof(*here));
	bool told = true;
	for (size_t i = 0; i < d->known.n; i++)
		told = told && poly_at(point, d->known.at[i].poly, &here[i]);
	set(d, point, var, old + step);
	for (size_t i = 0; i < d->known.n && told; i++) {
		told = poly_at(point, d->known.at[i].poly, &there);
		if (told && there < here[i] && here[i] / (here[i] - there) < room)
			room = here[i] / (here[i] - there);
	}
	if (step < 0 && d->atoms.at[var].natural && old < room)
		room = old;
	told = told && room < VALUE_MAX;
	set(d, point, var, told ? old + room * step : old);
	if (told && broken(d, point, 1))
		set(d, point, var, old);
}

/* The thread whose own variable it is, 1 or 2; 0: it is no leaf of one thread. */
static unsigned thread_of(const struct atom *atom)
{
	bool own = atom->kind == ATOM_PLAIN && !atom->shared && atom->et && (atom->et->op == ET_SYM || atom->et->op == ET_APP);
	return own && atom->et->sym->copy <= 2 ? atom->et->sym->copy : 0;
}

void digits_points_far(struct digits *d)
{
	const struct digit_point *from = NULL;
	for (unsigned i = 0; i < NEAR_POINTS && d->atoms.n <= FAR_ATOMS; i++)
		if (!d->points[i].lost && (!from || starts[i].spread < VALUE_MAX))
			from = &d->points[i];
	for (unsigned i = NEAR_POINTS; i < DIGIT_POINTS && from; i++) {
		struct digit_point *point = &d->points[i];
		if (!point->lost && point->seen == d->known.n && point->values.n == d->atoms.n)
			continue;
		point->values.n = 0;
		vec_each(value, &from->values)
			vec_push(d->arena, &point->values, *value);
		for (uint32_t var = 0; var < d->atoms.n; var++) {
			unsigned thread = thread_of(&d->atoms.at[var]);
			if (thread)
				push(d, point, var, (thread == 1) == (i == NEAR_POINTS) ? 1 : -1);
		}
		point->lost = broken(d, point, 1);
		point->seen = d->known.n;
		d->moves++;
	}
}

bool digits_refuted(struct digits *d, const struct poly *poly)
{
	int128 value;
	for (unsigned i = 0; i < DIGIT_POINTS; i++)
		if (!d->points[i].lost && poly_at(&d->points[i], poly, &value) && value < 0)
			return true;
	return false;
}

void digits_values(struct digits *d, const struct poly *poly, struct digit_values *values)
{
	values->moves = d->moves;
	for (unsigned i = 0; i < DIGIT_POINTS; i++)
		values->told[i] =
			!d->points[i].lost && poly_at(&d->points[i], poly, &values->at[i]);
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
		if (poly->told[i] && known->told[i] && product_at(&d->points[i], factor, &by) &&
			!__builtin_mul_overflow(by, times, &by) &&
			!__builtin_mul_overflow(known->at[i], by, &less) &&
			!__builtin_mul_overflow(poly->at[i], size, &value) && value < less)
			return true;
	return false;
}
