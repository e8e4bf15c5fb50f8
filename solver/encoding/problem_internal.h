#ifndef HGRD_SOLVER_ENCODING_PROBLEM_INTERNAL_H
#define HGRD_SOLVER_ENCODING_PROBLEM_INTERNAL_H

#include "solver/encoding/problem.h"

/* What problem.c and problem_sides.c share; all terms have to be in problem->terms. */

/* The term is evaluated when the formula holds, too. */
void problem_reach(struct problem *problem, const struct et *et, const struct form *when);

/* `form` where it counts: under no_wrap when the term's reading rests on it. */
const struct form *problem_trusted(
	const struct problem *problem, const struct et *et, const struct form *form);

/* Has a term rules or assumptions below it, and is an argument of it read as not wrapping. */
bool problem_ruled(const struct problem *problem, const struct et *et);
bool problem_arguments_wrap(const struct problem *problem, const struct et *et);

/* Asserts a side, or holds it back unless it `must` be there. */
void problem_assert_side(struct problem *problem, const struct form *form, bool must);

/* Asserts the sides of all terms, the roots being reached, and fills problem->escape. */
void problem_assert_sides(struct problem *problem);

/* Asserts that exclusive ors with one common operand are equal only where the others are (problem_xor.c). */
void problem_assert_unmixed(struct problem *problem);

#endif
