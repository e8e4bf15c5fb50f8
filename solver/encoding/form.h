#ifndef HGRD_SOLVER_ENCODING_FORM_H
#define HGRD_SOLVER_ENCODING_FORM_H

#include "expr/poly.h"

/*
 * Formulas over integer polynomials and boolean variables: what the integer
 * encoding produces and Z3 is given. Hash-consed within one `struct forms`,
 * ids are dense, and a formula's arguments have smaller ids than the formula.
 */
enum form_op {
	FORM_TRUE,
	FORM_FALSE,
	FORM_GE, /* poly >= 0 */
	FORM_EQ, /* poly == 0 */
	FORM_VAR,
	FORM_NOT,
	FORM_AND,
	FORM_OR,
	FORM_IFF
};

struct form {
	uint32_t id;
	uint8_t op; /* enum form_op */
	uint32_t var;
	const struct poly *poly; /* GE, EQ */
	const struct form *arg[2];
};

struct forms;

struct forms *forms_new(struct arena *arena, struct polys *ps);
uint32_t forms_count(const struct forms *fs);
/* A fresh boolean variable's number; they are dense. */
uint32_t forms_new_var(struct forms *fs);

/* Constructors fold constants, divide by common factors (rounding a bound inwards) and
 * push negation into comparisons. */
const struct form *form_bool(struct forms *fs, bool value);
const struct form *form_ge(struct forms *fs, const struct poly *a);
const struct form *form_eq(struct forms *fs, const struct poly *a);
const struct form *form_var(struct forms *fs, uint32_t var);
const struct form *form_not(struct forms *fs, const struct form *a);
const struct form *form_and(struct forms *fs, const struct form *a, const struct form *b);
const struct form *form_or(struct forms *fs, const struct form *a, const struct form *b);
const struct form *form_iff(struct forms *fs, const struct form *a, const struct form *b);
const struct form *form_implies(struct forms *fs, const struct form *a, const struct form *b);
/* a >= b, a == b, lo <= a <= hi */
const struct form *form_not_less(struct forms *fs, const struct poly *a, const struct poly *b);
const struct form *form_equal(struct forms *fs, const struct poly *a, const struct poly *b);
const struct form *form_between(struct forms *fs, const struct poly *a, int128 lo, int128 hi);

#endif
