#ifndef HGRD_SOLVER_ENCODING_LEMMA_INTERNAL_H
#define HGRD_SOLVER_ENCODING_LEMMA_INTERNAL_H

#include "solver/encoding/problem.h"

/*
 * What linear arithmetic has to know about products, each product being one
 * unknown to it. All lemmas are theorems on integers, so they never remove a
 * model.
 */

#define RADIX_DEPTH 4

typedef VEC(const struct form *) form_list;

struct lemmas {
	struct problem *problem;
	struct ints *in;
	struct forms *fs;
	struct polys *ps;
	struct arena *arena;
	mono_list products; /* grows while lemmas are added */
	VEC(bool) known;    /* by monomial id */
	VEC(const struct poly *) split; /* what radix_lemmas has seen */
};

/* Is the time for the query over: then there are no more lemmas, which only loses proofs. */
bool lemma_late(const struct lemmas *l);

/* Asserts when => then. */
void lemma_add(struct lemmas *l, const struct form *when, const struct form *then);

/* The product as a polynomial. */
const struct poly *lemma_product(struct lemmas *l, const struct mono *mono);

/* poly >= bound, and poly <= bound. */
const struct form *lemma_at_least(struct lemmas *l, const struct poly *poly, int128 bound);
const struct form *lemma_at_most(struct lemmas *l, const struct poly *poly, int128 bound);

/* Is the monomial linear, or a product that lemmas are made for. */
bool lemma_is_known(const struct lemmas *l, const struct mono *mono);

/* From here on lemmas are made for it. */
void lemma_know(struct lemmas *l, const struct mono *mono);

/*
 * Splits poly = S * Q + R at the strides S that it contains, and Q and R in turn, `depth` levels deep. For |R| < S and poly = 0
 * the lemmas yield Q = 0 and R = 0.
 */
void radix_lemmas(struct lemmas *l, const struct poly *poly, unsigned depth);

/* Of one product: zero and one as factors, positive factors, powers of two; then the other signs and the factor zero behind. */
void product_lemmas(struct lemmas *l, const struct mono *mono);
void further_product_lemmas(struct lemmas *l, const struct mono *mono);

/* Of one product: the constant bounds of its factors. */
void bound_lemmas(struct lemmas *l, const struct mono *mono);

/* Of pairs of known products with a common factor: the order of the others carries over. */
void order_lemmas(struct lemmas *l);

/* Of pairs of products of sums, such as i * (i - 1) of two threads. */
void expansion_lemmas(struct lemmas *l);

/* Comparisons of the program of one kind, multiplied with a factor where that makes no new product. */
void shifted_lemmas(struct lemmas *l, const form_list *atoms, enum form_op op);

/*
 * x = c * y turns products of x into products of y, so that what x divides is
 * known to be a multiple of c: rows of n vectors when n is a multiple of 4.
 */
void multiple_lemmas(struct lemmas *l, const form_list *atoms);

#endif
