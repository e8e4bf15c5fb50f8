#ifndef HGRD_DRIVER_CONTEXTS_H
#define HGRD_DRIVER_CONTEXTS_H

#include "frontend/clang.h"
#include "hostanalysis/program.h"
#include "solver/verdict.h"

/*
 * Checks the kernels of one unit of a program, each in the contexts that its
 * launches have in the whole program: first from the boundary of the unit, and
 * where that does not suffice from that of its callers, and so on. Adds kernels,
 * findings and errors to *out.
 */
void contexts_check(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct program *program, size_t unit,
	struct results *out);

#endif
