#ifndef HGRD_KERNELANALYSIS_DRAWS_LOCKED_DRAWS_H
#define HGRD_KERNELANALYSIS_DRAWS_LOCKED_DRAWS_H

#include "kernelanalysis/kernel.h"

/* A plain counter that a thread reads and changes while it holds a lock: found = count; count = found + 1. */
struct locked_draw {
	LLVMValueRef found;       /* the load */
	const struct et *amount;  /* by which it grows, or shrinks: of the counter's width */
	LLVMValueRef added;	  /* the value that this is, or its opposite */
	bool down;
	const struct et *changes; /* condition for who finds a number to change the counter as well */
	enum scope scope;         /* of the lock */
};
typedef VEC(struct locked_draw) locked_draw_list;

/*
 * What threads find at the counter that the write changes: nothing, where the write is no such, or where another write
 * may set the counter back before the next barrier of the pair's kind. Requires locks.
 */
locked_draw_list locked_draws(
	struct kernel *kernel, const struct access *write, enum race_kind kind);

/* The lock under which the thread itself comes to both; `turns`: it may be one that he has only waited for, of which it is a condition
 * of the query that it keeps out others. NULL: none. */
const struct lock_hold *held_at_both(const struct access *read, const struct access *write, bool turns);
/* The read under such a lock of the value that the write stores under it with something added, or taken away, which is
 * *other; NULL: there is none. */
const struct access *locked_change(
	const struct kernel *kernel, const struct access *write, bool turns, LLVMValueRef *other, bool *down);

#endif
