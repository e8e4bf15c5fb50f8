#ifndef HGRD_SOLVER_REDUCTIONS_COARSE_H
#define HGRD_SOLVER_REDUCTIONS_COARSE_H

#include "solver/check.h"

/*
 * Coarser questions: what both threads share and what is more than arithmetic, such as a block size that
 * is the smaller of two or a power of two found by a loop, becomes a symbol. A proof of the coarser
 * question is one of the finer: few proofs look into such a term, and it stands in every address.
 */
struct coarse;

/* Requires the launch's facts, which stay; they are made coarser alike. */
struct coarse *coarse_new(struct arena *arena, struct ets *ets, const struct launch *launch);

/* Does what is known of the launch choose from tables of numbers (solver/reductions/coarse_numbers.h). */
bool coarse_chooses(const struct coarse *coarse);

/* The coarser question, proof_only, with facts parallel to the query's; false when it is the same. */
bool coarse_query(struct coarse *coarse, const struct query *query, struct query *coarser);

#endif
