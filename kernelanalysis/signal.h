#ifndef HGRD_KERNELANALYSIS_SIGNAL_H
#define HGRD_KERNELANALYSIS_SIGNAL_H

#include "kernelanalysis/order.h"

/* What signal.c and counter.c share: two threads, one signalling, the other waiting. */

struct link {
	struct order_query *q;
	const struct access *from, *to;
	const struct view *x, *y;
	unsigned depth;
};

/* The acquire's branch, taken on a value that is a term of its own. */
struct wait {
	const struct order_path *path;
	const struct symbol *value;
	const struct et *test;  /* in the waiting thread's terms */
	struct view z;          /* whoever else may have signalled */
	const struct et *other; /* that somebody did who is not after x's access; on demand */
	const struct et *vain;  /* the branch is taken whatever is read; on demand */
	bool guessed;           /* with a value that is not known */
};

/* What a write that is no addition puts there; NULL when it is not known. */
const struct et *value_written(struct kernel *kernel, const struct access *write);
/* A term of an acquire, in the round it was made in. */
const struct et *acquire_term(const struct link *link, const struct order_path *path,
	const struct et *term, enum via via);
/* Nothing is known: a race that rests on it is not shown. */
const struct et *signal_unknown(const struct link *link);
/* The same where the wait's branch is not taken on 0, with which all begins; else no order. */
const struct et *signal_unproved(const struct link *link, const struct wait *wait);
/* The wait's branch is taken when it reads this value. */
const struct et *wait_satisfied(
	const struct link *link, const struct wait *wait, const struct et *value);

/* The wait compares what it reads with what it has read elsewhere, of whose value nothing is known: that; else false. */
const struct et *compared_unknown(struct kernel *kernel, const struct acquire *acquire);

/* The wait's branch is taken whatever it reads. */
const struct et *wait_in_vain(const struct link *link, struct wait *wait);

/*
 * Condition for what an earlier launch of the kernel has left to let the acquire's wait go on, as a term of the waiting
 * thread; false where that is not known. `release`, NULL: somebody's; `from` and `to`: the accesses it would order.
 */
const struct et *wait_left(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire);

/* Has y's wait seen the counter past what x's addition found. */
const struct et *counted(
	const struct link *link, const struct order_path *release, const struct wait *wait);

#endif
