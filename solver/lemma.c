#include "solver/problem.h"

/*
 * What linear arithmetic has to know about products, each product being one
 * unknown to it. All lemmas are theorems on integers, so they never remove a
 * model.
 *
 * Mixed radix: for a stride S split the difference of two addresses as
 * S * Q + R. Then S >= 0 and Q >= 1 give S * Q >= S, likewise for Q <= -1, and
 * Q = 0 gives S * Q = 0, where "S * Q" is written as the sum of its products.
 * With S * Q + R = 0 and |R| < S this yields Q = 0 and R = 0, and the guards of
 * the program bound R linearly. Q and R are treated in the same way.
 */
#define RADIX_DEPTH 4
#define STRIDES_MAX 12
#define PAIRS_MAX 400
#define SHIFTED_MAX 200
#define EXPANSIONS_MAX 30

typedef VEC(const struct form *) form_list;

struct lemmas {
	struct problem *problem;
	struct ints *in;
	struct forms *fs;
	struct polys *ps;
	struct arena *arena;
	mono_list products; /* grows while lemmas are added */
	VEC(bool) known;    /* by monomial id */
	VEC(const struct poly *) split;
};

static void add(struct lemmas *l, const struct form *when, const struct form *then)
{
	problem_assert(l->problem, form_implies(l->fs, when, then));
}

static const struct poly *mono_poly(struct lemmas *l, const struct mono *mono)
{
	return poly_mono(l->ps, mono, 1);
}

static const struct form *at_least(struct lemmas *l, const struct poly *poly, int128 bound)
{
	return form_ge(l->fs, poly_add_const(l->ps, poly, -bound));
}

static const struct form *at_most(struct lemmas *l, const struct poly *poly, int128 bound)
{
	return form_not(l->fs, at_least(l, poly, bound + 1));
}

static bool is_known(const struct lemmas *l, const struct mono *mono)
{
	return mono->degree < 2 || (mono->id < l->known.n && l->known.at[mono->id]);
}

static void know(struct lemmas *l, const struct mono *mono)
{
	if (is_known(l, mono))
		return;
	while (l->known.n <= mono->id)
		vec_push(l->arena, &l->known, false);
	l->known.at[mono->id] = true;
	vec_push(l->arena, &l->products, mono);
}

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
	const struct form *positive = at_least(l, stride, 0);
	add(l, form_and(l->fs, positive, at_least(l, quotient, 1)),
		form_not_less(l->fs, product, least));
	add(l, form_and(l->fs, positive, at_most(l, quotient, -1)),
		form_not_less(l->fs, most, product));
	add(l, form_eq(l->fs, quotient), form_eq(l->fs, product));
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

static void radix(struct lemmas *l, const struct poly *poly, unsigned depth);

static void radix_split(struct lemmas *l, const struct poly *poly, const struct poly *stride,
	const struct poly *quotient, const struct poly *rest, unsigned depth)
{
	if (!rest || poly_is_const(quotient))
		return;
	radix_lemma(l, poly, stride, quotient, rest);
	radix(l, quotient, depth - 1);
	radix(l, rest, depth - 1);
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

static void radix(struct lemmas *l, const struct poly *poly, unsigned depth)
{
	mono_list strides = { 0 };
	if (!depth || poly_degree(poly) < 2)
		return;
	vec_each(it, &l->split)
		if (*it == poly)
			return;
	vec_push(l->arena, &l->split, poly);
	find_strides(l, poly, &strides);
	vec_each(stride, &strides) {
		const struct poly *quotient, *rest;
		poly_split(l->ps, poly, *stride, &quotient, &rest);
		radix_split(l, poly, mono_poly(l, *stride), quotient, rest, depth);
	}
	radix_sums(l, poly, depth);
}

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
	const struct form *when = form_and(l->fs, at_least(l, size_a, 1), at_least(l, size_b, 1));
	add(l, when, form_not_less(l->fs, size_m, size_a));
	add(l, when, form_not_less(l->fs, size_m, size_b));
}

/* Constant bounds of a carry over: 0 <= b and a <= hi give a * b <= hi * b. */
static void bound_lemma(
	struct lemmas *l, const struct poly *m, const struct poly *a, const struct poly *b)
{
	int128 lo, hi;
	const int128 wide = (int128)1 << 40;
	ints_range(l->in, a, &lo, &hi);
	const struct form *positive = at_least(l, b, 0);
	if (hi < wide)
		add(l, form_and(l->fs, positive, at_most(l, a, hi)),
			form_not_less(l->fs, poly_scale(l->ps, b, hi), m));
	if (lo > -wide && lo != 0 && lo != 1)
		add(l, form_and(l->fs, positive, at_least(l, a, lo)),
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
		add(l, is, form_equal(l->fs, m, poly_scale(l->ps, b, value)));
	}
}

/* Equal factors are neighbours: is this the first of its kind. */
static bool first_of(const struct mono *mono, uint32_t i)
{
	return i == 0 || mono->var[i] != mono->var[i - 1];
}

static void product_lemmas(struct lemmas *l, const struct mono *mono)
{
	const struct poly *m = mono_poly(l, mono);
	for (uint32_t i = 0; i < mono->degree; i++) {
		if (!first_of(mono, i))
			continue;
		const struct mono *factor = mono_var(l->ps, mono->var[i]);
		const struct mono *other = mono_div(l->ps, mono, factor);
		const struct poly *a = mono_poly(l, factor), *b = mono_poly(l, other);
		know(l, other);
		add(l, form_eq(l->fs, a), form_eq(l->fs, m));
		add(l, form_equal(l->fs, a, poly_const(l->ps, 1)), form_equal(l->fs, m, b));
		sign_lemma(l, m, a, b, false, false);
		if (l->in->vars.at[mono->var[i]].kind == IVAR_POW2)
			power_lemma(l, m, mono->var[i], b);
	}
}

static void further_product_lemmas(struct lemmas *l, const struct mono *mono)
{
	const struct poly *m = mono_poly(l, mono);
	for (uint32_t i = 0; i < mono->degree; i++) {
		if (!first_of(mono, i))
			continue;
		const struct mono *factor = mono_var(l->ps, mono->var[i]);
		const struct mono *other = mono_div(l->ps, mono, factor);
		const struct poly *a = mono_poly(l, factor), *b = mono_poly(l, other);
		add(l, form_eq(l->fs, b), form_eq(l->fs, m));
		for (unsigned k = 1; k < 4; k++)
			sign_lemma(l, m, a, b, k & 1, k & 2);
	}
}

static void bound_lemmas(struct lemmas *l, const struct mono *mono)
{
	for (uint32_t i = 0; i < mono->degree; i++) {
		const struct mono *factor = mono_var(l->ps, mono->var[i]);
		const struct mono *other = mono_div(l->ps, mono, factor);
		if (first_of(mono, i))
			bound_lemma(
				l, mono_poly(l, mono), mono_poly(l, factor), mono_poly(l, other));
	}
}

/* f * x against f * y: order of x and y carries over. */
static void order_lemma(struct lemmas *l, const struct mono *f, const struct poly *fx,
	const struct poly *x, const struct poly *fy, const struct poly *y)
{
	const struct poly *scale = mono_poly(l, f);
	const struct form *positive = at_least(l, scale, 0);
	const struct poly *gap = poly_sub(l->ps, x, y), *product = poly_sub(l->ps, fx, fy);
	const struct poly *back = poly_scale(l->ps, product, -1);
	add(l, form_and(l->fs, positive, at_least(l, gap, 1)),
		form_not_less(l->fs, product, scale));
	add(l, form_and(l->fs, positive, at_most(l, gap, -1)), form_not_less(l->fs, back, scale));
	add(l, form_eq(l->fs, gap), form_eq(l->fs, product));
}

static void order_lemmas(struct lemmas *l)
{
	unsigned left = PAIRS_MAX;
	for (size_t i = 0; i < l->products.n; i++) {
		for (size_t k = 0; k < i && left; k++) {
			const struct mono *a = l->products.at[i], *b = l->products.at[k];
			const struct mono *f = mono_gcd(l->ps, a, b);
			if (!f->degree || f == a || f == b)
				continue;
			const struct mono *x = mono_div(l->ps, a, f), *y = mono_div(l->ps, b, f);
			if (x->degree > 1 || y->degree > 1)
				continue;
			order_lemma(l, f, mono_poly(l, a), mono_poly(l, x), mono_poly(l, b),
				mono_poly(l, y));
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
		form_and(l->fs, at_least(l, small->left, 0), at_least(l, small->right, 0));
	add(l, form_and(l->fs, positive, form_and(l->fs, at_least(l, a, 1), at_least(l, b, 1))),
		form_not_less(l->fs, gap, poly_add_const(ps, sum, 1)));
	add(l, form_and(l->fs, positive, form_and(l->fs, at_least(l, a, 0), at_least(l, b, 0))),
		at_least(l, gap, 0));
}

static bool all_known(const struct lemmas *l, const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++)
		if (!is_known(l, poly->at[i].mono))
			return false;
	return true;
}

/* Products of sums, such as i * (i - 1) of two threads. */
static void expansion_lemmas(struct lemmas *l)
{
	unsigned left = EXPANSIONS_MAX;
	for (size_t i = 0; i < l->in->expansions.n; i++) {
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

/* All monomials of poly times var are known products: the product, else NULL. */
static const struct poly *known_multiple(struct lemmas *l, const struct poly *poly, uint32_t var)
{
	const struct mono *factor = mono_var(l->ps, var);
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = mono_mul(l->ps, poly->at[i].mono, factor);
		if (!mono || !is_known(l, mono))
			return NULL;
	}
	return poly_mul(l->ps, poly, poly_var(l->ps, var));
}

/* Multiplies a comparison by a factor: P >= 0 by one that is not negative, P == 0 by any. */
static bool shifted_lemma(struct lemmas *l, const struct form *form, uint32_t var)
{
	const struct poly *product = known_multiple(l, form->poly, var);
	const struct form *positive = at_least(l, poly_var(l->ps, var), 0);
	if (!product)
		return false;
	if (form->op == FORM_EQ)
		add(l, form, form_eq(l->fs, product));
	else
		add(l, form_and(l->fs, positive, form), form_ge(l->fs, product));
	return true;
}

/* Comparisons of the program of one kind, multiplied where that makes no new product. */
static void shifted_lemmas(struct lemmas *l, const form_list *atoms, enum form_op op)
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
	}
	vec_each(atom, atoms) {
		if ((*atom)->op != op || (op == FORM_GE && (*atom)->poly->n < 2))
			continue;
		for (size_t k = 0; k < factors.n && left; k++)
			left -= shifted_lemma(l, *atom, factors.at[k]);
	}
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
			know(l, form->poly->at[i].mono);
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
		radix(&l, *zero, RADIX_DEPTH);
	vec_each(atom, &atoms)
		if ((*atom)->op == FORM_EQ)
			radix(&l, (*atom)->poly, 2);
	for (size_t i = 0; i < l.products.n; i++)
		product_lemmas(&l, l.products.at[i]);
	shifted_lemmas(&l, &atoms, FORM_EQ);
}

void problem_add_bound_lemmas(struct problem *problem)
{
	struct lemmas l = lemmas_of(problem);
	form_list all = { 0 };
	collect_atoms(&l, problem->asserted.n, problem->asserted.at, &all);
	for (size_t i = 0; i < l.products.n; i++)
		bound_lemmas(&l, l.products.at[i]);
}

void problem_add_further_lemmas(struct problem *problem)
{
	struct lemmas l = lemmas_of(problem);
	form_list atoms = { 0 }, all = { 0 };
	collect_atoms(&l, problem->own.n, problem->own.at, &atoms);
	collect_atoms(&l, problem->asserted.n, problem->asserted.at, &all);
	for (size_t i = 0; i < l.products.n; i++)
		further_product_lemmas(&l, l.products.at[i]);
	for (size_t i = 0; i < l.products.n; i++)
		bound_lemmas(&l, l.products.at[i]);
	order_lemmas(&l);
	expansion_lemmas(&l);
	shifted_lemmas(&l, &atoms, FORM_GE);
}
