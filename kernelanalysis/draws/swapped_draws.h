#ifndef HGRD_KERNELANALYSIS_DRAWS_SWAPPED_DRAWS_H
#define HGRD_KERNELANALYSIS_DRAWS_SWAPPED_DRAWS_H

#include "kernelanalysis/kernel.h"

/* A compare-and-swap that puts in the place of a number one that is so much greater or less: who succeeds has drawn the number. */
struct swapped_draw {
	const struct et *found;   /* the number */
	const struct et *amount;  /* by which the word grows, or shrinks: of its width */
	bool down;
	const struct et *changes; /* condition for the operation to succeed */
};

/* Is the access such an operation; fills *draw. */
bool swapped_draw_of(struct kernel *kernel, const struct access *op, struct swapped_draw *draw);

/* Which way a compare-and-swap takes the word where it succeeds: amounts that are computed are taken for ones that are not
 * negative. */
enum swapped { SWAPPED_OTHERWISE, SWAPPED_UP, SWAPPED_DOWN };
enum swapped swapped_way(const struct access *op);

#endif
