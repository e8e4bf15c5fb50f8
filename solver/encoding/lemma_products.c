#include "solver/encoding/lemma_internal.h"

#define PAIRS_MAX 400
#define EXPANSIONS_MAX 30

/* a * b = m for a >= 1 or a <= -1 (negated), b likewise: |m| >= |a| and |m| >= |b|. */
static void sign_lemma(struct lemmas *l, const struct poly *m, const struct poly *a,
	const struct poly *b, bool a_negative, bool b_negative)
{
	int128 lo, hi;
	ints_range(l->in, a, &lo, &hi);
	if (a_negative ? lo >= 0 : hi <= 0)
		return;
	ints_range(l->in, b, &lo, &hi);
	if (b_negative ? lo >= 0 : hi <= 0)
		return;
	const struct poly *size_m = a_negative == b_negative ? m : poly_scale(l->ps, m, -1);
	const struct poly *size_a = a_negative ? poly_scale(l->ps, a, -1) : a;
	const struct poly *size_b = b_negative ? poly_scale(l->ps, b, -1) : b;
	const struct form *when = form_and(l->fs, lemma_at_least(l, size_a, 1), lemma_at_least(l, size_b, 1));
	lemma_add(l, when, form_not_less(l->fs, size_m, size_a));
	lemma_add(l, when, form_not_less(l->fs, size_m, size_b));
}

/* Constant bounds of a carry over: 0 <= b and a <= hi give a * b <= hi * b. */
static void bound_lemma(
	struct lemmas *l, const struct poly *m, const struct poly *a, const struct poly *b)
{
	int128 lo, hi;
	const int128 wide = (int128)1 << 40;
	ints_range(l->in, a, &lo, &hi);
	const struct form *positive = lemma_at_least(l, b, 0);
	if (hi < wide)
		lemma_add(l, form_and(l->fs, positive, lemma_at_most(l, a, hi)),
			form_not_less(l->fs, poly_scale(l->ps, b, hi), m));
	if (lo > -wide && lo != 0 && lo != 1)
		lemma_add(l, form_and(l->fs, positive, lemma_at_least(l, a, lo)),
			form_not_less(l->fs, m, poly_scale(l->ps, b, lo)));
}

/* A factor that is a power of two has few values. */
static void power_lemma(struct lemmas *l, const struct poly *m, uint32_t var, const struct poly *b)
{
	const struct ivar *v = &l->in->vars.at[var];
	for (int128 value = 1; value <= v->hi; value *= 2) {
		if (value < v->lo)
			continue;
		const struct form *is =
			form_equal(l->fs, poly_var(l->ps, var), poly_const(l->ps, value));
		lemma_add(l, is, form_equal(l->fs, m, poly_scale(l->ps, b, value)));
	}
}

/* Equal factors are neighbours: is this the first of its kind. */
static bool first_of(const struct mono *mono, uint32_t i)
{
	return i == 0 || mono->var[i] != mono->var[i - 1];
}

void product_lemmas(struct lemmas *l, const struct mono *mono)
{
	const struct poly *m = lemma_product(l, mono);
	for (uint32_t i = 0; i < mono->degree; i++) {
		if (!first_of(mono, i))
			continue;
		const struct mono *factor = mono_var(l->ps, mono->var[i]);
		const struct mono *other = mono_div(l->ps, mono, factor);
		const struct poly *a = lemma_product(l, factor), *b = lemma_product(l, other);
		lemma_know(l, other);
		lemma_add(l, form_eq(l->fs, a), form_eq(l->fs, m));
		lemma_add(l, form_equal(l->fs, a, poly_const(l->ps, 1)), form_equal(l->fs, m, b));
		sign_lemma(l, m, a, b, false, false);
		if (l->in->vars.at[mono->var[i]].kind == IVAR_POW2)
			power_lemma(l, m, mono->var[i], b);
	}
}

void further_product_lemmas(struct lemmas *l, const struct mono *mono)
{
	const struct poly *m = lemma_product(l, mono);
	for (uint32_t i = 0; i < mono->degree; i++) {
		if (!first_of(mono, i))
			continue;
		const struct mono *factor = mono_var(l->ps, mono->var[i]);
		const struct mono *other = mono_div(l->ps, mono, factor);
		const struct poly *a = lemma_product(l, factor), *b = lemma_product(l, other);
		lemma_add(l, form_eq(l->fs, b), form_eq(l->fs, m));
		for (unsigned k = 1; k < 4; k++)
			sign_lemma(l, m, a, b, k & 1, k & 2);
	}
}

void bound_lemmas(struct lemmas *l, const struct mono *mono)
{
	for (uint32_t i = 0; i < mono->degree; i++) {
		const struct mono *factor = mono_var(l->ps, mono->var[i]);
		const struct mono *other = mono_div(l->ps, mono, factor);
		if (first_of(mono, i))
			bound_lemma(
				l, lemma_product(l, mono), lemma_product(l, factor), lemma_product(l, other));
	}
}

/* f * x against f * y: order of x and y carries over. */
static void order_lemma(struct lemmas *l, const struct mono *f, const struct poly *fx,
	const struct poly *x, const struct poly *fy, const struct poly *y)
{
	const struct poly *scale = lemma_product(l, f);
	const struct form *positive = lemma_at_least(l, scale, 0);
	const struct poly *gap = poly_sub(l->ps, x, y), *product = poly_sub(l->ps, fx, fy);
	const struct poly *back = poly_scale(l->ps, product, -1);
	lemma_add(l, form_and(l->fs, positive, lemma_at_least(l, gap, 1)),
		form_not_less(l->fs, product, scale));
	lemma_add(l, form_and(l->fs, positive, lemma_at_most(l, gap, -1)), form_not_less(l->fs, back, scale));
	lemma_add(l, form_eq(l->fs, gap), form_eq(l->fs, product));
}

void order_lemmas(struct lemmas *l)
{
	unsigned left = PAIRS_MAX;
	for (size_t i = 0; i < l->products.n && !lemma_late(l); i++) {
		for (size_t k = 0; k < i && left; k++) {
			const struct mono *a = l->products.at[i], *b = l->products.at[k];
			const struct mono *f = mono_gcd(l->ps, a, b);
			if (!f->degree || f == a || f == b)
				continue;
			const struct mono *x = mono_div(l->ps, a, f), *y = mono_div(l->ps, b, f);
			if (x->degree > 1 || y->degree > 1)
				continue;
			order_lemma(l, f, lemma_product(l, a), lemma_product(l, x), lemma_product(l, b),
				lemma_product(l, y));
			left--;
		}
	}
}

/*
 * a * b and c * d with 0 <= c < a, 0 <= d < b: the first is larger by c + d + 1
 * at least; with c <= a and d <= b it is not smaller.
 */
static void expansion_lemma(
	struct lemmas *l, const struct expansion *large, const struct expansion *small)
{
	struct polys *ps = l->ps;
	const struct poly *a = poly_sub(ps, large->left, small->left);
	const struct poly *b = poly_sub(ps, large->right, small->right);
	const struct poly *gap = poly_sub(ps, large->whole, small->whole);
	const struct poly *sum = poly_add(ps, small->left, small->right);
	if (!a || !b || !gap || !sum)
		return;
	const struct form *positive =
		form_and(l->fs, lemma_at_least(l, small->left, 0), lemma_at_least(l, small->right, 0));
	lemma_add(l, form_and(l->fs, positive, form_and(l->fs, lemma_at_least(l, a, 1), lemma_at_least(l, b, 1))),
		form_not_less(l->fs, gap, poly_add_const(ps, sum, 1)));
	lemma_add(l, form_and(l->fs, positive, form_and(l->fs, lemma_at_least(l, a, 0), lemma_at_least(l, b, 0))),
		lemma_at_least(l, gap, 0));
}

static bool all_known(const struct lemmas *l, const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++)
		if (!lemma_is_known(l, poly->at[i].mono))
			return false;
	return true;
}

void expansion_lemmas(struct lemmas *l)
{
	unsigned left = EXPANSIONS_MAX;
	for (size_t i = 0; i < l->in->expansions.n && !lemma_late(l); i++) {
		for (size_t k = 0; k < i && left; k++) {
			const struct expansion *x = &l->in->expansions.at[i];
			const struct expansion *y = &l->in->expansions.at[k];
			if (!all_known(l, x->whole) || !all_known(l, y->whole))
				continue;
			expansion_lemma(l, x, y);
			expansion_lemma(l, y, x);
			left--;
		}
	}
}
