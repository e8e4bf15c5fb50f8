#ifndef HGRD_KERNELANALYSIS_SIGNALS_WAIT_MEMO_H
#define HGRD_KERNELANALYSIS_SIGNALS_WAIT_MEMO_H

#include "kernelanalysis/signals/signal.h"

/*
 * What an acquire's wait may find in its word, as far as it does not depend on who signals: asked
 * for once for each of the many pairs of accesses that it may order.
 */
struct wait_memo {
	const struct et *unsure;  /* see wait_left_unsure; NULL: not asked for yet */
	struct leftover *lets[2]; /* what the kernel leaves, see leftovers.c; [1]: where the launch
				     before was given something else */
	struct ptrmap
		*visits;      /* access -> what its guard says of later launches, see leftovers.c */
	struct begins begins; /* see wait_begins; of NULL: not asked for yet */
};

/* That of the acquire; in the kernel's arena. */
struct wait_memo *wait_memo_of(struct kernel *kernel, const struct acquire *acquire);

#endif
