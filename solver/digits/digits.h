#ifndef HGRD_SOLVER_DIGITS_DIGITS_H
#define HGRD_SOLVER_DIGITS_DIGITS_H

#include "solver/solve.h"

/*
 * Proofs without Z3: most addresses are numbers in mixed radix, whose digits are ids, counters and
 * what divisions and remainders take out of them. When the conditions bound each digit by its
 * radix, equal addresses have equal digits; digits that make up one dividend make it equal too.
 * What is then known to be the same of both threads is put into the conditions.
 *
 * True, with a filled answer (ANSWER_UNSAT), when these become contradictory. Requires offsets.
 */
bool digits_prove(struct arena *arena, const struct query *query, struct answer *answer);

#endif
