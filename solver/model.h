#ifndef HGRD_SOLVER_MODEL_H
#define HGRD_SOLVER_MODEL_H

#include "solver/problem.h"

/*
 * Candidate models and their check in machine arithmetic. A model gives a value
 * to every leaf of a problem.
 */

/* Value of a leaf that is no application, or of an application whatever its arguments. */
typedef uint64_t leaf_value_fn(void *data, const struct et *leaf);

/* Fills answer->model. */
void model_fill(struct answer *answer, const struct problem *problem, leaf_value_fn *value,
	void *data);

/*
 * Do all facts, conditions and the overlap hold under the model, does every
 * function give one value per argument, and is nothing undefined evaluated
 * (flagged overflow, division by zero, too large shifts)?
 */
bool model_check(const struct answer *answer, const struct problem *problem);

/* The machine-arithmetic overlap of the query's ranges as a term; true when it has none. */
const struct et *overlap_term(struct ets *ets, const struct query *query);

/*
 * Do conditions and overlap hold whatever the leaves that over-approximate
 * (HAVOC, UNKNOWN) are? If not, `culprit` is one they depend on.
 */
bool model_robust(const struct answer *answer, const struct problem *problem,
	const struct symbol **culprit);

#endif
