#include "solver/encoding/lemma_internal.h"

bool lemma_late(const struct lemmas *l)
{
	return problem_overdue(l->problem);
}

void lemma_add(struct lemmas *l, const struct form *when, const struct form *then)
{
	problem_assert(l->problem, form_implies(l->fs, when, then));
}

const struct poly *lemma_product(struct lemmas *l, const struct mono *mono)
{
	return poly_mono(l->ps, mono, 1);
}

const struct form *lemma_at_least(struct lemmas *l, const struct poly *poly, int128 bound)
{
	return form_ge(l->fs, poly_add_const(l->ps, poly, -bound));
}

const struct form *lemma_at_most(struct lemmas *l, const struct poly *poly, int128 bound)
{
	return form_not(l->fs, lemma_at_least(l, poly, bound + 1));
}

bool lemma_is_known(const struct lemmas *l, const struct mono *mono)
{
	return mono->degree < 2 || (mono->id < l->known.n && l->known.at[mono->id]);
}

void lemma_know(struct lemmas *l, const struct mono *mono)
{
	if (lemma_is_known(l, mono))
		return;
	while (l->known.n <= mono->id)
		vec_push(l->arena, &l->known, false);
	l->known.at[mono->id] = true;
	vec_push(l->arena, &l->products, mono);
}

/* Comparisons below the asserted formulas, each once; products in them become known. */
static void collect_atoms(
	struct lemmas *l, size_t n, const struct form *const *from, form_list *atoms)
{
	form_list stack = { 0 };
	bool *seen = arena_alloc(l->arena, forms_count(l->fs) * sizeof(*seen));
	for (size_t i = 0; i < n; i++)
		vec_push(l->arena, &stack, from[i]);
	while (stack.n) {
		const struct form *form = stack.at[--stack.n];
		if (seen[form->id])
			continue;
		seen[form->id] = true;
		for (unsigned i = 0; i < 2; i++)
			if (form->arg[i])
				vec_push(l->arena, &stack, form->arg[i]);
		if (!form->poly)
			continue;
		vec_push(l->arena, atoms, form);
		for (uint32_t i = 0; i < form->poly->n; i++)
			lemma_know(l, form->poly->at[i].mono);
	}
}

static struct lemmas lemmas_of(struct problem *problem)
{
	return (struct lemmas){ .problem = problem,
		.in = problem->in,
		.fs = problem->in->fs,
		.ps = problem->in->ps,
		.arena = problem->arena };
}

void problem_products(const struct problem *problem, mono_list *products)
{
	struct problem copy = *problem;
	struct lemmas l = lemmas_of(&copy);
	form_list atoms = { 0 };
	collect_atoms(&l, problem->asserted.n, problem->asserted.at, &atoms);
	*products = l.products;
}

void problem_add_lemmas(struct problem *problem)
{
	struct lemmas l = lemmas_of(problem);
	form_list atoms = { 0 };
	collect_atoms(&l, problem->own.n, problem->own.at, &atoms);
	if (!l.products.n)
		return;
	vec_each(zero, &problem->zeros)
		radix_lemmas(&l, *zero, RADIX_DEPTH);
	vec_each(atom, &atoms)
		if ((*atom)->op == FORM_EQ)
			radix_lemmas(&l, (*atom)->poly, 2);
	multiple_lemmas(&l, &atoms);
	for (size_t i = 0; i < l.products.n && !lemma_late(&l); i++)
		product_lemmas(&l, l.products.at[i]);
	shifted_lemmas(&l, &atoms, FORM_EQ);
}

void problem_add_bound_lemmas(struct problem *problem)
{
	struct lemmas l = lemmas_of(problem);
	form_list all = { 0 };
	collect_atoms(&l, problem->asserted.n, problem->asserted.at, &all);
	for (size_t i = 0; i < l.products.n && !lemma_late(&l); i++)
		bound_lemmas(&l, l.products.at[i]);
}

void problem_add_further_lemmas(struct problem *problem)
{
	struct lemmas l = lemmas_of(problem);
	form_list atoms = { 0 }, all = { 0 };
	collect_atoms(&l, problem->own.n, problem->own.at, &atoms);
	collect_atoms(&l, problem->asserted.n, problem->asserted.at, &all);
	for (size_t i = 0; i < l.products.n && !lemma_late(&l); i++)
		further_product_lemmas(&l, l.products.at[i]);
	for (size_t i = 0; i < l.products.n && !lemma_late(&l); i++)
		bound_lemmas(&l, l.products.at[i]);
	order_lemmas(&l);
	expansion_lemmas(&l);
	shifted_lemmas(&l, &atoms, FORM_GE);
}
