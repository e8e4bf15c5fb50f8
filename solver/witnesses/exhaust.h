#ifndef HGRD_SOLVER_WITNESSES_EXHAUST_H
#define HGRD_SOLVER_WITNESSES_EXHAUST_H

#include "solver/solve.h"

/*
 * Proofs by trying all values: in a block of constant size the threads are few, and so are the rounds of loops that double or halve. For
 * all values of what both threads share, the addresses of all threads of either side are put in order, and those that overlap are
 * held against the conditions. Conditions on anything else, as on what was read from memory, are left out.
 *
 * Requires offsets.
 */
enum exhausted {
	EXHAUST_OPEN,	/* there are too many values, or what was left out may matter */
	EXHAUST_MET,	/* two threads meet, unless what the kernel reads keeps them from it: a proof is not to be expected */
	EXHAUST_PROVED, /* no two meet: the answer is filled (ANSWER_UNSAT) */
};
enum exhausted exhaust(const struct query *query, struct answer *answer);

/* Values of a symbol, which are never negative. */
struct exhaust_range {
	uint64_t first, n; /* n is 0 when they are too many */
	bool shifts;	   /* the last one stands for all others, with terms that do not change any more from there on */
};

/* What bounds of the symbol itself and conditions that compare it with a constant, or shift by it, leave (exhaust_range.c). */
struct exhaust_range exhaust_range_of(const struct query *query, const struct symbol *sym);
/* Has the term one value for all values of the symbol from the last one of such a range on. */
bool exhaust_settles(struct arena *arena, const struct et *et, const struct symbol *sym);

#endif
