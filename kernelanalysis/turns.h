#ifndef HGRD_KERNELANALYSIS_TURNS_H
#define HGRD_KERNELANALYSIS_TURNS_H

#include "kernelanalysis/kernel.h"

/* How many rounds of a loop are looked at, and the most barriers of an array. */
enum { TURN_ROUNDS = 48, TURN_ELEMENTS = 64 };

/* The barriers of an array that take turns: arrival j is at element[j % n]. */
struct turns {
	uint64_t element[TURN_ELEMENTS];
	uint64_t seen; /* a bit for each turn whose element is known */
	unsigned n;
};

/* What the term is in a round of the loop of this counter; NULL: of all loops. False: not known. */
bool turn_value(struct kernel *kernel, const struct et *term, const struct symbol *counter,
	uint64_t round, uint64_t *value);
/* How many rounds of its loop the instruction is looked at in. */
uint64_t turn_rounds(struct kernel *kernel, LLVMValueRef instruction);
/* The barrier that the address means in the round, by its place in the array of barriers. */
bool turn_element(struct kernel *kernel, LLVMValueRef object, const struct symbol *counter,
	uint64_t round, uint64_t *index);

/*
 * Checks the waits that name a phase by its parity, and sets the barrier's lag; a barrier of which
 * they do not wait for one phase after the other becomes unknown. `turns` is NULL for a single one.
 */
void parities_fill(struct kernel *kernel, struct phased *phased, const struct turns *turns);

#endif
