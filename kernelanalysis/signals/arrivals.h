#ifndef HGRD_KERNELANALYSIS_SIGNALS_ARRIVALS_H
#define HGRD_KERNELANALYSIS_SIGNALS_ARRIVALS_H

#include "kernelanalysis/pairs/order.h"

/* Does the term have one value in all threads of the grid. */
bool is_of_grid(const struct et *term);
/* How many of the `all` values of an id, which begin with 0, a condition leaves, at most. */
const struct et *ids_left(struct arena *arena, struct ets *ets, const struct et *guard, const struct et *id, const struct et *all);

/* How blocks share the places of an access that differ along some axes of the grid. */
struct sharing {
	unsigned axes;		 /* a bit each */
	const struct et *blocks; /* so many along these share a thread's place, at most: a term of
				    the thread */
	const struct et *most;	 /* the same for any thread */
	const struct et *places; /* so many places there are, at most */
	const struct et *by;	 /* two blocks have one place where they have this in common */
	const struct et *rest;	 /* the number of each among those that share a place, from 0 on; NULL: not known */
};

/* Fills the sharing; false: places do not follow from block indices in such a way. */
bool sharing_find(struct kernel *kernel, const struct access *access, struct sharing *sharing);
/* How many blocks of the launch come to the access at one place, at most, where that follows from
 * their indices; 0: not known. */
uint64_t blocks_sharing(struct kernel *kernel, struct et_map *launch, const struct access *access);
/* How many threads of one block may run the access, by what its guard says of their ids. */
const struct et *threads_of_block_at(struct kernel *kernel, const struct access *access);

/* Who runs an access as he has drawn one number at another counter, such as the last of his group.
 */
struct chooser {
	const struct access *draw; /* NULL: there is none */
	bool told;		   /* one thread of the block has drawn it for all */
	const struct et
		*places; /* so many counters there are, at each of which one draws it at most, */
	const struct et *when; /* ... under this condition on the launch */
};
struct chooser chooser_of(struct kernel *kernel, const struct access *access);
/* How many may run it, therefore, where `when` holds; NULL: there is no chooser. */
const struct et *threads_chosen(
	struct kernel *kernel, const struct access *access, const struct et **when);
/* How many may run the access at any one place, whoever is chosen. */
const struct et *threads_sharing(
	struct kernel *kernel, const struct access *access, const struct sharing *sharing);

#endif
