#ifndef HGRD_KERNELANALYSIS_SUMS_SUM_POINTS_H
#define HGRD_KERNELANALYSIS_SUMS_SUM_POINTS_H

#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/pairs/pair.h"
#include "kernelanalysis/sums/sums_known.h"

/* The places of sums that two threads have, see sums_apart.c. */

enum { MOST_POINTS = 24 };

/* P at a place that each thread of one side has, or both in common. */
struct point {
	const struct et *sum;
	const uint16_t *at;  /* by thread */
	const struct et *index; /* the same as a term of the thread; NULL: it is no simple one */
	const bool *ran;     /* for which threads; NULL: for all */
	const struct et *when;
	unsigned side;       /* 0, 1; 2: both */
};

struct ordering {
	struct kernel *kernel;
	const struct sum_table *table;
	const struct pair *pair;
	const struct pair_terms *terms;
	struct et_map *launch, *const *maps;
	LLVMValueRef of;     /* the values that are summed up */
	unsigned width;
	uint64_t most, all;  /* one of them, all of them together */
	const struct et *linear[2]; /* ids of the threads, of that width */
	struct point point[MOST_POINTS];
	unsigned n;
	bool before[MOST_POINTS][MOST_POINTS]; /* is one place never behind the other */
	const struct et *known;
};

/* Adds a condition to what is known, where another one holds. */
void ordering_say(struct ordering *o, const struct et *when, const struct et *condition);

/* The greatest number that a term can be, read as unsigned; all ones: it is not known (sum_most.c). */
uint64_t sum_most(const struct et *et);

/* Fills `width` and `most`; false: values may be negative, or the sums too great. */
bool ordering_bounds(struct ordering *o);

const struct access *ordering_access(const struct ordering *o, unsigned side);

/* Adds what both have, or one side: the sum of no values, of all values of the block, and what the thread has of `summed`. */
void ordering_add_common(struct ordering *o, unsigned side, bool all);
void ordering_add_elected(struct ordering *o, const struct elected *elected, unsigned side);
void ordering_add_summed(struct ordering *o, const struct summed *summed, unsigned side);
/* What a lane of its warp draws for all of these. */
void ordering_add_drawn(struct ordering *o, const struct aggregated *lanes, unsigned side);
/* ... and its own value. */
void ordering_add_own(struct ordering *o, unsigned side);

#endif
