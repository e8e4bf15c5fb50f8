#ifndef HGRD_KERNELANALYSIS_DRAWS_DRAWING_H
#define HGRD_KERNELANALYSIS_DRAWS_DRAWING_H

#include "kernelanalysis/draws/lanes.h"
#include "kernelanalysis/pairs/order.h"

/* What threads find at counters, and what is said of two of them: draws.c, draw_lanes.c. */

struct draw {
	const struct access *counter;
	const struct et *found, *amount; /* of the counter's width */
	LLVMValueRef added;              /* what is added, where that is one value; NULL: it is none */
	const struct et *word;           /* what an address made of `found` contains */
	const struct et *kept;           /* what is known of the amount; NULL: nothing */
	const struct et *changes;        /* condition for the counter to be changed; NULL: it always is */
	const struct et *turned;         /* condition for the counter to be taken back meanwhile; NULL: it is not */
	const struct aggregated *lanes;  /* NULL: the thread's own */
	bool down;                       /* the counter shrinks */
	bool swapped;                    /* by a compare-and-swap, which changes it where it succeeds */
	bool flat;                       /* only where warps are consecutive in x */
	bool addressed[2];               /* thread t's address depends on it */
	bool idle;                       /* nothing that is known of the pair depends on it (draw_idle.c) */
	bool elected;                    /* drawn by one thread of the block for all */
	const struct et *low;            /* what is added to the lower half of 64 bits of which the upper one is counted; NULL: not known, or they are not */
	bool set_asked;                  /* `turned` holds where the counter is set meanwhile, too */
	const struct et *comes;          /* elected: condition for that thread to come to the counter, where that is known */
};

typedef VEC(struct draw) draw_list;

/* Two threads of a pair, and what has been said of them. */
struct drawing {
	struct kernel *kernel;
	const struct pair *pair;
	const struct pair_terms *terms;
	struct thread_pair threads;
	const struct et *known;
	struct ptrmap *mentioned; /* symbols that the pair's conditions speak of; made when first asked */
};

/* The term as thread t of the two has it. */
const struct et *drawn_term(const struct drawing *d, const struct et *term, unsigned t);

/* Adds a draw to the list, if its number is of the counter's width. */
void draw_push(struct kernel *kernel, draw_list *list, const struct draw *draw);

/* Adds what is drawn from a counter: by a thread itself, for its warp, for its block. `turned`: see struct draw. */
void draws_push(struct kernel *kernel, draw_list *list, const struct access *counter, const struct et *turned);

/* All that threads of the pair may have drawn (draws_found.c). */
draw_list draws_of(struct drawing *d);

/* Adds what a compare-and-swap puts another number in the place of, and what one of a block draws so for all; what is known of that
 * one is said. Without a pair: of counters of all blocks. */
void draws_swapped(struct drawing *d, draw_list *list, const struct access *counter);

/* Adds what was drawn in other rounds, if the pair's accesses speak of it (draw_rounds.c). */
void draws_of_rounds(const struct drawing *d, draw_list *list);

/* Is it a counter of all blocks that is added to, in steps that are known, and that no access of the kernel takes back or sets. */
bool counter_only_grows(const struct kernel *kernel, const struct access *counter);

/* Fills `idle`, for the pair's conditions as they are by now and without signals. */
void draws_find_idle(const struct drawing *d, draw_list *list);

/* Says that what is drawn need not fit into 32 bits where the upper half of the counter is counted, and fills `low`. */
void draw_cut_halves(const struct drawing *d, const draw_list *list, struct draw *draw);

/* Does an amount that is constant in the launch fit so few times into so many bits that a few launches bring the counter round. */
bool draws_are_large(const struct drawing *d, const struct access *counter, unsigned bits);

/* Condition for what one launch adds to the counter, constants of the launch at all its places, to be more than so many bits (1 to 64) have
 * numbers for; false where that is not known and many additions fit. */
const struct et *draws_come_round(const struct drawing *d, const struct access *counter, unsigned bits);
/* Does the amount count the upper half, whatever number of 32 bits it adds to the lower one: then it is more than 0. */
bool draw_counts_above(const struct et *amount);
/* The lower half of b's result lies at least as far behind that of a's, thread t's, as a adds to it: requires `low` of both. */
const struct et *draws_behind_below(const struct drawing *d, const struct draw *a, unsigned t, const struct draw *b);

/* Says of words that threads put bits of their own into that no two find each the other's. */
void say_gathered(struct drawing *d);

/* Says of words that only go one way, as atomics set bits or keep the greatest, that the later of two threads finds what the earlier
 * one has put there (climbing.c). */
void say_climbing(struct drawing *d);

/* Does a condition of the pair speak of the word, a symbol or an application of one. */
bool drawing_mentions(struct drawing *d, const struct et *word);

/* Adds to what is known of the two threads. */
void drawing_say(struct drawing *d, const struct et *condition);

/* Condition for some thread to take the counter the other way between the pair's barriers: true where that is not known. */
const struct et *counter_turned(const struct drawing *d, const struct access *counter);

/* A write that may put another number into a counter, a third thread of queries for it, and how many steps of one are made to
 * the counter at most (NULL: not known). */
struct counter_set {
	const struct access *write;
	struct et_map *map;
	const struct et *draws;
};
/* Is the access one of these. */
bool counter_is_set_at(struct kernel *kernel, const struct access *counter, const struct access *access);
size_t counter_sets(struct kernel *kernel, const struct access *counter);
struct counter_set counter_set(struct kernel *kernel, const struct access *counter, size_t i);

/* May the counter be set or taken back behind one of two draws and before the other, which barriers part. */
bool counter_set_between(const struct drawing *d, const struct access *a, const struct access *b);

/* Condition for a third thread to set the counter while the pair's threads draw, or between their draws. */
const struct et *counter_set_meanwhile(const struct drawing *d, const struct access *counter);

/* What the lanes of a match have in common; NULL: the mask is no match's. */
const struct et *lanes_matched(struct kernel *kernel, const struct aggregated *lanes);

/* Condition for the lanes to be what the kernel takes them for; where they are not, nothing is known of ranks and amounts. */
const struct et *lanes_known(struct drawing *d, bool flat_only);

/* Condition for some lane to draw for thread t: that of a ballot may have been empty. */
const struct et *lanes_drew(const struct drawing *d, const struct aggregated *lanes, unsigned t);

/* A lane's rank is below the number of lanes, and no lanes have no number. */
void say_ranks(struct drawing *d, const struct aggregated *lanes);

/* Does the counter come round at a limit, other than at the end of its width. */
bool counter_has_limit(struct kernel *kernel, const struct access *counter);

/* Condition for a counter that has a limit to come round before all threads have made their steps. */
const struct et *counter_starts_again(struct kernel *kernel, const struct access *counter);

/* Does some access of the kernel take the counter the other way? */
bool counter_turns(struct kernel *kernel, const struct access *counter);

/* A counter of all blocks that is drawn from once at each place comes to no more than its threads draw, from what it began
 * with: says so of what thread t found, where it comes to draw. */
void say_bounded(struct drawing *d, const struct draw *draw, unsigned t);

/* How many threads come to an access at most, 32 bits, by a guard for their number in the grid, given that one does; *own: condition for each thread to
 * have a number of its own (id_bounds.c). NULL: it has no such guard. */
const struct et *threads_below(struct kernel *kernel, const struct access *access, const struct et **own);

/* The same by a guard that each thread comes past at most once. */
const struct et *threads_below_guard(struct kernel *kernel, const struct et *guard, const struct et **own);

/* Do all lanes of the mask that run the shuffle read from one lane, which the mask alone tells (aggregated.c). */
bool shuffle_is_of_one(LLVMValueRef shuffle, LLVMValueRef mask);

/* What one lane of the converged ones draws for all comes to no more than all threads that draw so: says so of what thread t found (lane_bounds.c). */
void say_group_bounded(struct drawing *d, const struct draw *draw, unsigned t);

/* Where thread t's access is in a loop that takes the bits of a word out one by one, and that is as many as it has drawn, the round is
 * below that (counted_bits.c). */
void say_bits(struct drawing *d, const struct draw *draw, unsigned t);

/* Of two counters of which each thread draws from one alone: what two threads found there comes to no more than all threads draw. */
void say_shared(struct drawing *d, const struct draw *a, const struct draw *b);

/* Of one counter of all blocks, of whose beginning nothing is known: what two threads found is no further apart than all its steps. */
void say_within(struct drawing *d, const struct draw *a, const struct draw *b);

/* Both threads have what one lane found for them. */
const struct et *lanes_drew_together(
	const struct drawing *d, const struct draw *a, const struct draw *b);

#endif
