#ifndef HGRD_KERNELANALYSIS_LOCKS_FIRST_READER_H
#define HGRD_KERNELANALYSIS_LOCKS_FIRST_READER_H

#include "kernelanalysis/locks/lock_entries.h"

/* A change of the count by one, under the mutex. */
struct change {
	const struct access *write;
	LLVMValueRef found;
	const struct lock_hold *mutex;
	int by;
	const struct acquire *taken; /* a reader comes: the lock, by the first */
	const struct block *begin;   /* ... all for whom this holds when they are in that block: */
	const struct et *comes;	     /* a condition on ids and parameters */
	const struct access *left;   /* a reader goes: the lock, by the last */
};

struct readers {
	struct orders *orders;
	VEC(struct change) changes;
	const struct et *lock; /* the lock's address */
};

/* Fills from where readers come (requires all changes); has everybody been counted who is no
 * longer. */
bool readers_come_first(const struct readers *readers);
/* Adds the holds of the lock by readers while they are counted, and finds those of others once
 * more. */
void readers_hold(struct readers *readers);

#endif
