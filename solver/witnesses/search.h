#ifndef HGRD_SOLVER_WITNESSES_SEARCH_H
#define HGRD_SOLVER_WITNESSES_SEARCH_H

#include "solver/encoding/problem.h"
#include "solver/encoding/smt.h"

/*
 * Search for models by small instantiation: factors of products may only take
 * a few values, each of which makes the products linear.
 */
struct pins {
	const struct form *pinned[2];	/* literals: factors take a value of the short, long list */
	VEC(const struct form *) small; /* literals: leaves are small, smallest first */
};

/* Asserts in the open solver what a literal `pinned` means, with the first list the small ones. */
void search_pin(struct problem *problem, struct smt *smt, const struct pins *pins, unsigned list);

#endif
