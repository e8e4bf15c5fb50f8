#ifndef HGRD_SOLVER_WITNESSES_MODEL_H
#define HGRD_SOLVER_WITNESSES_MODEL_H

#include "solver/encoding/problem.h"

/*
 * Candidate models and their check in machine arithmetic. A model gives a value
 * to every leaf of a problem.
 */

/* Value of a leaf; of an application, for these argument values. */
typedef uint64_t leaf_value_fn(void *data, const struct et *leaf, const uint64_t *args);

/* Fills answer->model; values live in `arena`. */
void model_fill(struct answer *answer, struct arena *arena, const struct problem *problem,
	leaf_value_fn *value, void *data);

/* Value of a leaf, of an application for these argument values; NULL when there is none. */
const struct model_value *model_find(
	const struct answer *answer, const struct et *leaf, const uint64_t *args);

/*
 * Do all facts, conditions and the overlap hold under the model, does every
 * function give one value per argument, is nothing undefined evaluated (flagged
 * overflow, division by zero, too large shifts), and does no unsigned index
 * arithmetic wrap?
 */
bool model_check(const struct answer *answer, const struct problem *problem);

/* The machine-arithmetic overlap of the query's ranges as a term; true when it has none. */
const struct et *overlap_term(struct ets *ets, const struct query *query);

/*
 * What is left of facts, conditions and overlap when all leaves have their
 * values but those that over-approximate (HAVOC, UNKNOWN): true when the model
 * does not rest on them.
 */
const struct et *model_residual(const struct answer *answer, const struct problem *problem);
/* What facts say of the launch's size, in the same way: it is so where there is a launch at all. */
const struct et *model_premise(const struct answer *answer, const struct problem *problem);
/* A symbol the residual depends on; NULL when it is true. */
const struct symbol *model_culprit(struct arena *scratch, const struct et *residual);
bool is_approximation(const struct et *leaf);

#endif
