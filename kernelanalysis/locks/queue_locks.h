#ifndef HGRD_KERNELANALYSIS_LOCKS_QUEUE_LOCKS_H
#define HGRD_KERNELANALYSIS_LOCKS_QUEUE_LOCKS_H

#include "kernelanalysis/grid/grid_barriers.h"
#include "kernelanalysis/locks/lock_entries.h"

/*
 * Queue locks: who comes gets in line behind whom came last, by one atomic operation, and waits for a word of
 * memory that just the one before changes when he is done. MCS: each has a node, tells the one before of it, and
 * waits in his own. CLH: each waits in the node of the one before. Array locks (Anderson): a ticket's slot.
 */

enum queue_kind { QUEUE_MCS, QUEUE_CLH, QUEUE_SLOTS };

/* An address that one thread makes of another's node or ticket, `who`, and the word that it is to be. */
struct queue_place {
	const struct et *at, *word;
};

struct queue_lock {
	struct kernel *kernel;
	enum queue_kind kind;
	const struct access *take;   /* gets in line: an exchange, or an addition for slots */
	struct acquire entry;	     /* stands for the ways in: its operation is `take` */
	const struct block *begin;   /* from where a thread comes to get in line, if it does, in each round */
	const struct acquire *wait;
	VEC(const struct acquire *) free; /* MCS: branches of who was not behind anybody */
	const bool *before_entry;    /* by block index: may be run from `take` on without having got in */
	VEC(const struct access *) leaves;
	const struct et *self;	     /* the node's name, or the ticket */
	const struct symbol *who;
	const struct et *word, *next; /* own addresses: waited at; MCS: where the one behind names himself */
	VEC(struct queue_place) places;
	VEC(const struct et *) wrong; /* conditions on one thread for the lock to be worthless */
	VEC(const struct et *) nobody; /* names that must be no thread's */
	const struct et *names;	     /* CLH: the word of the first of the nodes that the thread has in turn; NULL: it has one */
	bool again;		     /* slots are closed before the next one is opened, and may be used again */
	enum scope shown;	     /* CLH: the fence between closing the own node and getting in line */
	const struct sync *shown_op;
	struct et_map *maps[2];	     /* of two threads of the launch */
	struct symbol *puzzle;	     /* stands for what is not understood; NULL: nothing */
};

/* Finds them (requires acquires). */
void queue_locks_find(struct orders *orders);
/* Fills in how the queue's words are written; false: not as those of such a lock. */
bool queue_words_fill(struct orders *orders, struct queue_lock *queue);
/* Has who runs the instruction got in, on every way from getting in line. */
bool queue_entered(const struct queue_lock *queue, LLVMValueRef instruction);
/* Is the access one by which who has the lock hands it on. */
bool queue_is_left(const struct queue_lock *queue, const struct access *access);
/* The narrowest fence on the ways in before the target. */
enum scope queue_fence(struct orders *orders, const struct queue_lock *queue, LLVMValueRef target,
	const struct sync **fence);
/* Condition for the lock to let in two threads at a time. */
const struct et *queue_contested(const struct order_query *q, const struct queue_lock *queue);
/* The address or value with a term for what `take` found. */
const struct et *queue_behind(
	const struct queue_lock *queue, const struct et *term, const struct et *found);

#endif
