#ifndef HGRD_SOLVER_WITNESSES_SCRAMBLED_H
#define HGRD_SOLVER_WITNESSES_SCRAMBLED_H

#include "expr/et.h"

/*
 * Arithmetic that wraps on purpose, as in hashes and random numbers: products by large factors, x ^ (x << k), and what
 * further arithmetic makes of these, and shifts to the left that put the upper half of the bits out. Strides over a grid are even and not as large, or are used as they are.
 */

/* Are the lower `width` bits of a term scrambled. */
bool is_scrambled(const struct et *et, unsigned width);

/* Does an operator keep only a part of such an operand: then that is not assumed not to wrap. */
bool keeps_scrambled_part(const struct et *user, const struct et *operand);

#endif
