#ifndef HGRD_SOLVER_REDUCTIONS_COARSE_NUMBERS_H
#define HGRD_SOLVER_REDUCTIONS_COARSE_NUMBERS_H

#include "expr/et.h"

/* What is known of a number that a term chooses: lo to hi, a multiple of `divisor` (0: it is 0), a power of two if `powers`. */
struct chosen {
	int64_t lo, hi;
	uint64_t divisor;
	bool powers;
};

/* Does the term choose one of 2 to 33 numbers by two conditions or more, as the entry of a table; fills what is known of it. */
bool numbers_chosen(const struct et *et, struct chosen *chosen);

#endif
