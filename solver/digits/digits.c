#include "solver/digits/digits_internal.h"

#include "base/effort.h"
#include "expr/known.h"
#include "solver/verdict.h"

/*
 * Equal addresses have equal digits. A difference D = 0 is split at a stride S into S * Q + R;
 * when |R| < S, both Q and R are 0, and they are split in turn. What cannot be split is an equation
 * between the threads; equations between all digits of two dividends make these equal.
 */
#define POLY_STEPS 10 /* of effort_count, for a polynomial that is made */
#define MOST_POLYS 400000 /* made by all attempts at a query: proofs have taken 171,000 at most */
#define EQUATIONS_MAX 8 /* that are looked at together */
#define ADDED_MAX 3	/* that are added up */
#define DIVISORS_MAX 6 /* whose signs are told apart */

/* The variable of the other thread that stands for the same; itself when it is shared. */
static const struct poly *twin(struct digits *d, uint32_t var)
{
	const struct atom *atom = &d->atoms.at[var];
	if (atom->shared)
		return poly_var(d->ps, var);
	for (uint32_t i = 0; i < d->atoms.n; i++) {
		const struct atom *other = &d->atoms.at[i];
		bool leaves = atom->et && other->et && atom->et->op == ET_SYM &&
			      other->et->op == ET_SYM && atom->scale == other->scale;
		if (leaves && i != var &&
			atom->et->sym->original && other->et->sym->original == atom->et->sym->original &&
			other->et->sym->copy + atom->et->sym->copy == 3)
			return poly_var(d->ps, i);
	}
	return NULL;
}

const struct poly *digits_twin(struct digits *d, const struct poly *poly)
{
	const struct poly *sum = poly_const(d->ps, 0);
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		const struct poly *product = poly_const(d->ps, poly->at[i].coef);
		for (uint32_t k = 0; k < mono->degree; k++)
			product = poly_mul(d->ps, product, twin(d, mono->var[k]));
		sum = poly_add(d->ps, sum, product);
	}
	return sum;
}

/* Writes a dividend that the other address takes digits of as the sum of its own digits. */
static const struct poly *in_digits(
	struct digits *d, const struct poly *poly, const struct poly *other)
{
	for (uint32_t i = 0; poly && other && i < other->n; i++) {
		const struct mono *mono = other->at[i].mono;
		for (uint32_t k = 0; k < mono->degree; k++) {
			struct atom atom = d->atoms.at[mono->var[k]];
			const struct poly *whole = atom.kind == ATOM_QUOTIENT ? digits_twin(d, atom.of)
									      : NULL;
			if (whole)
				poly = digits_replace(d, poly, whole, digits_of(d, whole, atom.place));
		}
	}
	return poly;
}

/* The overlap of both accesses as an equation. */
static void derive_overlap(struct digits *d)
{
	const struct query *query = d->query;
	const struct poly *offset[2];
	for (unsigned i = 0; i < 2; i++)
		offset[i] = digits_fold(d, digits_read(d, query->offset[i], false));
	digits_know_wholes(d);
	const struct poly *first_offset = offset[0];
	offset[0] = in_digits(d, offset[0], offset[1]);
	offset[1] = in_digits(d, offset[1], first_offset);
	digits_know_folded(d);
	for (unsigned i = 0; i < 2; i++) {
		d->meets_digits = d->meets_digits || digits_may_spell(d, offset[i]);
		offset[i] = d->spells ? digits_spell(d, offset[i]) : offset[i];
	}
	const struct poly *difference = poly_sub(d->ps, offset[0], offset[1]);
	if (!difference)
		return;
	int128 from = -((int128)query->size[0] - 1), to = (int128)query->size[1] - 1;
	int128 content = poly_content(difference), constant = poly_constant(difference);
	if (!content) {
		d->contradiction = constant < from || constant > to;
		return;
	}
	int128 first = ceil_div(from - constant, content), last = floor_div(to - constant, content);
	const struct poly *zero = poly_reduce(d->ps, difference, content);
	if (first > last)
		d->contradiction = true;
	else if (first == last)
		digits_derive(d, poly_add_const(d->ps, zero, -first), SPLIT_DEPTH);
	else
		digits_derive(d, poly_sub(d->ps, zero, digits_slack(d, first, last)), SPLIT_DEPTH);
}

/* Symbols of the second thread that are the same of the first. */
static const struct et *first_thread(void *data, struct ets *ets, const struct et *leaf)
{
	const struct digits *d = data;
	(void)ets;
	vec_each(equation, &d->equal) {
		const struct atom *pair[2];
		if (!digits_same_pair(d, *equation, pair) || !pair[0]->et || !pair[1]->et)
			continue;
		for (unsigned i = 0; i < 2; i++) {
			const struct et *other = pair[!i]->et;
			if (pair[i]->et == leaf && other->op == ET_SYM && leaf->op == ET_SYM &&
				leaf->sym->copy == 2 && other->sym->copy < 2 &&
				leaf->width == other->width &&
				pair[0]->scale == pair[1]->scale &&
				pair[0]->is_unsigned == pair[1]->is_unsigned)
				return other;
		}
	}
	return NULL;
}

static bool contradictory(struct digits *d)
{
	const struct query *query = d->query;
	VEC(const struct et *) conditions = { 0 };
	size_t n = 0;
	struct et_map *map = et_map_new(d->ets, first_thread, d);
	for (size_t i = 0; i < query->conditions.n; i++) {
		const struct et *condition = et_map_apply(map, query->conditions.at[i]);
		if (et_is_false(condition))
			return true;
		vec_push(d->arena, &conditions, condition);
	}
	struct known *known = known_new(d->arena, d->ets);
	return !known_conjuncts(d->arena, known, conditions.n, conditions.at, &n);
}

static void fill_answer(struct digits *d, struct arena *arena, struct answer *answer)
{
	const struct query *query = d->query;
	*answer = (struct answer){ .kind = ANSWER_UNSAT };
	if (d->may_wrap)
		answer->assumptions = ASSUME_NO_WRAP;
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		if (d->used[i])
			vec_push(arena, &answer->core, i);
}

/* What the attempt has cost so far, or the one that ends. */
static void count_steps(const struct digits *d)
{
	if (d->ps)
		effort_count(POLY_STEPS * polys_made(d->ps));
}

static uint64_t all_made(const struct digits *d)
{
	return d->spent + (d->ps ? polys_made(d->ps) : 0);
}

bool digits_spent(const struct digits *d)
{
	return all_made(d) > MOST_POLYS;
}

void digits_start(struct digits *d, struct arena *scratch, const struct query *query, bool *used)
{
	count_steps(d);
	*d = (struct digits){ .arena = scratch, .ets = query->ets, .ps = polys_new(scratch),
		.query = query, .fact = -1, .used = used, .spent = all_made(d), .may_wrap = d->may_wrap,
		.names_sums = d->names_sums, .names_wholly = d->names_wholly, .meets_powers = d->meets_powers, .ties_powers = d->ties_powers, .row_terms = d->row_terms, .names_rows = d->names_rows, .sums = d->sums, .spells = d->spells, .meets_digits = d->meets_digits, .meets_sums = d->meets_sums, .splits = d->splits, .meets_steps = d->meets_steps,
		.meets_parts = d->meets_parts, .skips_parts = d->skips_parts, .divisors.at = d->divisors.at,
		.divisors.n = d->divisors.n, .divisors.room = d->divisors.room };
	for (unsigned i = 0; i < 2; i++)
		d->read[i] = ptrmap_new(scratch);
	d->taken = ptrmap_new(scratch);
	if (!digits_spent(d))
		digits_read_bounds(d);
	if (d->names_rows)
		digits_name_rows(d);
}

/* Is something known below 0 by equations from `first` on, each added, subtracted or left out. */
static bool falls_below(struct digits *d, const struct poly *known, size_t first)
{
	const struct poly *below = known ? poly_add_const(d->ps, poly_scale(d->ps, known, -1), -1) : NULL;
	if (below && digits_plainly_natural(d, below))
		return true;
	for (size_t i = first; known && i < d->equal.n; i++)
		if (falls_below(d, poly_add(d->ps, known, d->equal.at[i]), i + 1) ||
			falls_below(d, poly_sub(d->ps, known, d->equal.at[i]), i + 1))
			return true;
	return false;
}

static bool some_falls_below(struct digits *d)
{
	for (size_t i = 0, n = d->known.n; i < n && d->equal.n <= ADDED_MAX; i++) {
		const struct at_least known = d->known.at[i];
		if (known.wide || known.poly->n < 3 || !falls_below(d, known.poly, 0))
			continue;
		if (known.fact >= 0)
			d->used[known.fact] = true;
		return true;
	}
	return false;
}

/* Equations that exclude each other, with the bounds: x = n - 1 - y where x + y < n - 1. */
static bool are_incompatible(struct digits *d)
{
	if (d->equal.n < 2 || d->equal.n > EQUATIONS_MAX)
		return false;
	if (some_falls_below(d))
		return true;
	vec_each(equation, &d->equal) {
		digits_know_always(d, *equation);
		digits_know_always(d, poly_scale(d->ps, *equation, -1));
	}
	vec_each(equation, &d->equal) {
		if ((*equation)->n > 2 && (digits_at_least(d, *equation, 1) ||
						  digits_at_least(d, poly_scale(d->ps, *equation, -1), 1)))
			return true;
	}
	return false;
}

static bool excludes_itself(struct digits *d)
{
	digits_climb(d);
	return d->contradiction || contradictory(d) || are_incompatible(d);
}

bool digits_conclude(struct digits *d)
{
	return excludes_itself(d) || (digits_use_alternatives(d) && excludes_itself(d));
}

bool digits_refute(struct digits *d)
{
	if (digits_spent(d))
		return false;
	derive_overlap(d);
	return digits_conclude(d);
}

/* Both orders of two ids that differ, where parts of a range are shared out by quotients. */
static bool refute_ordered(struct digits *d, struct arena *scratch, const struct query *query)
{
	const struct et *ids[2];
	if (!digits_shares_out(d))
		return false;
	for (size_t i = 0; i < query->conditions.n; i++) {
		bool refuted = digits_differ(query->conditions.at[i], ids);
		for (unsigned order = 0; order < 2 && refuted; order++) {
			digits_start(d, scratch, query, d->used);
			digits_know_order(d, ids[order], ids[!order]);
			refuted = digits_refute(d);
		}
		if (refuted)
			return true;
	}
	return false;
}

/* What was refuted was not in vain: another case may take as much as the whole. */
static void begin_anew(struct digits *d)
{
	count_steps(d);
	d->ps = NULL;
	d->spent = 0;
}

/* All signs of what the addresses divide by. */
static bool refute_signed(struct digits *d, struct arena *scratch, const struct query *query)
{
	digits_find_divisors(d);
	size_t n = d->divisors.n;
	bool refuted = n > 0 && n <= DIVISORS_MAX;
	for (unsigned signs = 0; refuted && signs < 1u << n; signs++) {
		for (size_t i = 0; i < n; i++)
			d->divisors.at[i].negative = signs >> i & 1;
		if (signs)
			begin_anew(d);
		digits_start(d, scratch, query, d->used);
		refuted = digits_refute(d);
	}
	d->divisors.n = 0;
	return refuted;
}

/* Strides that are sums, as those of an output that is smaller than its input. */
static bool refute_named(struct digits *d, struct arena *scratch, const struct query *query)
{
	if (!d->meets_sums)
		return false;
	d->names_sums = true;
	digits_start(d, scratch, query, d->used);
	return digits_refute(d);
}

/* The same, and other places speak of these sums too: a kernel of 2 * k + 1 rows has rows below 2 * k + 1. */
static bool refute_wholly_named(struct digits *d, struct arena *scratch, const struct query *query)
{
	if (!d->meets_sums)
		return false;
	d->names_wholly = true;
	digits_start(d, scratch, query, d->used);
	bool refuted = digits_refute(d);
	d->names_wholly = false;
	return refuted;
}

/* Dividends beside their own digits, as in 2 * t - t % s. */
static bool refute_spelled(struct digits *d, struct arena *scratch, const struct query *query)
{
	if (!d->meets_digits)
		return false;
	d->spells = true;
	d->names_sums = false;
	digits_start(d, scratch, query, d->used);
	return digits_refute(d);
}

/* Whole steps of dividends apart from what is below them: as good a reading, but not of ranges shared out. */
static bool refute_split(struct digits *d, struct arena *scratch, const struct query *query)
{
	if (!d->meets_steps)
		return false;
	d->splits = true;
	d->spells = false;
	d->names_sums = false;
	digits_start(d, scratch, query, d->used);
	return digits_refute(d);
}

/* Without conditions on digits, which may be others than those of the addresses: t % s beside t % (2 * s). */
static bool refute_apart(struct digits *d, struct arena *scratch, const struct query *query)
{
	if (!d->meets_parts)
		return false;
	d->skips_parts = true;
	d->splits = d->spells = d->names_sums = false;
	digits_start(d, scratch, query, d->used);
	return digits_refute(d) || refute_spelled(d, scratch, query);
}

/* With what powers of two are as products of each other, of which bounds are harder to find. */
static bool refute_tied(struct digits *d, struct arena *scratch, const struct query *query)
{
	if (!d->meets_powers)
		return false;
	d->ties_powers = true;
	d->skips_parts = d->splits = d->spells = d->names_sums = false;
	digits_start(d, scratch, query, d->used);
	return digits_refute(d);
}

bool digits_prove(struct arena *arena, const struct query *query, struct answer *answer)
{
	struct arena *scratch = arena_new();
	struct digits d = { .may_wrap = false };
	assert(query->offset[0]);
	digits_start(&d, scratch, query,
		arena_alloc(scratch, (query->facts ? query->facts->n : 0) + 1));
	bool proved = digits_refute(&d) || refute_ordered(&d, scratch, query) ||
		      refute_signed(&d, scratch, query) ||
		      refute_named(&d, scratch, query) || refute_wholly_named(&d, scratch, query) || refute_spelled(&d, scratch, query) || refute_split(&d, scratch, query) ||
		      refute_apart(&d, scratch, query) || refute_tied(&d, scratch, query) || digits_refute_rows(&d, scratch, query);
	count_steps(&d);
	if (proved)
		fill_answer(&d, arena, answer);
	arena_free(scratch);
	return proved;
}
