#include "solver/encoding/problem_internal.h"

/*
 * Of a ^ s and b ^ s with one s: where they are equal, so are a and b. Encodings are congruent to values modulo 2^w, so
 * that both the premise and the conclusion may be off by multiples of that.
 */
#define PAIRS 64
#define OPERANDS 8
#define MULTIPLES 2

struct operands {
	unsigned n;
	const struct et *at[OPERANDS];
};

/* The operands of nested exclusive ors; false: they are too many. */
static bool flatten(const struct et *et, struct operands *operands)
{
	if (et->op == ET_XOR)
		return flatten(et->arg[0], operands) && flatten(et->arg[1], operands);
	if (operands->n == OPERANDS)
		return false;
	operands->at[operands->n++] = et;
	return true;
}

static void drop_common(struct operands *a, struct operands *b)
{
	for (unsigned i = a->n; i-- > 0;)
		for (unsigned k = b->n; k-- > 0;)
			if (a->at[i] == b->at[k]) {
				a->at[i] = a->at[--a->n];
				b->at[k] = b->at[--b->n];
				break;
			}
}

static const struct poly *difference(
	struct problem *problem, const struct et *a, const struct et *b)
{
	return poly_sub(problem->in->ps, ints_node(problem->in, a)->value.poly,
		ints_node(problem->in, b)->value.poly);
}

/* The difference is a small multiple of 2^w. */
static const struct form *near(struct problem *problem, const struct poly *d, int128 modulus)
{
	struct forms *fs = problem->in->fs;
	const struct form *is = form_eq(fs, d);
	for (int k = -MULTIPLES; k <= MULTIPLES; k++)
		is = form_or(fs, is, form_eq(fs, poly_add_const(problem->in->ps, d, k * modulus)));
	return is;
}

/* The difference is zero or at least 2^w one way or the other. */
static const struct form *same(struct problem *problem, const struct poly *d, int128 modulus)
{
	struct forms *fs = problem->in->fs;
	struct polys *ps = problem->in->ps;
	const struct poly *opposite = poly_scale(ps, d, -1);
	return form_or(fs, form_eq(fs, d),
		form_or(fs, form_ge(fs, poly_add_const(ps, d, -modulus)),
			form_ge(fs, poly_add_const(ps, opposite, -modulus))));
}

static void assert_pair(struct problem *problem, const struct et *a, const struct et *b)
{
	int128 modulus = (int128)1 << a->width;
	struct operands x = { 0 }, y = { 0 };
	if (!flatten(a, &x) || !flatten(b, &y))
		return;
	drop_common(&x, &y);
	if (x.n != 1 || y.n != 1)
		return;
	const struct poly *mixed = difference(problem, a, b);
	const struct poly *plain = difference(problem, x.at[0], y.at[0]);
	if (mixed && plain)
		problem_assert(problem, form_implies(problem->in->fs, near(problem, mixed, modulus),
						same(problem, plain, modulus)));
}

void problem_assert_unmixed(struct problem *problem)
{
	unsigned left = PAIRS;
	for (size_t i = 0; i < problem->terms.n; i++) {
		const struct et *a = problem->terms.at[i];
		for (size_t k = 0; k < i && a->op == ET_XOR && a->width > 1 && left; k++) {
			const struct et *b = problem->terms.at[k];
			if (b->op != ET_XOR || b->width != a->width)
				continue;
			assert_pair(problem, a, b);
			left--;
		}
	}
}
