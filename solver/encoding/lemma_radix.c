#include "solver/encoding/lemma_internal.h"

/*
 * Mixed radix: for a stride S split the difference of two addresses as
 * S * Q + R. Without an R one of S and Q is 0 where the whole is. Else S >= 0 and Q >= 1 give S * Q >= S, likewise for Q <= -1, and
 * Q = 0 gives S * Q = 0, where "S * Q" is written as the sum of its products.
 * With S * Q + R = 0 and |R| < S this yields Q = 0 and R = 0, and the guards of
 * the program bound R linearly. Q and R are treated in the same way.
 */
#define STRIDES_MAX 12

/* poly = stride * quotient + rest; see above. */
static void radix_lemma(struct lemmas *l, const struct poly *poly, const struct poly *stride,
	const struct poly *quotient, const struct poly *rest)
{
	const struct poly *product = poly_sub(l->ps, poly, rest);
	int128 step = poly_content(quotient);
	if (poly_constant(quotient) % step)
		step = 1;
	const struct poly *least = poly_scale(l->ps, stride, step);
	const struct poly *most = poly_scale(l->ps, least, -1);
	if (!product || !least || !most)
		return;
	const struct form *positive = lemma_at_least(l, stride, 0);
	lemma_add(l, form_and(l->fs, positive, lemma_at_least(l, quotient, 1)),
		form_not_less(l->fs, product, least));
	lemma_add(l, form_and(l->fs, positive, lemma_at_most(l, quotient, -1)),
		form_not_less(l->fs, most, product));
	lemma_add(l, form_eq(l->fs, quotient), form_eq(l->fs, product));
	if (poly_is_const(rest) && !poly_constant(rest))
		lemma_add(l, form_eq(l->fs, product), form_or(l->fs, form_eq(l->fs, quotient), form_eq(l->fs, stride)));
}

static void add_stride(struct lemmas *l, mono_list *strides, const struct mono *stride)
{
	if (!stride->degree || strides->n == STRIDES_MAX)
		return;
	vec_each(it, strides)
		if (*it == stride)
			return;
	vec_push(l->arena, strides, stride);
}

static bool shared(const struct lemmas *l, uint32_t var)
{
	const struct ivar *v = &l->in->vars.at[var];
	return v->kind == IVAR_LEAF && v->leaf->sym->copy == 0;
}

/* Candidate strides: what two products have in common, and shared factors of one. */
static void find_strides(struct lemmas *l, const struct poly *poly, mono_list *strides)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *a = poly->at[i].mono;
		for (uint32_t k = 0; k < i; k++)
			add_stride(l, strides, mono_gcd(l->ps, a, poly->at[k].mono));
	}
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *a = poly->at[i].mono;
		for (uint32_t k = 0; a->degree > 1 && k < a->degree; k++)
			if (shared(l, a->var[k]))
				add_stride(l, strides, mono_var(l->ps, a->var[k]));
	}
}

static void radix_split(struct lemmas *l, const struct poly *poly, const struct poly *stride,
	const struct poly *quotient, const struct poly *rest, unsigned depth)
{
	if (!rest || poly_is_const(quotient))
		return;
	radix_lemma(l, poly, stride, quotient, rest);
	radix_lemmas(l, quotient, depth - 1);
	radix_lemmas(l, rest, depth - 1);
}

/* What a variable is multiplied with in a polynomial. */
static const struct poly *cofactor(struct lemmas *l, const struct poly *poly, uint32_t var)
{
	const struct poly *quotient, *rest;
	poly_split(l->ps, poly, mono_var(l->ps, var), &quotient, &rest);
	return quotient;
}

/* a = factor * b, constants included; 0 when there is no such factor. */
static int128 multiple(struct lemmas *l, const struct poly *a, const struct poly *b)
{
	int128 factor = a->n == b->n && b->n ? a->at[0].coef / b->at[0].coef : 0;
	return factor && poly_scale(l->ps, b, factor) == a ? factor : 0;
}

/* Splits off all variables whose cofactor is a multiple of a sum, such as 16 - 2 * n. */
static void radix_sum(
	struct lemmas *l, const struct poly *poly, const struct poly *stride, unsigned depth)
{
	const struct poly *quotient = poly_const(l->ps, 0);
	for (uint32_t i = 0; i < poly->n; i++) {
		for (uint32_t k = 0; k < poly->at[i].mono->degree; k++) {
			uint32_t var = poly->at[i].mono->var[k];
			int128 factor = multiple(l, cofactor(l, poly, var), stride);
			const struct poly *one = poly_var(l->ps, var);
			if (factor && quotient && !poly_is_const(cofactor(l, poly, var)) &&
				poly_is_const(cofactor(l, quotient, var)) &&
				!poly_constant(cofactor(l, quotient, var)))
				quotient = poly_add(l->ps, quotient, poly_scale(l->ps, one, factor));
		}
	}
	if (quotient)
		radix_split(l, poly, stride, quotient,
			poly_sub(l->ps, poly, poly_mul(l->ps, stride, quotient)), depth);
}

/* Sums that several variables are multiplied with. */
static void radix_sums(struct lemmas *l, const struct poly *poly, unsigned depth)
{
	VEC(const struct poly *) tried = { 0 };
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; mono->degree > 1 && k < mono->degree; k++) {
			const struct poly *sum = cofactor(l, poly, mono->var[k]);
			bool known = sum->n < 2 || tried.n == STRIDES_MAX ||
				     !poly_is_const(cofactor(l, sum, mono->var[k]));
			vec_each(it, &tried)
				known |= multiple(l, sum, *it) != 0;
			if (known)
				continue;
			vec_push(l->arena, &tried, sum);
			radix_sum(l, poly, sum, depth);
		}
	}
}

void radix_lemmas(struct lemmas *l, const struct poly *poly, unsigned depth)
{
	mono_list strides = { 0 };
	if (!depth || poly_degree(poly) < 2 || lemma_late(l))
		return;
	vec_each(it, &l->split)
		if (*it == poly)
			return;
	vec_push(l->arena, &l->split, poly);
	find_strides(l, poly, &strides);
	vec_each(stride, &strides) {
		const struct poly *quotient, *rest;
		poly_split(l->ps, poly, *stride, &quotient, &rest);
		radix_split(l, poly, lemma_product(l, *stride), quotient, rest, depth);
	}
	radix_sums(l, poly, depth);
}
