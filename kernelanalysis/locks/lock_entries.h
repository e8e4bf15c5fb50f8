#ifndef HGRD_KERNELANALYSIS_LOCKS_LOCK_ENTRIES_H
#define HGRD_KERNELANALYSIS_LOCKS_LOCK_ENTRIES_H

#include "expr/span.h"
#include "kernelanalysis/pairs/order.h"

/* Can only one thread at a time be past the branch, until the address is written again. */
bool lock_excludes(struct kernel *kernel, const struct acquire *acquire);
/* The bits of a word that a thread sets by atomicOr and must have found clear, all of them: they are a lock of
 * their own. NULL: it is no such branch. */
const struct et *lock_bits(struct kernel *kernel, const struct acquire *acquire);
/* Is all that changes the word bits that are set or cleared, but for what comes before the lock is used. */
bool lock_bits_alone(struct orders *orders, const struct access *op);
/* Does the write clear just these bits. */
bool lock_bits_left(struct kernel *kernel, const struct et *bits, const struct access *write);
/* Condition for the write to clear some of these bits; true where they are none (NULL), or it does something else. */
const struct et *lock_bits_cleared(
	struct kernel *kernel, const struct et *bits, const struct access *write);
/* Condition for there to be a bit; true for NULL. */
const struct et *lock_bits_some(struct kernel *kernel, const struct et *bits);
/* Condition for the bits, of one width, to be the same. */
const struct et *lock_bits_equal(struct ets *ets, const struct et *a, const struct et *b);
/* Condition for what the thread writes as it takes the lock to keep out others. Requires lock_excludes. */
const struct et *lock_left_taken(struct kernel *kernel, const struct acquire *acquire);
/* Does the branch let several in, who count themselves, but nobody while a writer has the lock: see
 * readers.c. */
bool lock_shares(const struct orders *orders, const struct acquire *acquire);
/* Condition on the launch for the readers that count themselves by addition not to add up to where
 * the branch would let them in beside a writer. Requires lock_shares. */
const struct et *lock_entry_fits(const struct orders *orders, const struct acquire *acquire);
/* What a reader adds to a lock for the time that it holds it; 0: it does not add. */
int64_t lock_step(const struct access *op);
/* Does the write take back the count of a reader that was not let in. */
bool lock_entry_undone(const struct orders *orders, const struct access *write);
/* What a wait for an equal value waits for; NULL: it is no such wait. */
const struct et *lock_awaited(const struct acquire *acquire);
/* The counter that gave the thread the value, alone; NULL: none did. */
const struct access *lock_ticket(struct kernel *kernel, const struct et *value);
/* Does who gets past the branch only read that the lock is his, and write nothing to it. */
bool lock_only_read(const struct access *op);
/* Makes waits for a turn that is at least one's own ticket waits for just that, where they are. */
void turnstiles_find(struct orders *orders);
/* Does a compare-and-swap that may draw a number come behind the block, in the round of the read. */
bool turn_may_be_drawn(const struct kernel *kernel, const struct access *read, const struct block *behind);
/* Makes waits for a turn behind which a compare-and-swap draws it let in who succeeds (requires turns). */
void drawn_turns_find(struct orders *orders);
/* Does the access take a lock, so that it writes only what is free. */
bool lock_is_taken_by(const struct orders *orders, const struct access *access);
/* Is the lock written, other than by this write and those that take it, so that somebody may take it again; *states: it
 * is written at least. If not, it elects one thread for good. */
bool lock_is_left(struct orders *orders, const struct acquire *acquire, const struct access *except,
	bool *states);
/* Is it known what the branch makes of a value that is not known: it keeps its thread out. */
bool lock_keeps_out_unknown(struct kernel *kernel, const struct acquire *acquire);
/* What others leave in the lock who take it by the branch: a value that is not known, and of which some bits may be. */
struct span lock_left_behind(struct kernel *kernel, const struct acquire *acquire);
/*
 * Finds the branches that are relied on, and among these the ones that may let a thread in beside another
 * (requires holds). That they do is a condition on the launch.
 */
void lock_rivals_find(struct orders *orders);
/* Condition for two threads to be let in beside each other by any branches at the lock that `op` takes. */
const struct et *lock_contested(const struct order_query *q, const struct access *op);
/* Condition for two threads of a group, one of which has the lock of `op` for it, to leave it both, or for one of a group that has it not. */
const struct et *lock_left_twice(const struct order_query *q, const struct access *op);
/* Does some way to the access pass the branch, in the round of a loop that the access belongs to: the block where these
 * ways part, and the condition for it; NULL: not known. For locks that are taken in some cases only. */
const struct block *lock_passed_on_some_ways(struct orders *orders, const struct acquire *acquire,
	const struct access *access, const struct et **passed);
/* Is the lock held whenever the access is made, as far as that depends on the way to it. */
bool hold_is_certain(
	struct kernel *kernel, const struct lock_hold *hold, const struct access *access);
/* From addresses to what in them is equal just where they are: one base, and elements of one size
 * whose subscripts are. */
void lock_subscripts(const struct et **first, const struct et **second);
/* Whenever the write is made: is it to another address than the lock's, as the way to it shows. */
bool lock_left_elsewhere(struct kernel *kernel, const struct access *write, const struct access *op);
/* Takes away holds of locks that somebody may free who does not hold them, and those of who has only read and
 * leaves nothing (requires holds). */
void locks_drop_open(struct orders *orders);
/* Does everybody who frees the lock hold it, but for those who do so before it is used. */
bool lock_closed(struct orders *orders, const struct access *op);
/* Finds the holds of a lock once more, as it is known now who leaves it for all readers (requires holds). */
void holds_renew(struct orders *orders, const struct et *lock);
/* Adds holds of locks that the round before has taken, hand over hand (requires holds). */
void round_locks_find(struct orders *orders);
/* Adds holds of readers of whom the first takes a lock for all and the last leaves it (requires holds). */
void first_readers_find(struct orders *orders);
/* Adds holds of who is elected by a word that is written under a lock (requires holds and guarded acquires). */
void guarded_elections_find(struct orders *orders);
/* May the write leave the lock that `op` takes: it is to the same object and not surely elsewhere. */
bool may_free(const struct access *write, const struct access *op);

/* The branch's condition for this value read. */
const struct et *tested(struct kernel *kernel, const struct acquire *acquire, uint64_t value);
/* Does the branch let nobody through who reads a value of the span. */
bool lock_keeps_out(struct kernel *kernel, const struct acquire *acquire, struct span span);
/* Is the branch of a compare-and-swap taken only when the swap was made. */
bool lock_swap_needed(struct kernel *kernel, const struct acquire *acquire);
bool constant_of(LLVMValueRef value, uint64_t *constant); /* `value` may be NULL */
/* Is the value one of ids alone, so that it is known which threads write what. */
bool made_of_ids(struct kernel *kernel, const struct et *value);
/* May threads of this kind come to both with no barrier between. */
bool lock_shares_interval(const struct kernel *kernel, const struct access *write, const struct access *op, enum race_kind kind);
/* Never in the same stretch between block barriers as the taking of the lock. */
bool lock_is_apart(const struct kernel *kernel, const struct access *write, const struct access *op);
/* Is the term one of ids and parameters alone. */
bool term_of_ids(const struct et *term);

#endif
