#ifndef HGRD_KERNELANALYSIS_SIGNALS_CHOICE_H
#define HGRD_KERNELANALYSIS_SIGNALS_CHOICE_H

#include "kernelanalysis/signals/signal.h"

/* One of many waits: ids of the thread that waits, and its round, for which the awaited address is
 * a given one. */

enum { MOST_CHOSEN = 5 };

struct chosen {
	const struct et *which; /* a symbol */
	const struct et *first; /* its least value, signed, of its width */
	const struct et
		*count; /* how many values it may have from that on; NULL: that is not known */
	bool free;	/* no condition depends on it */
	const struct et *found; /* by choice_solve */
};

struct choice {
	struct ets *ets;
	struct chosen of[MOST_CHOSEN]; /* with steps that grow, of those that are not constant */
	unsigned n;
	const struct et *valid;	 /* by choice_solve: what was found is among the values */
	const struct et *unique; /* ... and no other values lead to the address */
};

enum choice_result { CHOICE_UNKNOWN, CHOICE_OF_NONE, CHOICE_SOLVED };

/* Finds the values for which y's address is x's, if there are any; CHOICE_OF_NONE: y's does not
 * depend on them. */
enum choice_result choice_solve(struct choice *choice, const struct et *x, const struct et *y);
/* The term with the values that were found. */
const struct et *choice_put(const struct choice *choice, const struct et *term);

#endif
