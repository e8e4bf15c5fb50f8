#ifndef HGRD_KERNELANALYSIS_SIGNALS_SIGNAL_H
#define HGRD_KERNELANALYSIS_SIGNALS_SIGNAL_H

#include "kernelanalysis/pairs/order.h"

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

/* Condition for z to be x's thread, or who acts for it, in a round behind x's own in which the
 * write comes, so that it is after x's access. */
const struct et *in_later_round(
	const struct link *link, const struct access *write, const struct view *z);
/* Stands for what is not known: whether y has seen a counter to which x adds in a later round. */
const struct et *counted_later(const struct link *link, const struct order_path *acquire);
/*
 * For causes: was the branch written to wait for somebody. Not by who draws numbers below a limit; without a fence on
 * either side only by who reads one place again and again, or counts.
 */
bool meant_as_wait(struct kernel *kernel, const struct acquire *acquire, bool fenced);

/*
 * For a wait that running_waits_find has made one for a greater number: conditions for this not to be so, as what the number
 * begins with is too small or too great, or several threads write it; `maybe`: for that not to be known.
 */
struct begins running_doubt(const struct link *link, const struct wait *wait);
/* Nothing that lies there at the start, or that an earlier launch left after a release of x's or (NULL) somebody's, lets
 * y's wait go on. */
const struct et *left_in_vain(
	const struct link *link, const struct order_path *release, const struct wait *wait);
/* y's wait does not go on with 0, with which all begins, or not with what has surely been put there instead; see
 * left_in_vain for what else may lie there. */
const struct et *beginning_refused(const struct link *link, const struct wait *wait);
/* Can the two name one place: not two members of a struct, say. */
bool at_one_place(const struct access *a, const struct access *b);
/* Is z's write, where it is executed, one to the word that y waits for: an element of an array beside it is not, where the launch bounds its number. */
const struct et *word_written(const struct link *link, const struct wait *wait, const struct access *write,
	const struct view *z, const struct et *executed);
/* Can the operation come between the pair's accesses: not where both threads have met at a barrier before it, or meet behind. */
bool may_lie_between(const struct order_query *q, const struct access *op);
/* What a write that is no addition puts there; NULL when it is not known. */
const struct et *value_written(struct kernel *kernel, const struct access *write);
/* A term of an acquire, in the round it was made in. */
const struct et *acquire_term(const struct link *link, const struct order_path *path,
	const struct et *term, enum via via);
/* The operation of the path is executed, by who acts for the thread. */
const struct et *signal_executed(
	const struct link *link, const struct order_path *path, const struct view *view);
/* The same in the first round of loops that the thread's access is not in. */
const struct et *signal_possible(const struct link *link, const struct order_path *path,
	const struct access *access, const struct view *view);
/* Has thread z come to the write after x's access: by program order in x itself. */
const struct et *same_thread(const struct link *link, const struct order_path *acquire,
	const struct access *write, const struct view *z);
/* Does the scope reach from one thread to the other. */
const struct et *scope_between(
	const struct link *link, enum scope scope, const struct view *a, const struct view *b);
/* Does the scope reach from x to y. */
const struct et *scope_reaches(const struct link *link, enum scope scope);
/*
 * For threads that were drawn: a condition without which the wait does not order x and y. NULL: it holds, nothing is drawn, or the
 * wait is a loop's.
 */
const struct et *signal_bound(const struct link *link, const struct wait *wait);
/* What y waits for by the acquire of the path. */
struct wait signal_wait(const struct link *link, const struct order_path *path);
/* x's release at the address y waits for, with a value that lets y go on. */
const struct et *signal_direct(
	const struct link *link, const struct order_path *release, struct wait *wait);
/* x in a later round, or somebody else who has waited for x, signals y: y does not go on with what all begins with. */
const struct et *signal_indirect(const struct link *link, struct wait *wait);
/* y has counted all who are chosen by draws, and x comes before who is chosen at its counter (choosers.c). */
const struct et *signal_by_chosen(const struct link *link, struct wait *wait);
/* A longer chain from x may end in a signal of y's wait: nothing is known of it. */
const struct et *signal_beyond(const struct link *link, const struct wait *wait);
/* Does a direct signal order x and y by y's wait in the round of a loop, or by the thread of its block, that is at the release's address. */
const struct et *signal_in_instance(
	const struct link *link, const struct order_path *release, struct wait *wait);
/* ... is there such a wait. */
const struct et *waits_in_instance(const struct link *link, const struct order_path *release, const struct wait *wait);
/* Nothing is known: a race that rests on it is not shown. */
const struct et *signal_unknown(const struct link *link);
/* The same where the wait's branch is not taken on what lies there at first; else no order. */
const struct et *signal_unproved(const struct link *link, const struct wait *wait);
/* The wait's branch is taken when it reads this value. */
const struct et *wait_satisfied(
	const struct link *link, const struct wait *wait, const struct et *value);

/*
 * The test of a wait, where what it asks of other words it may find there whatever this one holds: of words to which only constants are
 * written, any of these, or what lies there when the launch begins. See compared_unknown for other words.
 */
const struct et *compared_any(struct kernel *kernel, const struct access *op, const struct et *test);
/* The wait compares what it reads with what it has read elsewhere, of whose value nothing is known: that; else false. */
const struct et *compared_unknown(struct kernel *kernel, const struct acquire *acquire);

/* Are all values in the term inputs, ids and the counter (NULL: none), so that it is known what it is elsewhere. */
bool term_is_plain(const struct et *term, const struct symbol *counter);
/* Condition for z to write there what y's wait is for. */
const struct et *signalled_there(
	const struct link *link, struct wait *wait, const struct access *write, const struct view *z);
/* Is it a write that may be to the awaited place, other than by the wait itself. */
bool may_signal(const struct access *write, const struct wait *wait);
/* Who waits takes each signal back before he waits for the next one, so that his rounds are not ahead of x's; `begun`: or, where the
 * word may begin with what he waits for, at most one ahead. */
const struct et *taken_in_turns(
	const struct link *link, const struct order_path *release, struct wait *wait, bool begun);
/* Has who waits always written to the word before, whatever he found: what was there when the launch began is gone for him. */
bool waits_behind_own_write(const struct kernel *kernel, const struct access *op);
/* Somebody else who comes to y's wait may have made what it waits for; requires the wait's third thread. */
const struct et *made_by_waiting(const struct link *link, const struct wait *wait);
/* Bits that are put there let y's wait go on beside others, which do not alone. */
const struct et *completed_by(const struct link *link, const struct wait *wait, const struct et *bits);
/* z writes when it has waited for a phase of a barrier that x's access comes before, and releases it to y. */
const struct et *signalled_behind_phase(
	const struct link *link, const struct access *write, const struct view *z);
/* y comes to a place that x may have visited before: whether it has is not known. */
const struct et *signal_by_visit(const struct link *link);
/* Each thread has set a flag of its own before it looked at the other's: whether that keeps them apart is not known (own_flags.c). */
const struct et *signal_by_own_flags(const struct link *link);
/* y's place follows from a number that it has read at a strong read: whoever wrote just that number there did so behind x's access. */
const struct et *signal_by_value(const struct link *link);
/* All who store to the word have waited for the number before theirs, and y has read one that is no less than x's (in_line.c). */
const struct et *signal_in_line(const struct link *link, const struct order_path *acquire);
/* No write that lets y's wait go on can come before x's access. */
const struct et *signalled_after(const struct link *link, struct wait *wait);
/* The wait of y's by this path, or of who acquires for it, orders x before it. */
const struct et *signal_by_wait(const struct link *link, const struct order_path *acquire);
/* A thread that y has met at a barrier with phases has waited for x. */
const struct et *signal_behind_wait(const struct link *link);
/* What z wrote where y waits has been written over before y comes to its wait, behind barriers of their block. */
const struct et *taken_back(const struct link *link, const struct wait *wait,
	const struct access *write, const struct view *z);

/* The wait's branch is taken whatever it reads. */
const struct et *wait_in_vain(const struct link *link, struct wait *wait);

/*
 * Condition for what an earlier launch of the kernel has left to let the acquire's wait go on, as a term of the waiting
 * thread; false where that is not known. `release`, NULL: somebody's; `from` and `to`: the accesses it would order.
 */
const struct et *wait_left(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire);

/* The same where the launch finds it so perhaps, and nothing else has been put there for sure. */
const struct et *wait_left_perhaps(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire);
/* ... as some one of the same size left it, also with others between: which one, and what it was given, is left to the launch. */
const struct et *wait_left_given(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire);
/* Condition for what the launch finds in the awaited word to be what the kernel left there, of which it is not known whether the
 * wait goes on with it: it is counted and set, or taken back only sometimes, or comes round (left_unsure.c). */
const struct et *wait_left_unsure(struct kernel *kernel, const struct acquire *acquire);
/* Does a greater value (up), or a smaller one, never make the condition false. */
bool test_is_monotone(struct arena *arena, const struct et *term, const struct et *value, bool up);
/* Does the operation count up for good: an increment must not come round. */
bool counter_rises(const struct access *op);
/*
 * Condition for the term to hold with what may lie in the word of an access before the launch in place of the symbol, 0 where nothing
 * is known of it.
 */
const struct et *begun_satisfies(
	struct kernel *kernel, const struct access *op, const struct et *term, const struct symbol *sym);
/* Condition for something to have been put for sure into the word of an access before the launch. */
const struct et *word_is_put(struct kernel *kernel, const struct access *op);

/* Conditions: for sure, and maybe, as something is not known. */
struct begins {
	const struct et *surely, *maybe;
};

/* The same for one of another size, in which the first thread has released: for sure, and maybe (struct begins). */
struct begins wait_left_resized(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire);

/*
 * Conditions for what lies there before the launch to let the acquire's wait go on, as terms of the waiting thread.
 */
struct begins wait_begins(struct kernel *kernel, const struct acquire *acquire);
/* Condition for nothing to be known to lie there, and the wait to go on with 0, with which memory is taken to begin then. */
const struct et *wait_takes_unset(struct kernel *kernel, const struct acquire *acquire);
/* The same as wait_begins before anybody has taken it back. */
struct begins wait_begins_open(struct kernel *kernel, const struct acquire *acquire);
/* What a counter begins with, 0 where nothing is known of it; *maybe: condition for it to be something else. */
const struct et *counter_begins(
	struct kernel *kernel, const struct access *counter, const struct et **maybe);

/* Condition for a number below zero to have been put there, surely or maybe. */
const struct et *counter_begins_below(struct kernel *kernel, const struct access *counter);

/* May an integer be below zero, by how it is computed (set_below.c). */
bool value_may_be_below(LLVMValueRef value);

/* Condition for the kernel itself to put a number below zero there (set_below.c). */
const struct et *counter_set_below(struct kernel *kernel, const struct access *counter);

/*
 * The same where something must have put it there, before the first of the launches that leave the counter as they find it;
 * *known: condition for that to be so, and to be all.
 */
const struct et *counter_begins_known(
	struct kernel *kernel, const struct access *counter, const struct et **known);

/* The same of a word at so many bytes (64 bits) from the beginning of an object that lasts from launch to launch. */
const struct et *word_begins(struct kernel *kernel, const struct object *object, const struct et *place,
	unsigned width, const struct et **maybe);

/* What a word of permits begins with; *known: condition for that to be so. `again`: each launch leaves it as it was found.
 * permits_put: in memory that lasts from launch to launch. */
const struct et *permits_begin(
	struct kernel *kernel, const struct access *op, bool again, const struct et **known);
const struct et *permits_put(
	struct kernel *kernel, const struct access *op, bool again, const struct et **known);
/* Condition for what the path waits for not to be there for whoever comes, as permits may be. */
const struct et *permits_missing(const struct link *link, const struct order_path *acquire);

/* y has taken a permit of a word to which x, or another one for it, gives permits back: whose that was is not known. */
const struct et *permits_given(const struct link *link, const struct order_path *acquire);

/* Stands for: the launch finds the object as an earlier one of the kernel left it. */
const struct et *object_left(struct kernel *kernel, const struct object *object);
/* ... as one of another size left it. */
const struct et *object_left_resized(struct kernel *kernel, const struct object *object);
/* ... as some one of the same size left it, also with others between. */
const struct et *object_left_given(struct kernel *kernel, const struct object *object);
/* ... perhaps. */
const struct et *object_left_perhaps(struct kernel *kernel, const struct object *object);
/* ... perhaps, as one of another size left it. */
const struct et *object_left_resized_perhaps(struct kernel *kernel, const struct object *object);

/* What a counter begins with, as a term of who releases. One that goes down must begin with something known. */
struct beginning {
	const struct et *value;
	const struct et *known; /* condition for it to be that */
};
struct beginning counter_beginning(struct kernel *kernel, const struct access *release);
/* What a write puts into a counter of the block before a barrier that all else is behind; NULL: it is no such. */
LLVMValueRef counter_set_to(const struct kernel *kernel, const struct access *write);
/* Condition for every launch of this size to take the counter around once, so that it is left as it was found. */
const struct et *counter_goes_round(struct kernel *kernel, const struct access *counter);
/* ... also of one that goes up. */
const struct et *counter_comes_back(struct kernel *kernel, const struct access *counter);
/* ... for one to leave a counter that goes up elsewhere than it was found: false where that is not known. */
const struct et *counter_goes_on(struct kernel *kernel, const struct access *counter);
/* How far below its beginning a counter is that goes down. */
const struct et *counter_fallen(const struct link *link, const struct order_path *release,
	const struct et *begins, const struct et *value);
/* `past`, where operations with a limit do not come round to what was there, or come round where that is seen. */
const struct et *past_limit(const struct link *link, const struct order_path *release,
	const struct et *found, const struct et *most, const struct et *begins,
	const struct et *past);

/* draws_come_round (drawing.h) for a thread of a launch (NULL: of any), with room for so many additions more. */
const struct et *counter_comes_round(struct kernel *kernel, struct et_map *launch, struct et_map *thread,
	const struct access *counter, unsigned bits, unsigned spare);

/* Has y's wait seen a bit that x's release alone puts there. */
const struct et *bits_seen(const struct link *link, const struct order_path *release, const struct wait *wait);

/* Is the counter only added to, but for its first 0 and writes by who has seen it complete. */
bool wait_only_counts(
	const struct link *link, const struct access *release, const struct order_path *acquire);
/* What the operation of the path has found in memory. */
const struct et *counter_value(
	const struct link *link, const struct order_path *path, const struct view *view);
/* Has y's wait seen the counter past what x's addition found. */
const struct et *counted(
	const struct link *link, const struct order_path *release, const struct wait *wait);

#endif
