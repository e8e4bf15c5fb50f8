#ifndef HGRD_SOLVER_WITNESSES_ANY_NUMBER_H
#define HGRD_SOLVER_WITNESSES_ANY_NUMBER_H

#include "solver/solve.h"

/* Is an answer's model one as well with other values of the symbols that are `computed`: tried with some, of which three have to do. */
bool any_number_meets(struct arena *scratch, const struct query *query, const struct answer *answer);

#endif
