#include "solver/digits/digits_internal.h"

#include <stdlib.h>

/*
 * Bounds of polynomials from known inequalities, by taking multiples of them away: when
 * E = c * I + E' with I >= 0 known and c a product of natural variables, E' >= 0 suffices
 * (Handelman 1988). The search takes away the worst term first, by the
 * inequality that leaves the least bad one, and is bounded.
 */
#define ALL_STEPS_MAX 40000
#define FAR_LEVEL 1 /* from which on the search is worth points that are made for it */

/* The search deepens, and what is found deeper is found soon. */
static const struct {
	unsigned depth, steps;
} levels[] = { { 2, 24 }, { 3, 24 }, { 4, 24 }, { 8, 16 } };
#define ROW_STEPS 20 /* times as many steps for packed triangles, where little is known that is of no use */

/* The term that keeps a sum from being plainly not negative; NULL: there is none. */
static const struct poly_term *worst_of(const struct digits *d, const struct poly_term *at, uint32_t n)
{
	const struct poly_term *found = NULL;
	for (uint32_t i = 0; i < n; i++) {
		if (at[i].coef > 0 && digits_natural(d, at[i].mono))
			continue;
		if (!found || at[i].mono->degree >= found->mono->degree)
			found = &at[i];
	}
	return found;
}

static const struct poly_term *worst(const struct digits *d, const struct poly *poly)
{
	return worst_of(d, poly->at, poly->n);
}

struct search {
	struct digits *d;
	bool wide;       /* ranges of types may be used */
	unsigned steps;  /* at most */
	poly_vec *parts; /* collects what the polynomial is a sum of; may be NULL */
};

/* A polynomial that is to be shown not negative, and the term in the way. */
struct goal {
	const struct poly *poly;
	const struct poly_term *term;
	struct digit_values values;
};

/* size * goal - times * less, in which the goal's term is taken away. */
struct step {
	const struct poly *goal, *less;
	int128 times;
};

/* Takes the multiple of a known inequality away that takes the term away; false: there is none. */
static bool without(struct digits *d, const struct goal *goal, size_t known, const struct poly_term *part, struct step *step)
{
	const struct poly_term *term = goal->term;
	if ((term->coef < 0) != (part->coef < 0))
		return false;
	const struct mono *factor = mono_div(d->ps, term->mono, part->mono);
	if (!factor || !digits_natural(d, factor))
		return false;
	int128 size = part->coef < 0 ? -part->coef : part->coef;
	int128 times = term->coef < 0 ? -term->coef : term->coef;
	if (times % size == 0) {
		times /= size;
		size = 1;
	}
	if (digits_refuted_less(
		    d, &goal->values, size, digits_known_values(d, known), factor, times))
		return false;
	const struct poly *less = d->known.at[known].poly;
	if (factor->degree)
		less = poly_mul(d->ps, less, poly_mono(d->ps, factor, 1));
	*step = (struct step){ poly_scale(d->ps, goal->poly, size), less, times };
	return true;
}

/* May a constant multiple of it take the goal's term away? */
static bool has_term(const struct at_least *known, const struct poly_term *term)
{
	return known->monos[term->coef < 0] >> (term->mono->id & 63) & 1;
}

/* Has a known inequality a part that takes this term away by a constant multiple? */
static bool is_met(const struct digits *d, const struct poly_term *term)
{
	for (size_t i = 0; i < d->known.n; i++) {
		const struct poly *poly = d->known.at[i].poly;
		for (uint32_t k = 0; has_term(&d->known.at[i], term) && k < poly->n; k++)
			if (poly->at[k].mono == term->mono && (poly->at[k].coef < 0) == (term->coef < 0))
				return true;
	}
	return false;
}

/* By what a known inequality is multiplied: a constant, a product that leaves a lower degree, or one that puts a higher one in the term's place. */
enum multiple_kind { BY_CONSTANT, BY_PART, BY_WHOLE };

static enum multiple_kind multiple_of(const struct poly_term *term, const struct poly_term *part)
{
	if (part->mono == term->mono)
		return BY_CONSTANT;
	return part->mono->degree ? BY_PART : BY_WHOLE;
}

/* What a known inequality leaves of a goal; the lower the rank the sooner it is looked at. */
struct candidate {
	struct step step;
	size_t known;
	enum multiple_kind kind;
	unsigned rank, order;
};

typedef VEC(struct candidate) candidate_list;

static unsigned own_variables(const struct digits *d, const struct mono *mono)
{
	unsigned own = 0;
	for (uint32_t i = 0; i < mono->degree; i++)
		own += !d->atoms.at[mono->var[i]].shared;
	return own;
}

/* Variables of one thread are bounded by shared ones, and small numbers by small ones. */
static unsigned rank_of(const struct digits *d, const struct goal *goal, const struct poly_term *left, enum multiple_kind kind)
{
	enum { OWN = 64, LARGER = 32, DEGREE = 4 };
	if (!left)
		return 0;
	int128 now = left->coef < 0 ? -left->coef : left->coef, before = goal->term->coef < 0 ? -goal->term->coef : goal->term->coef;
	return 1 + OWN * own_variables(d, left->mono) + (now > before ? LARGER : 0) + DEGREE * left->mono->degree + kind;
}

static void add_candidates(const struct search *search, const struct goal *goal, size_t which, candidate_list *list)
{
	struct digits *d = search->d;
	const struct poly *known = d->known.at[which].poly;
	struct poly_sum rest;
	for (uint32_t k = 0; k < known->n; k++) {
		enum multiple_kind kind = multiple_of(goal->term, &known->at[k]);
		struct candidate candidate = { .known = which, .kind = kind, .order = (unsigned)list->n };
		struct step *step = &candidate.step;
		if (!without(d, goal, which, &known->at[k], step) || !poly_merge(step->goal, step->less, -step->times, &rest))
			continue;
		const struct poly_term *left = worst_of(d, rest.at, rest.n);
		if (left && kind == BY_WHOLE && !is_met(d, left))
			continue;
		candidate.rank = rank_of(d, goal, left, kind);
		vec_push(d->arena, list, candidate);
	}
}

static int by_rank(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	unsigned i = x->rank == y->rank ? x->order : x->rank, k = x->rank == y->rank ? y->order : y->rank;
	return i < k ? -1 : i > k;
}

static bool nonneg(const struct search *search, const struct poly *poly, unsigned depth);

static bool is_proved(const struct search *search, const struct candidate *candidate, unsigned depth)
{
	struct digits *d = search->d;
	struct at_least known = d->known.at[candidate->known];
	const struct step *step = &candidate->step;
	bool last = depth == 1;
	d->steps++;
	if (last && candidate->rank)
		return false;
	if (!last && !nonneg(search, poly_add_multiple(d->ps, step->goal, step->less, -step->times), depth - 1))
		return false;
	if (known.fact >= 0)
		d->used[known.fact] = true;
	if (search->parts && candidate->kind == BY_CONSTANT)
		vec_push(d->arena, search->parts, known.poly);
	return true;
}

/* What is kept of failed searches, for as many inequalities as are known now. */
static struct digit_failure *failure_of(struct digits *d, const struct poly *poly)
{
	while (d->failures.n <= poly->id)
		vec_push(d->arena, &d->failures, ((struct digit_failure){ 0 }));
	struct digit_failure *failure = &d->failures.at[poly->id];
	if (failure->known != d->known.n)
		*failure = (struct digit_failure){ .known = d->known.n };
	return failure;
}

/* What may be taken away from a goal, the best first, as long as no point has moved. */
struct digit_steps {
	unsigned moves;
	candidate_list list;
};

static const struct digit_steps *steps_make(const struct search *search, struct goal *goal)
{
	struct digits *d = search->d;
	struct digit_steps *steps = arena_alloc(d->arena, sizeof(*steps));
	steps->moves = d->moves;
	digits_values(d, goal->poly, &goal->values);
	for (size_t i = 0; i < d->known.n; i++)
		if (search->wide || !d->known.at[i].wide)
			add_candidates(search, goal, i, &steps->list);
	if (steps->list.n)
		qsort(steps->list.at, steps->list.n, sizeof(*steps->list.at), by_rank);
	return steps;
}

/* The search comes to the same goals again as it deepens. */
static const struct digit_steps *steps_of(const struct search *search, struct goal *goal)
{
	struct digits *d = search->d;
	const struct digit_steps *steps = failure_of(d, goal->poly)->steps[search->wide];
	if (!steps || steps->moves != d->moves) {
		steps = steps_make(search, goal);
		failure_of(d, goal->poly)->steps[search->wide] = steps;
	}
	return steps;
}

static bool nonneg(const struct search *search, const struct poly *poly, unsigned depth)
{
	struct digits *d = search->d;
	struct goal goal = { .poly = poly, .term = worst(d, poly) };
	if (!goal.term)
		return true;
	if (failure_of(d, poly)->depth[search->wide] >= depth)
		return false;
	const struct digit_steps *steps = steps_of(search, &goal);
	for (size_t i = 0; i < steps->list.n && d->steps < search->steps; i++)
		if (is_proved(search, &steps->list.at[i], depth))
			return true;
	if (d->steps < search->steps)
		failure_of(d, poly)->depth[search->wide] = depth;
	return false;
}

bool digits_search(struct digits *d, const struct poly *poly, bool wide, poly_vec *parts)
{
	struct search search = { .d = d, .wide = wide, .parts = parts };
	bool found = poly && !worst(d, poly);
	if (!poly || found)
		return found;
	if (!parts && digits_ranges_nonneg(d, poly, wide))
		return true;
	if (digits_spent(d))
		return false;
	digits_points_refresh(d);
	if (digits_refuted(d, poly) || failure_of(d, poly)->given_up[wide])
		return false;
	for (size_t i = 0; !found && i < sizeof(levels) / sizeof(*levels); i++) {
		if (i == FAR_LEVEL)
			digits_points_far(d);
		if (i == FAR_LEVEL && digits_refuted(d, poly))
			break;
		d->steps = 0;
		search.steps = levels[i].steps * (d->names_rows ? ROW_STEPS : 1);
		if (d->all_steps < ALL_STEPS_MAX)
			found = nonneg(&search, poly, levels[i].depth);
		d->all_steps += d->steps;
	}
	if (!found)
		failure_of(d, poly)->given_up[wide] = true;
	return found;
}

