#ifndef HGRD_SOLVER_WITNESSES_SAMPLE_INTERNAL_H
#define HGRD_SOLVER_WITNESSES_SAMPLE_INTERNAL_H

#include "solver/witnesses/sample.h"

/* What the files of the search by evaluation share. */
enum {
	SAMPLE_STEPS = 300000, /* evaluated in all: some milliseconds */
	SAMPLE_NEAR = 24,      /* rounds, with threads that are close to each other */
	SAMPLE_THREADS = 32    /* of either side in a round */
};

struct sample {
	struct tape *tape;
	uint64_t random;
	VEC(int64_t) constants; /* of the query */
	unsigned round;
	size_t found[2];	 /* threads of either side */
	uint64_t *threads[2];	 /* their values, by thread and position in the side's order */
	uint64_t *slots[2];	 /* by thread and slot */
	uint64_t offset[2][SAMPLE_THREADS];
	bool late;		 /* the offsets rest on both threads */
	size_t next, steered;	 /* pairs of threads */
	bool *marked;		 /* by step: below a condition that is repaired */
};

/* What has to come together for a condition to change: steps. */
struct comparison {
	uint32_t of[2];
};

/* Fills the constants that values are drawn from. */
void sample_find_constants(struct sample *sample);
/* Marks the symbols by which something is divided that is not modelled. */
void sample_find_divisors(struct sample *sample);
/* A number below another one. */
uint64_t sample_draw(struct sample *sample, uint64_t below);
/* A value that such symbols have often, and that the conditions about the slot alone allow. */
uint64_t sample_draw_value(struct sample *sample, struct slot *slot);

/*
 * Newton's step on integers: the value of a symbol by which both sides of a comparison come together, as their difference
 * changes by so much with one more. False: it does not, or not exactly when that is wanted. All terms of the symbol's part have
 * to be evaluated; afterwards it has another value.
 */
bool sample_newton(struct tape *tape, struct slot *slot, const struct comparison *comparison, bool exactly, uint64_t *value);
/* Changes values of a part until all its conditions hold; false: that does not succeed. Local search, as in trial.c. */
bool sample_repair(struct sample *sample, enum part part);

#endif
