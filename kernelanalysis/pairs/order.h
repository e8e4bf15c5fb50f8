#ifndef HGRD_KERNELANALYSIS_PAIRS_ORDER_H
#define HGRD_KERNELANALYSIS_PAIRS_ORDER_H

#include "kernelanalysis/passes.h"

/*
 * Acquire and release. acquire.c finds strong reads whose value decides a branch,
 * paths.c the releases after and acquires before every access, locks.c the locks
 * held at it; order.c and signal.c make conditions of a query from them.
 */

/* A strong read whose value decides the branch into `success`. */
struct acquire {
	const struct access *op;
	const struct block *from, *success;
	bool spins;            /* `success` is the way out of the loop that holds the read, or, of those of `inside`, leads to it */
	const struct et *edge; /* condition of the branch */
	bool told;             /* the branch asks for what one thread of the block read for all: */
	const struct et *exists; /* ... condition on the launch for that to be there; `edge` holds where it is */
	const struct et *left_early; /* spins: the loop is left by another way */
	LLVMValueRef vote;     /* the block barrier whose vote decides the branch, where one thread's
				  read is enough, see votes.c; NULL: none */
	const struct symbol *value;  /* stands for the value read in: */
	const struct et *test;       /* the branch's condition, on demand */
	const struct running_wait *running; /* `test` is that of a wait for a number that only grows, see running_waits.c */
	const struct queue_lock *queue; /* stands for the ways in at this one; NULL: a branch of its own */
	const struct permits *permits; /* the word is one of permits; NULL: it is none such */
	bool permits_apart; /* the word is one of permits that others may give back than have taken them */
	const struct et *drawn; /* who is past it has drawn the turn by a compare-and-swap, which has succeeded; NULL: none, see drawn_turns.c */
	bool compared;         /* `test` asks of other words what they may hold, see compared.c */
	bool for_readers;      /* the first reader takes the lock for all, see first_reader.c */
	bool relied_on;        /* who is past it is taken to hold a lock: somebody leaves it so */
	enum { EXCLUDES_UNKNOWN, EXCLUDES, EXCLUDES_NOT } excludes; /* see lock_excludes, on demand */
};

struct orders {
	struct kernel *kernel;
	VEC(struct acquire *) acquires;
	VEC(struct acquire *) inside; /* by edges inside the loop that waits, which who leaves it has taken in his last round, see acquire.c */
	VEC(struct queue_lock *) queues; /* see queue_locks.h */
	struct ptrmap *reach; /* block -> set of blocks, see order_reachable */
};

/* The vote of a block barrier that the block's branch is decided by; NULL: none. */
LLVMValueRef vote_of_branch(const struct block *block);
/* Does the vote let a block go on when one thread of it has read what it waits for: makes the edge's condition
 * one of that read. *vain: when somebody would go on who has not read. */
bool vote_counts_one(
	struct kernel *kernel, struct acquire *acquire, LLVMValueRef call, const struct et **vain);
/* Fills orders->acquires and orders->inside. */
void acquires_find(struct orders *orders);
/*
 * Does seeing the awaited value prove that somebody signalled? Not for the taking of a lock,
 * which starts out free: compare-and-swap from 0, exchange for anything but 0.
 */
bool read_proves_signal(const struct access *op);
/* Adds the branches that the value read decides. */
void acquires_add(struct orders *orders, const struct access *op);
/* Adds those of plain reads under a lock (requires locks), see guarded.c. */
void guarded_acquires_find(struct orders *orders);
/* Is it a write or read under a lock that hands an order on: fills the fence of its path. */
bool guarded_release(const struct access *op, struct order_path *path);
bool guarded_acquire(const struct access *op, struct order_path *path);
/* Finds the kernel's `leader` and `other_leaders` (requires guards of accesses); condition for blocks to have that thread. */
void block_leader_find(struct kernel *kernel);
const struct et *block_leader_exists(struct kernel *kernel, enum via via);
/* Who acts for the block at a barrier, for a signal or a wait that is this operation: VIA_BLOCK, or one from VIA_OTHER on. */
bool acts_for_block(enum via via);
enum via leader_of(const struct kernel *kernel, const struct access *op);
/* Finds the lane that acquires and releases for its warp; condition for all warps of consecutive threads to have it. */
void lane_leader_find(struct kernel *kernel);
const struct et *lane_leader_exists(struct kernel *kernel, struct et_map *launch);
/* Does only the leader of its block come to the block, by a branch that names nothing else. */
bool is_leaders_own(struct kernel *kernel, const struct block *block);
/* Condition, by the sizes of the block, for the access to be made by its leader alone. */
const struct et *leader_makes(struct kernel *kernel, const struct access *access);
/* The term as the leader of its block has it; with a constant for a value. */
const struct et *in_first_thread(struct kernel *kernel, const struct et *term);
const struct et *with_constant(
	struct kernel *kernel, const struct et *term, LLVMValueRef value, uint64_t constant);

/*
 * The branch's condition with the value read (and a compare-and-swap's success)
 * replaced by `value`, a term of the operation's width.
 */
const struct et *acquire_test(
	struct kernel *kernel, const struct acquire *acquire, const struct et *value);
/* Does it follow from ids and inputs whether a thread comes to the spin in a round of the loop, the last one apart. */
bool waits_by_ids(struct kernel *kernel, const struct acquire *acquire, const struct loop *rounds);
/* The loop whose rounds wait once each: around the loop that spins; NULL: there is none, or it is in another one. */
const struct loop *rounds_of_wait(const struct acquire *acquire);
/* Makes waits in rounds for a number to be another one than the round's waits for it to be greater, where it only grows. */
void running_waits_find(struct orders *orders);
/* The write by which whoever waits in rounds always takes back what he has waited for, before the round ends; NULL: none. */
const struct access *taken_back_by(struct kernel *kernel, struct acquire *acquire);
/* The term with a symbol replaced. */
const struct et *with_value(struct ets *ets, const struct et *term, const struct symbol *sym,
	const struct et *value);

/* Fills the releases and acquired of an access, and its locks (requires acquires). */
void releases_find(struct orders *orders, struct access *access);
void acquired_find(struct orders *orders, struct access *access);
/* Fills the access's found_by, strong reads with an acquire's fence whose values say where it is; does any access have such. */
void found_by_find(struct orders *orders, struct access *access);
bool places_are_found(const struct kernel *kernel);
/* Fills the access's later. */
void later_find(struct orders *orders, struct access *access);
/* Finds accesses before which their threads have asked whether a lock is their own, and those to nodes whose lock is handed on from round to
 * round (requires acquires). */
void owners_find(struct orders *orders);
void handed_locks_find(struct orders *orders);
/* Where both are of one of these kinds, what stands for their order, of which nothing is known; else NULL. */
const struct et *order_not_followed(struct kernel *kernel, const struct access *a, const struct access *b, enum scope needed);
/* Fills what a strong write hands on. */
void handed_on_find(struct orders *orders, struct access *write);
/* Fills the access's visits. */
void visits_find(struct orders *orders, struct access *access);
/* Fills what others have waited for who meet the thread at a barrier with phases before the access. */
void waited_for_find(struct orders *orders, struct access *access);
void holds_find(struct orders *orders, struct access *access);

/* The widest fence between a read and a later instruction, before a write and after an
 * earlier instruction (NULL: any); *fence is it, NULL when the operation has the order itself. */
enum scope fence_after(struct orders *orders, const struct acquire *acquire, LLVMValueRef target,
	const struct sync **fence);
enum scope fence_before(struct orders *orders, LLVMValueRef source, const struct access *op,
	const struct sync **fence);
/* The widest acquire's fence on every way from the read to the target, whatever branches there are between. */
enum scope fence_behind(struct orders *orders, const struct access *read, LLVMValueRef target, const struct sync **fence);
/* The same of a fence on all ways from the instruction to the operation, which may be in a later round. */
enum scope fence_before_later(struct orders *orders, LLVMValueRef source, const struct access *op, const struct sync **fence);

/*
 * The widest fence that whoever runs `source` always runs between it and the barrier. It counts
 * for the operation of another thread behind the barrier, which has passed such a fence as well.
 */
enum scope fence_of_writer(struct orders *orders, LLVMValueRef source, LLVMValueRef barrier,
	const struct access *op, const struct sync **fence);

/*
 * The widest fence.sc that whoever runs `target` runs between the barrier and it. It cannot come
 * before the fence.sc of who has signalled in the order of these, as the read before the barrier has
 * seen the signal (PTX ISA, causality order).
 */
enum scope fence_of_reader(struct orders *orders, LLVMValueRef barrier, LLVMValueRef target,
	const struct access *op, const struct sync **fence);

/* Can an access order others: atomic, volatile, or inline PTX that a fence.sc makes strong. */
bool is_strong(const struct access *access);
bool strong_write(const struct access *access);
enum scope strong_scope(const struct access *access);
enum scope narrower(enum scope a, enum scope b);
/* The step of a counter that only grows: an atomic add of a positive constant, or an increment. */
uint64_t counter_step(const struct access *counter);
/* Can the two accesses of one object touch a common byte, in any two threads. */
bool accesses_may_meet(const struct access *a, const struct access *b);
/* Do they lie in different members of a struct, all subscripts being inside of their arrays (values/members.c). */
bool members_differ(const struct access *a, const struct access *b);
/* Can two addresses be one where the guard holds. */
bool places_may_meet(const struct et *a, const struct et *b, const struct et *guard);
/* The constant by which it always makes the counter smaller, if only by one down from a limit; 0: it does not. */
uint64_t counter_fall(const struct access *counter);
/* What each execution of an atomic adds to its counter; 0: nothing, or not a constant. */
int64_t counter_change(const struct access *counter);
/* The same for who draws distinct numbers from it: a decrement that comes round at its limit takes one. */
int64_t counter_draw(const struct access *counter);
/* Does an atomic make its counter smaller, or set it back. */
bool counter_shrinks(const struct access *access);
/* The amount, computed and taken not to be negative, that it takes off a counter; NULL: it does not. */
LLVMValueRef counter_subtracts(const struct access *counter);
/* How much an addition or subtraction of 32 bits takes away from a counter, less than 0 where it adds; NULL: it is none. */
const struct et *counter_taken_by(struct kernel *kernel, const struct access *op);
/* Is what is added to a counter seen to be negative (`-n` is), or a choice of which a part is; other amounts are taken to be none. */
bool amount_falls(LLVMValueRef amount);
/* May another atomic take the counter the other way than its own does. */
bool counter_turns_back(
	const struct kernel *kernel, const struct access *other, const struct access *counter);
/* May a strong write put a number into the counter that is no step of its way. */
bool counter_set_by(
	const struct kernel *kernel, const struct access *other, const struct access *counter);
/* How many threads may run the access: all, but one along each axis that its guard fixes. */
const struct et *threads_at(struct kernel *kernel, const struct access *access);
/* The same by a guard that is given, in each block where the object is a block's. */
const struct et *threads_let(struct kernel *kernel, const struct object *object, const struct et *guard);
/* How many may run it at any one place: fewer where the blocks along an axis, or along two, each have their own. */
const struct et *threads_at_place(struct kernel *kernel, const struct access *access);
/* Does it leave what it finds: adds zero, sets no bit, or puts a value in its own place. */
bool keeps_value(const struct access *op);
/* The same of an atomic instruction; false for any other one. */
bool atomic_keeps_value(LLVMValueRef i);

/* What a barrier stands for when one thread acquires or releases for others; false: neither. */
bool barrier_via(const struct sync *sync, enum via *via);

/* Order of instructions on every way, on ways through one round. */
bool comes_before(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b);
bool ordered(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b);
bool before_in_block(LLVMValueRef a, LLVMValueRef b);
/* The store by which a variable has its value at a load: the only one, or for shared memory the last one before; NULL: not known. */
const struct access *last_store(const struct kernel *kernel, const struct access *load);
/* Does the condition only name one thread, or hold anyway. */
bool only_elects(const struct et *condition);
/* Does the term contain what one thread found as the result, and told its block. */
bool is_broadcast(struct kernel *kernel, const struct et *term, LLVMValueRef result);
/* Fills `exists` of an acquire whose edge is known. */
void told_by_existing(struct kernel *kernel, struct acquire *acquire);
/* Condition for a block to have the thread of these ids (NULL: any); `alone`: and just one such. */
const struct et *teller_exists(struct kernel *kernel, const struct et *const tid[3], bool alone);
/* The term in the one thread that the guard names, in the loop's (NULL: no) rounds that the others are in; NULL: not known.
 * *exists: condition for there to be that thread, and just one. */
const struct et *term_of_one(struct kernel *kernel, const struct loop *loop, const struct et *guard,
	const struct et *term, const struct et **exists);
/* Can b run after a, but never a after b; in one round of the innermost loop around both. */
bool precedes(struct orders *orders, LLVMValueRef a, LLVMValueRef b);
bool precedes_in_round(struct orders *orders, LLVMValueRef a, LLVMValueRef b);
/* Blocks reachable from `from` by one edge or more without entering those of `avoid` (by index). */
bool *blocks_reached(const struct kernel *kernel, const struct block *from, const bool *avoid);
/* Can the block run after the other one. */
bool block_reaches(const struct kernel *kernel, const struct block *from, const struct block *to);
/* The same in one round of the loop, not through its header. */
bool block_reaches_in_round(const struct kernel *kernel, const struct loop *loop, const struct block *from, const struct block *to);
/* Can `middle` run after `first` (or the start of block `from`, when NULL) and before `last`
 * (NULL: anything), without passing the block `avoid`. */
bool runs_between(struct orders *orders, const struct block *from, LLVMValueRef first,
	LLVMValueRef middle, LLVMValueRef last, const struct block *avoid);
/*
 * Condition for `to` to be executed by a thread that executes `from`: from the last block on
 * the way to `to` that every such thread passes, else from their common dominator.
 */
const struct et *condition_between(
	struct kernel *kernel, const struct block *from, const struct block *to);
/* Condition for `to` to be executed before `from`, in the same round, by a thread that comes to that. */
const struct et *condition_before(
	struct kernel *kernel, const struct block *from, const struct block *to);
/* Does the term rest on values that each thread of a group has found for itself: it says nothing of another one. */
bool rests_on_own(struct kernel *kernel, const struct et *term, enum level group);
/* Condition for who acts for a group to come to the barrier, given that others do: he may have returned before. */
const struct et *leader_arrives(struct kernel *kernel, const struct sync *barrier);
/* What of the condition to come to the barrier, for who has come to a block before it, does not differ between threads of the group. */
const struct et *group_comes_to(struct kernel *kernel, const struct block *from, const struct sync *barrier);
/* Condition for who acts for a group to have waited before the barrier that others of it come to. */
const struct et *wait_before_barrier(
	struct kernel *kernel, const struct acquire *acquire, const struct sync *barrier);
/* Condition for a spinning read to be run in the last rounds, as counters say it behind them, of loops around it that `after` is
 * not in: those that a test at their beginning ends have no wait in that round. */
const struct et *waits_in_round(struct kernel *kernel, const struct access *op, const struct block *after);
/* Where a spinning read is entered: the block before its outermost loop that `after` is not in. */
const struct block *before_spin(const struct access *op, const struct block *after);

/*
 * Conditions for the pair not to be ordered by locks, and by signals, over the
 * renamed terms of both threads; `maps` rename for the first and second
 * thread. `drawn`, unless it is NULL, says what is known of them: the condition is
 * then of such threads alone, and may leave some of them out. True when nothing orders the pair.
 */
const struct et *unlocked_condition(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2]);
const struct et *unsignalled_condition(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2], const struct drawn *drawn);

/* The term where the object is there, so that a pointer into it is not null (not_null.c). */
const struct et *without_null(struct kernel *kernel, struct et_map *launch,
	const struct object *object, const struct et *term);

enum { THIRD = 3 }; /* the copy of symbols of all third threads */

/* The index-th third thread of a query: every symbol that threads need not share is its own. */
struct et_map *other_thread_map(struct kernel *kernel, unsigned index);

/* One that no query has otherwise. */
struct et_map *another_thread_map(struct kernel *kernel);

/* A term of the thread that broadcasts, as all threads of its block have it; NULL: it is not known. */
const struct et *elected_term(
	struct kernel *kernel, const struct elected *elected, const struct et *term);

/* The counter's result in the one thread that broadcasts it to its block; NULL: none does, or several do. */
const struct et *elected_result(struct kernel *kernel, const struct et *result);

/* As term_is_common, given that they have the value of `shared` in common; NULL: nothing. */
bool term_is_common_given(const struct et *term, enum level group, const struct et *shared);

/* For the lanes of a warp, given that they have `shared` in common; sets *flat where it is so only
 * for warps that are consecutive in x. */
bool term_is_common_in_warp(
	const struct kernel *kernel, const struct et *term, const struct et *shared, bool *flat);

/* The same for lanes that are in one round of all loops around the block of code, where blocks have one row. */
bool term_is_common_in_round(const struct kernel *kernel, const struct et *term, const struct block *block);

/* Are there as many bytes at the address for each warp of a block of one row, apart from those of the others. */
bool is_warp_place(struct kernel *kernel, const struct et *address, unsigned size);

/* The condition that blocks have one row. */
const struct et *block_is_row(struct kernel *kernel);

/* Other loads of the shared number that one thread adds for its block have the value that it adds; `amount` NULL: it adds no such. */
const struct et *amount_kept(struct kernel *kernel, LLVMValueRef amount);

/* The same of a number at the warp's own place that its first lane adds for all. */
const struct et *amount_kept_in_warp(struct kernel *kernel, const struct aggregated *lanes);

/* One thread of a query. */
struct view {
	struct et_map *map;
	unsigned copy; /* 1 and 2: the pair's, more: any thread */
	const struct drawn *drawn; /* NULL, or what is known of it */
};

struct order_query {
	struct kernel *kernel;
	struct et_map *launch;
	struct et_map *leader[VIAS]; /* by via: thread ids of who acts for others */
	enum race_kind kind;
	enum scope needed; /* the narrowest that has both of the pair's threads */
	struct view view[2];
	const struct interval *within; /* between whose barriers both threads are; NULL: blocks */
	unsigned others;  /* third threads so far */
	unsigned chained; /* of them, those of chains */
};

/* The query of two threads in a pair of this kind. */
struct order_query order_query_of(struct kernel *kernel, enum race_kind kind, struct et_map *launch,
	struct et_map *const maps[2]);
/* The interval between whose barriers signals must lie to order a pair of it; NULL: they may lie anywhere. */
const struct interval *signals_within(const struct interval *interval);
/* Condition for two threads to hold one lock at two accesses, of whom not both are readers of it. */
const struct et *locked_together(struct order_query *q, const struct access *x,
	const struct view *vx, const struct access *y, const struct view *vy);
/* Condition for two threads, at these accesses, to be elected by one lock that nobody leaves: they are one. Where one thread is elected for its
 * block, and tells the others, also to be of different blocks: there are no such two. */
const struct et *elected_together(struct order_query *q, const struct access *x,
	const struct view *vx, const struct access *y, const struct view *vy);
/* Condition for y to have come past the branch by which x is elected, and to be elected itself to get to its access. */
const struct et *elected_beside(struct order_query *q, const struct access *x,
	const struct view *vx, const struct access *y, const struct view *vy);
/* Does the lock keep the pair's threads apart: a group's one keeps other groups out, not the group's own threads. */
bool hold_serves(const struct order_query *q, const struct lock_hold *hold);
/* Condition for the thread to hold it. */
const struct et *hold_condition(
	const struct order_query *q, const struct lock_hold *hold, const struct view *view);
/* A kernel's term for a thread, or for the one that acts for it. */
const struct et *order_term(const struct order_query *q, const struct et *term, enum via via,
	const struct view *view);
/* Condition for the ids of a thread, or of who acts for it, to be those of another one. */
const struct et *ids_equal(const struct order_query *q, const struct view *a, enum via via,
	const struct view *b, const struct symbol *const *ids);
/* Condition for a third thread to be one of the launch. */
const struct et *in_launch(const struct order_query *q, const struct view *z);
/* Is the object shared memory that each block has for itself. */
bool is_of_block(const struct kernel *kernel, const struct object *object);
/* Condition for two threads to be of one block, where the object is such memory; of one cluster, where clusters share it. */
const struct et *same_block(const struct order_query *q, const struct object *object,
	const struct view *a, const struct view *b);
/* Equality of two addresses, through their places; of a third thread's, given same_block. */
const struct et *same_address(const struct kernel *kernel, const struct et *a, const struct et *b);
/* Condition for the threads of every warp to be consecutive in x; `launch` may be NULL. */
const struct et *warps_flat(struct kernel *kernel, struct et_map *launch);
/* Condition for them to be of one plane, consecutive in x and y. */
const struct et *warps_planar(struct kernel *kernel, struct et_map *launch);
/* What holds for a warp's leader to be the lane that is taken for it: its threads are consecutive in x, and it is there. */
const struct et *leader_valid(const struct order_query *q, enum via via);
/* What is known of the results that two threads drew at counters that only grow: they differ, except
 * where the threads are one, at accesses `at` of theirs (or NULL) in one round. Each may be a third thread of the query. */
const struct et *draws_differ(const struct order_query *q, const struct view *a, const struct view *b, const struct access *const at[2]);
/* Condition for thread x to signal after access `from` what y waits for before `to`. */
const struct et *signal_condition(struct order_query *q, const struct access *from,
	const struct view *x, const struct access *to, const struct view *y, unsigned depth);

#endif
