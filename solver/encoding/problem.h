#ifndef HGRD_SOLVER_ENCODING_PROBLEM_H
#define HGRD_SOLVER_ENCODING_PROBLEM_H

#include "solver/encoding/ints.h"
#include "solver/solve.h"

/*
 * A query in the integer encoding: formulas to assert. Each fact has a literal
 * that implies it. Where unsigned arithmetic may wrap, a term is read as if it
 * did not; every formula that rests on such a reading is asserted under the
 * literal `no_wrap`, so that a proof without this literal does not need the
 * assumption. `escape` says, free of such readings, that something wraps;
 * it is NULL when that cannot be said.
 */
typedef VEC(const struct mono *) mono_list;

struct problem {
	struct arena *arena; /* of the query */
	struct ints *in;
	const struct query *query;
	VEC(const struct et *) terms; /* all subterms, ascending ids */
	const struct form **reached;  /* parallel to terms: when the term is evaluated */
	VEC(const struct form *) asserted;
	bool *known;	   /* by formula id: asserted or held back */
	size_t known_room;
	VEC(const struct form *) held; /* rules on products that the question does not mention */
	bool *mentioned;	       /* by monomial id: in the question */
	size_t mentioned_room;
	enum mention *mentions; /* by formula id, see problem.c */
	size_t mention_room;
	VEC(const struct form *) fact_lits; /* parallel to query->facts */
	bool *ruled;			    /* parallel to terms: has rules or assumptions below */
	bool *wraps;			    /* parallel to terms: read as not wrapping */
	const struct form *no_wrap;
	const struct form *escape;
	const struct form *overlap;	/* TRUE when the query has no offsets */
	VEC(const struct poly *) zeros; /* small in every model: differences of addresses */
	VEC(const struct form *) own;	/* the asserted formulas that are no lemmas */
	double end; /* what is made for it is given up then, by effort_now; 0: never */
	bool refuted;			/* something asserted without a fact is false */
};

/* Literals that all problems of one solver share. */
struct literals {
	VEC(const struct form *) facts;
	const struct form *no_wrap, *escape;
};

/* Fills the problem of a query; requires end. */
void problem_fill(struct problem *problem, struct arena *arena, struct ints *in,
	struct literals *literals, const struct query *query);

/* Is its time over by a second and more: what is left undone only loses answers. */
bool problem_overdue(const struct problem *problem);

/* Position of a term in problem->terms, where it has to be. */
size_t problem_index(const struct problem *problem, const struct et *et);

/*
 * Asserts what was held back: rules of the language and definitions that speak of
 * products which neither the overlap nor a condition or fact mentions. Few proofs
 * need them, and they bring in most lemmas.
 */
void problem_assert_held(struct problem *problem);

/* Asserts one more formula. */
void problem_assert(struct problem *problem, const struct form *form);

/*
 * Adds what products of unknowns obey. The first lemmas (mixed radix, positive
 * factors, equations) suffice for most proofs and cost little; the further ones
 * (negative factors, bounds, order, inequalities) come after them.
 */
void problem_add_lemmas(struct problem *problem);
void problem_add_further_lemmas(struct problem *problem);
/* Only what constant bounds of factors say about products; part of the further lemmas. */
void problem_add_bound_lemmas(struct problem *problem);

/* Monomials with two factors or more in the asserted formulas. */
void problem_products(const struct problem *problem, mono_list *products);

#endif
