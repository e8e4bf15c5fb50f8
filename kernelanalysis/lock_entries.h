#ifndef HGRD_KERNELANALYSIS_LOCK_ENTRIES_H
#define HGRD_KERNELANALYSIS_LOCK_ENTRIES_H

#include "expr/span.h"
#include "kernelanalysis/order.h"

/* Can only one thread at a time be past the branch, until the address is written again. */
bool lock_excludes(struct kernel *kernel, const struct acquire *acquire);
/* The bits of a word that a thread sets by atomicOr and must have found clear, all of them: they are a lock of
 * their own. NULL: it is no such branch. */
const struct et *lock_bits(struct kernel *kernel, const struct acquire *acquire);
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
/* The value of one's own, made of ids, that is waited for: that no two share it is for the query;
 * NULL: none. */
const struct et *lock_turn(const struct acquire *acquire);
/* May the write leave the lock that `op` takes: it is to the same object and not surely elsewhere. */
bool may_free(const struct access *write, const struct access *op);

/* The branch's condition for this value read. */
const struct et *tested(struct kernel *kernel, const struct acquire *acquire, uint64_t value);
/* Does the branch let nobody through who reads a value of the span. */
bool lock_keeps_out(struct kernel *kernel, const struct acquire *acquire, struct span span);
/* Is the branch of a compare-and-swap taken only when the swap was made. */
bool lock_swap_needed(struct kernel *kernel, const struct acquire *acquire);
bool constant_of(LLVMValueRef value, uint64_t *constant); /* `value` may be NULL */
/* Is the term one of ids and parameters alone. */
bool term_of_ids(const struct et *term);

#endif
