#ifndef HGRD_KERNELANALYSIS_BARRIERS_CLUSTER_HALL_H
#define HGRD_KERNELANALYSIS_BARRIERS_CLUSTER_HALL_H

#include "kernelanalysis/barriers/phased.h"

/*
 * Terms for each thread of a cluster of constant dimensions. Of a block's index they may say its place in the
 * cluster alone.
 */

enum { MOST_SEATS = 1 << 14, MOST_RANKS = 16 };

struct hall {
	struct kernel *kernel;
	struct et_map *launch, *places;
	const uint64_t *dims;
	const struct symbol *place[3]; /* of the block in its cluster, per axis */
	uint64_t threads, ranks;       /* of a block, of the cluster */
	uint64_t seat, elected;
	struct ptrmap *known;          /* term -> values, for this lane that elect.sync chooses */
};

/* Requires `kernel`, `launch` and `dims`; false: the cluster is too large, or not known. */
bool hall_start(struct hall *hall);
/* The lane that elect.sync chooses from now on; the first one at the start. */
void hall_elect(struct hall *hall, uint64_t lane);
/* The term for each thread of the cluster; NULL: not known. */
const uint64_t *hall_values(struct hall *hall, const struct et *term);
/* The ranks that the term (NULL: the own block's) means, by thread; NULL: not known. */
const uint64_t *hall_targets(struct hall *hall, const struct et *rank);

/* Blocks of which a thread waits at the barrier, a bit each; all where that is not known. */
uint64_t cluster_waiting(struct hall *hall, const struct phased *phased);
/* Has each of these blocks a thread that makes the barrier, or some of its array. */
bool cluster_made(struct hall *hall, const struct phased *phased, uint64_t blocks);
/*
 * Is the operation, which goes to the barrier of its `rank`, run for the number-th time only when the phases before are over
 * but as many as there are barriers that take turns.
 */
bool cluster_keeps_phase(
	struct hall *hall, const struct phased *phased, const struct sync *op, const struct et *number);

#endif
