#ifndef HGRD_SOLVER_WITNESSES_SAMPLE_H
#define HGRD_SOLVER_WITNESSES_SAMPLE_H

#include "solver/witnesses/tape.h"

/*
 * Candidates for witnesses without Z3: values of what both threads share that the facts allow, some values of what
 * each thread has of its own, and of all pairs of threads those that meet. Most races of real programs meet in so
 * many places that a few dozen threads show one. What is found has still to be confirmed; nothing found says nothing.
 * Values are drawn from a generator that always begins alike.
 */
struct sample;

/* NULL: there is nothing to try, as where the query is too large. Lives in `arena`. */
struct sample *sample_new(struct arena *arena, const struct query *query);
/* Finds the next candidate, whose values the tape then has; false: no more is tried. */
bool sample_next(struct sample *sample);
const struct tape *sample_tape(const struct sample *sample);

#endif
