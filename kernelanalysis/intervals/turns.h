#ifndef HGRD_KERNELANALYSIS_INTERVALS_TURNS_H
#define HGRD_KERNELANALYSIS_INTERVALS_TURNS_H

#include "kernelanalysis/passes.h"

/* How many rounds of a loop are looked at, and the most barriers of an array. */
enum { TURN_ROUNDS = 48, TURN_ELEMENTS = 64 };

/* The barriers of an array that take turns: arrival j is at element[j % n]. */
struct turns {
	uint64_t element[TURN_ELEMENTS];
	uint64_t seen; /* a bit for each turn whose element is known */
	unsigned n;
};

/* Loops inside others that go round equally often each time, which is no number. */
enum { TURN_OPEN = 2 };
struct turn_open {
	const struct et *count[TURN_OPEN];	 /* how often, from the innermost one outwards */
	const struct symbol *guessed[TURN_OPEN]; /* stands for it in terms */
	unsigned depth[TURN_OPEN];		 /* of the loop, from the innermost one outwards */
	unsigned n;
	struct et_map *map;			 /* puts these symbols there */
	uint64_t most;				 /* rounds of the outermost loop that are looked at */
};

/* The rounds of the loops around an operation that are looked at, from the innermost loop outwards. */
enum { TURN_DEPTH = 4 };
struct turn_rounds {
	const struct symbol *counter[TURN_DEPTH];
	uint64_t at[TURN_DEPTH], limit[TURN_DEPTH];
	unsigned depth;
	struct turn_open *open; /* NULL: it is known of all but the outermost one how often they go round */
	unsigned guess[TURN_OPEN];
};

/* Begins with the first ones; false: there are too many, or they are not known. */
bool turn_rounds_start(struct kernel *kernel, LLVMValueRef instruction, struct turn_rounds *rounds);
/* False: there are no more. */
bool turn_rounds_next(struct turn_rounds *rounds);
/* What the term is in these rounds; false: not known. */
bool turn_value_at(struct kernel *kernel, const struct et *term, const struct turn_rounds *rounds,
	uint64_t *value);

/* Does the term go on in later rounds as in the first ones: it divides by, and compares with, few rounds' steps alone. */
bool turn_goes_on(struct kernel *kernel, const struct et *term, const struct turn_rounds *rounds);

/* What the term is in a round of the loop of this counter. False: not known. */
bool turn_value(struct kernel *kernel, const struct et *term, const struct symbol *counter,
	uint64_t round, uint64_t *value);
/* The barrier that the address (or number) means in the rounds, by its place in the array of barriers. */
bool turn_element(struct kernel *kernel, LLVMValueRef object, const struct turn_rounds *rounds,
	uint64_t *index);

/*
 * Checks the waits that name a phase by its parity, and sets the barrier's lag; a barrier of which
 * they do not wait for one phase after the other becomes unknown. `turns` is NULL for a single one.
 */
void parities_fill(struct kernel *kernel, struct phased *phased, const struct turns *turns);

#endif
