#ifndef HGRD_KERNELANALYSIS_ORDER_H
#define HGRD_KERNELANALYSIS_ORDER_H

#include "kernelanalysis/kernel.h"

/* A strong read whose value decides the branch into `success`. */
struct acquire {
	const struct access *op;
	const struct block *from, *success;
	bool spins; /* `success` is the way out of the loop that holds the read */
};

/*
 * Condition for the pair not to be ordered by locks or signals, over the
 * renamed terms of both threads; `maps` rename for the first and second
 * thread. True when nothing orders the pair.
 */
const struct et *unordered_condition(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2]);

#endif
