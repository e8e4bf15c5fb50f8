#include "solver/encoding/lemma_internal.h"

#define SHIFTED_MAX 200
#define MULTIPLES_MAX 40

/* All monomials of poly times var are known products: the product, else NULL. */
static const struct poly *known_multiple(struct lemmas *l, const struct poly *poly, uint32_t var)
{
	const struct mono *factor = mono_var(l->ps, var);
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = mono_mul(l->ps, poly->at[i].mono, factor);
		if (!mono || !lemma_is_known(l, mono))
			return NULL;
	}
	return poly_mul(l->ps, poly, poly_var(l->ps, var));
}

/* Multiplies a comparison by a factor: P >= 0 by one that is not negative, P == 0 by any. */
static bool shifted_lemma(struct lemmas *l, const struct form *form, uint32_t var)
{
	const struct poly *product = known_multiple(l, form->poly, var);
	if (!product)
		return false;
	if (form->op == FORM_EQ) {
		lemma_add(l, form, form_eq(l->fs, product));
		return true;
	}
	const struct form *positive = lemma_at_least(l, poly_var(l->ps, var), 0);
	lemma_add(l, form_and(l->fs, positive, form), form_ge(l->fs, product));
	return true;
}

void shifted_lemmas(struct lemmas *l, const form_list *atoms, enum form_op op)
{
	unsigned left = SHIFTED_MAX;
	VEC(uint32_t) factors = { 0 };
	for (size_t i = 0; i < l->products.n; i++) {
		for (uint32_t k = 0; k < l->products.at[i]->degree; k++) {
			uint32_t var = l->products.at[i]->var[k];
			bool there = false;
			vec_each(it, &factors)
				there |= *it == var;
			if (!there)
				vec_push(l->arena, &factors, var);
		}
		if (lemma_late(l))
			return;
	}
	vec_each(atom, atoms) {
		if (lemma_late(l))
			return;
		if ((*atom)->op != op || (op == FORM_GE && (*atom)->poly->n < 2))
			continue;
		for (size_t k = 0; k < factors.n && left; k++)
			left -= shifted_lemma(l, *atom, factors.at[k]);
	}
}

/* x against c * y, times the rest of a product of x: a product of y that may be new. */
static bool multiple_lemma(struct lemmas *l, const struct form *atom, const struct poly_term *x,
	const struct poly_term *y, const struct mono *product)
{
	const struct mono *rest = mono_div(l->ps, product, x->mono);
	const struct mono *other = rest ? mono_mul(l->ps, rest, y->mono) : NULL;
	if (!other || !rest->degree)
		return false;
	const struct poly *sum = poly_add(l->ps, poly_mono(l->ps, product, x->coef),
		poly_mono(l->ps, other, y->coef));
	lemma_know(l, other);
	if (atom->op == FORM_EQ) {
		lemma_add(l, atom, form_eq(l->fs, sum));
		return true;
	}
	const struct poly *factor = lemma_product(l, rest);
	lemma_add(l, form_and(l->fs, atom, lemma_at_least(l, factor, 0)), form_ge(l->fs, sum));
	lemma_add(l, form_and(l->fs, atom, lemma_at_most(l, factor, 0)),
		form_ge(l->fs, poly_scale(l->ps, sum, -1)));
	return true;
}

void multiple_lemmas(struct lemmas *l, const form_list *atoms)
{
	unsigned left = MULTIPLES_MAX;
	size_t n = l->products.n;
	vec_each(atom, atoms) {
		const struct poly *p = (*atom)->poly;
		if (lemma_late(l))
			return;
		if (p->n != 2 || p->at[0].mono->degree != 1 || p->at[1].mono->degree != 1)
			continue;
		for (unsigned i = 0; i < 2; i++) {
			const struct poly_term *x = &p->at[i], *y = &p->at[!i];
			bool multiple = (x->coef == 1 || x->coef == -1) && y->coef != 1 && y->coef != -1;
			for (size_t k = 0; multiple && k < n && left; k++)
				left -= multiple_lemma(l, *atom, x, y, l->products.at[k]);
		}
	}
}
