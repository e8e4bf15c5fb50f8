#ifndef HGRD_SOLVER_WITNESSES_TRIAL_H
#define HGRD_SOLVER_WITNESSES_TRIAL_H

#include "expr/fact.h"

/*
 * Looks for values of all symbols under which the facts hold together in machine arithmetic, by
 * trying few: 0, 1, powers of two, and what the facts compare with. False says nothing. Most facts
 * of real programs are bounds, so that this spares the start of Z3.
 */
bool trial_holds(const fact_list *facts);

#endif
