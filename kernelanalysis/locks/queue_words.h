#ifndef HGRD_KERNELANALYSIS_LOCKS_QUEUE_WORDS_H
#define HGRD_KERNELANALYSIS_LOCKS_QUEUE_WORDS_H

#include "kernelanalysis/locks/queue_locks.h"

/* How the writes of a queue lock's words are looked at. */

struct words {
	struct orders *orders;
	struct queue_lock *queue;
	const struct access *link;   /* MCS: tells the one before */
	const struct access *closed; /* the own word is set to what is waited at, before others know it */
	const struct access *named;  /* MCS: the own word for the next one is cleared */
	const struct access *begun;  /* in shared memory: what the tail is set to before all else */
	const struct access *other;  /* a write of no such kind */
};

struct ets *words_ets(const struct words *w);
/* Can the two touch one word. */
bool words_meet(const struct access *a, const struct access *b);
/* The lock is worthless where the condition holds for some thread. */
void words_wrong(struct words *w, const struct et *condition);
/* The terms must be equal for who runs the access. */
void words_equal(
	struct words *w, const struct access *access, const struct et *a, const struct et *b);
/* What the write puts there whatever it was; NULL: it does something else. */
const struct et *word_stored(const struct words *w, const struct access *write);
/* Does the value end the wait, or not. */
bool word_lets_go(const struct words *w, const struct et *value);
bool word_keeps_waiting(const struct words *w, const struct et *value);
/* Is the one run in each round before the other one. */
bool before_each(const struct words *w, const struct access *first, const struct access *then);
/* Has who runs the write got in, in this round; where that is a condition, it is one for the lock. */
bool word_inside(struct words *w, const struct access *write);
/* The write hands the lock on. */
void word_leaves(struct words *w, const struct access *write);
/* Something at this access is not understood. */
void words_puzzle(struct words *w, const struct access *at, const char *what);

/* The kinds that have a file of their own; false: it is none. */
bool clh_fill(struct words *w);
bool slots_fill(struct words *w);

#endif
