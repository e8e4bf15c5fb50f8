#ifndef HGRD_SOLVER_CAUSES_CAUSE_H
#define HGRD_SOLVER_CAUSES_CAUSE_H

#include "solver/check_pair.h"

/* Why a pair races, in one sentence (SEMANTICS, causes): cause.c, cause_barriers.c. Each cause is NULL where it is none. */

struct why {
	struct check *check;
	const struct access *a, *b;
	enum race_kind kind;
	enum scope needed;
	const char *other; /* "the other thread is in another block" */
};

unsigned cause_line(const struct why *why, const struct access *access);
const char *cause_scope(enum scope scope);
/* An operation of too narrow a scope; `what` names it, up to its line. */
const char *narrow_cause(const struct why *why, const char *what, unsigned line, enum scope scope);

/* What is wrong with the locks of two threads (cause_locks.c). */
const char *lock_cause(const struct why *why);
/* What is too weak of a signal that hands on what one of the threads alone does under a lock. */
const char *told_cause(const struct why *why);
/* The weakest link of signals of one thread for which the other waits (cause_signals.c). */
const char *signals_cause(const struct why *why);

/* A barrier that is too narrow or half there, else that there is none: never NULL. */
const char *barrier_cause(const struct why *why, const struct pair *pair);
/* `copy`, if not NULL, is an asynchronous one that may be under way still. */
const char *flight_cause(const struct why *why, const struct access *copy);
/* A block of a cluster that may have ended. */
const char *end_cause(const struct why *why);
/* A bulk copy that nobody waits for. */
const char *bulk_cause(const struct why *why);
/* A grid barrier written by hand on the way from one access to the other that is none, or that counts too few blocks. */
const char *by_hand_cause(const struct why *why, const struct pair *pair);

#endif
