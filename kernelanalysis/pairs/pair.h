#ifndef HGRD_KERNELANALYSIS_PAIRS_PAIR_H
#define HGRD_KERNELANALYSIS_PAIRS_PAIR_H

#include "kernelanalysis/passes.h"

/*
 * Parts of a pair's terms: rename.c gives each thread its symbols, frame.c says
 * which groups the threads share, ways.c how each comes to its instance; pair.c
 * and reach_terms.c put them together.
 */

/* Renames for thread `copy` (1, 2, or THIRD for another one of the block) on one way through an interval; kept, since many pairs use
 * the same. */
struct et_map *renaming_map(
	struct kernel *kernel, struct interval *interval, uint32_t state, unsigned copy);
/* What thread `copy` has in common with the pair's threads is of this level at most: a third thread is of the pair's block, and
 * need not be of its warp. */
enum level shared_level(enum race_kind kind, unsigned copy);
/* The term (NULL: NULL) under the launch, which may be NULL, and then renamed. */
const struct et *apply(struct et_map *launch, struct et_map *map, const struct et *term);
/* Adds each conjunct of a condition once. */
void push_condition(struct kernel *kernel, struct pair_terms *terms, const struct et *condition);

/* Sizes of block and grid under the launch, which may be NULL. */
void dimensions(struct kernel *kernel, struct et_map *launch, const struct et **ntid,
	const struct et **nctaid);
/* Both threads' ids (which must be filled) are below these sizes. */
void range_conditions(struct kernel *kernel, const struct et *const *ntid,
	const struct et *const *nctaid, struct pair_terms *terms);
/* Are both threads in one run of `extent` consecutive threads. */
const struct et *same_tile(struct kernel *kernel, uint32_t extent, const struct et *const *ntid,
	const struct pair_terms *terms);
/* Which lane groups both threads are in, and that they are not in the others. */
void lane_conditions(struct kernel *kernel, const struct interval *interval, struct et_map *launch,
	struct et_map *const maps[2], struct pair_terms *terms);

/* One thread of a pair and its instance. */
struct side {
	struct kernel *kernel;
	struct interval *interval;
	const struct instance *instance;
	unsigned copy;	       /* 1 or 2 */
	struct et_map *launch; /* may be NULL */
	struct pair_terms *terms;
};
/* Adds the conditions for the thread to come from the interval's point to its instance. */
void ways_push(const struct side *side);

#endif
