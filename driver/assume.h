#ifndef HGRD_DRIVER_ASSUME_H
#define HGRD_DRIVER_ASSUME_H

#include "base/options.h"
#include "solver/verdict.h"

/* --assume on the command line: what is wrong with it is the caller's mistake, not a verdict. */

/* A message when an expression is not understood whatever its names mean, else NULL. */
const char *assumptions_check(struct arena *arena, const struct options *options);

/* Adds an error for each expression with names that no kernel of the results has together. */
void require_parameters(struct arena *arena, const struct options *options,
	struct results *results);

#endif
