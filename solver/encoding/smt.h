#ifndef HGRD_SOLVER_ENCODING_SMT_H
#define HGRD_SOLVER_ENCODING_SMT_H

#include "solver/encoding/ints.h"

/*
 * Z3 over formulas: one context for a universe of terms, one Z3 solver open at
 * a time. Tables (variable, monomial, formula) -> Z3 term serve both directions.
 */
enum smt_mode {
	SMT_LINEAR,  /* a product of variables is an unknown of its own */
	SMT_PRODUCTS /* products are Z3's */
};
enum smt_result { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN };

typedef VEC(const struct form *) lit_list;

struct smt;

struct smt *smt_new(struct arena *arena, struct ints *in);
void smt_free(struct smt *smt);

/* Starts over with an empty solver; what the last one answered is gone. */
void smt_open(struct smt *smt, enum smt_mode mode);
void smt_assert(struct smt *smt, const struct form *form);
/* Decides what was asserted together with the literals, within so many seconds. */
enum smt_result smt_check(struct smt *smt, const lit_list *lits, double seconds);
/* After UNSAT: was this literal used. */
bool smt_in_core(const struct smt *smt, const struct form *lit);
/* After SAT: values of an integer variable and of a boolean one. */
int128 smt_value(struct smt *smt, uint32_t var);
bool smt_truth(struct smt *smt, const struct form *var);
bool smt_has_model(const struct smt *smt);
/* Writes the open solver's assertions and the literals as SMT-LIB 2 text. */
void smt_dump(struct smt *smt, const lit_list *lits, const char *path);

/*
 * The same terms as bit-vectors of their widths: machine arithmetic (smt_bits.c).
 * Opens an empty solver; `uninterpreted` when there are applications.
 */
void smt_open_bits(struct smt *smt, bool uninterpreted);
/* Asserts a condition, under a literal unless that is NULL. */
void smt_assert_bits(struct smt *smt, const struct form *lit, const struct et *cond);
/* Asserts that an operator which is evaluated in any case is not undefined. */
void smt_assert_defined(struct smt *smt, const struct et *et);
/* After SAT of a bit-vector query: value of a leaf. */
uint64_t smt_bits_value(struct smt *smt, const struct et *leaf);

#endif
