#ifndef HGRD_SOLVER_PROBLEM_H
#define HGRD_SOLVER_PROBLEM_H

#include "solver/ints.h"
#include "solver/solve.h"

/*
 * A query in the integer encoding: formulas to assert. Each fact has a literal
 * that implies it, and the no-wrap assumption has one.
 */
struct problem {
	struct arena *arena; /* of the query */
	struct ints *in;
	const struct query *query;
	VEC(const struct et *) terms;        /* all subterms, ascending ids */
	const struct form **reached;         /* parallel to terms: when the term is evaluated */
	VEC(const struct form *) asserted;
	VEC(const struct form *) fact_lits;  /* parallel to query->facts */
	const struct form *no_wrap;
	const struct form *overlap;          /* TRUE when the query has no offsets */
	VEC(const struct poly *) zeros;      /* small in every model: differences of addresses */
	bool refuted;                        /* something asserted without a fact is false */
};

/* Literals that all problems of one solver share. */
struct literals {
	VEC(const struct form *) facts;
	const struct form *no_wrap;
};

/* Fills the problem of a query. */
void problem_fill(struct problem *problem, struct arena *arena, struct ints *in,
	struct literals *literals, const struct query *query);

/* Asserts one more formula. */
void problem_assert(struct problem *problem, const struct form *form);

/* Adds what products of unknowns obey: mixed-radix, sign, bound and order lemmas. */
void problem_add_lemmas(struct problem *problem);

/* Monomials with two factors or more in the asserted formulas. */
typedef VEC(const struct mono *) mono_list;
void problem_products(const struct problem *problem, mono_list *products);

#endif
