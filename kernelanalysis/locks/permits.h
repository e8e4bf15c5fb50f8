#ifndef HGRD_KERNELANALYSIS_LOCKS_PERMITS_H
#define HGRD_KERNELANALYSIS_LOCKS_PERMITS_H

#include "kernelanalysis/locks/lock_entries.h"

/* A word that says how many may still come in, see permits.c. */
struct permits {
	const struct access *op;	  /* one that takes a permit */
	VEC(const struct access *) takes; /* at most MOST_TAKES */
	VEC(const struct access *) gives;
	bool apart;	     /* others may give permits back than have taken them: nothing is known of who has one */
	bool subtracts;	     /* who takes one subtracts it before he looks, and adds it again if there was none */
	bool counts;	     /* as that, but the word counts those who have come: who adds 1 to 0 or less gets in */
	enum scope scope;    /* narrowest of all that change the word */
	const struct et *one;  /* condition for the word to begin with one permit at most */
	const struct et *some; /* ... for it to begin with one at least, nobody needing two at a time or keeping one */
};

enum { MOST_TAKES = 32 };

/* Finds the words of permits, and gives them to the acquires there (requires acquires). */
void permits_find(struct orders *orders);
/* The permits that the operation takes or gives back; NULL: it is none such. */
const struct permits *permits_of(const struct orders *orders, const struct access *op);

/* Does everybody who adds a permit have one that he has taken himself before, and has not given back since then. */
bool permits_are_held(struct kernel *kernel, const struct permits *permits);
/* Does nobody take a permit who may have one, or end with one. */
bool permits_come_back(struct kernel *kernel, const struct permits *permits);
/* Is the branch's edge one of who has got the permit by the compare-and-swap. */
bool permit_won(struct kernel *kernel, const struct access *take, const struct block *from,
	const struct block *to);

#endif
