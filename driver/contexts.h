#ifndef HGRD_DRIVER_CONTEXTS_H
#define HGRD_DRIVER_CONTEXTS_H

#include "driver/whole.h"
#include "solver/verdict.h"

/*
 * Checks the kernels of one unit of a program, each in the contexts that its
 * launches have in the whole program: first from the boundary of the unit, and
 * where that does not suffice from that of its callers, and so on. Adds kernels,
 * findings and errors to *out. What the cache has is not checked again.
 */
void contexts_check(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct whole *whole, struct cache *cache, size_t unit,
	struct results *out);

#endif
