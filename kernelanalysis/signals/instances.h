#ifndef HGRD_KERNELANALYSIS_SIGNALS_INSTANCES_H
#define HGRD_KERNELANALYSIS_SIGNALS_INSTANCES_H

#include "kernelanalysis/signals/choice.h"

enum { MOST_ROUNDS = MOST_CHOSEN - 3 };

/* The waits of one path, as one that is chosen. */
struct many {
	const struct link *link;
	const struct order_path *release;
	struct order_path one;	   /* of the thread that is chosen */
	struct wait *wait;	   /* for `one` */
	const struct et *unsolved; /* what is known where it is not found */
	struct choice choice;
	const struct symbol *counter[MOST_ROUNDS]; /* of rounds that are chosen */
	unsigned n;
	const struct et *possible; /* there is that wait; NULL: this is not known */
	bool awaits;		   /* whether there is that wait is all that is asked */
};

/* Is the value the same for all threads that have met but for their ids, and but for the rounds
 * that are chosen. */
bool is_told(const struct many *many, const struct et *term);
/* Adds the rounds of loops from this one on that are over before the access to what is chosen;
 * false: which of them wait is not known. */
bool choose_rounds(struct many *many, const struct loop *inner);

#endif
