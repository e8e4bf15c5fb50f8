#ifndef HGRD_KERNELANALYSIS_GRID_REHEARSAL_H
#define HGRD_KERNELANALYSIS_GRID_REHEARSAL_H

#include "kernelanalysis/grid/grid_barriers.h"

/*
 * Barriers of the whole grid written by hand in whatever way: counters of groups and of the groups' leaders,
 * flags in trees or by rounds, arrays that one block collects, counts that go down. Where the sizes of a launch are
 * numbers, its threads are followed one by one through the code between the two block barriers, and from one such barrier to
 * the next one (rehearsal_walk.c, rehearsal_way.c); what each knows of the others then follows from who may have
 * written what is waited for (rehearsal_order.c). Each round must leave all blocks knowing of all.
 */

enum event_kind { EVENT_FENCE, EVENT_BARRIER, EVENT_READ, EVENT_WRITE, EVENT_ADD, EVENT_WAIT };

/* An event of a way. */
struct use {
	const struct trace *trace;
	size_t index;
};

/* One word that the barriers use. */
struct cell {
	unsigned index;
	uint64_t address;
	const struct object *object;
	unsigned width;      /* bits */
	uint64_t value;      /* what it holds where the round begins */
	const struct access *adder; /* how it is counted in this round; NULL: it is not */
	uint64_t operand;
	uint64_t n;          /* ... so many times */
	VEC(uint64_t) written; /* values that are stored in this round */
	bool begun;          /* it is not the first round */
	bool counted;        /* several have added to it, in one round at least */
	bool counts_down;    /* from what the host is taken to have set */
	bool changed;        /* in the round before */
	uint64_t *informed;  /* ... blocks that know of it */
	VEC(struct use) events; /* at it, in this round */
	uint64_t *all;       /* what all who add give away */
	VEC(uint64_t *) given; /* what whoever stores a value gives away, by value */
};

struct event {
	enum event_kind kind;
	bool acquires, releases, weak;
	bool last;          /* ADD: found what all others have added */
	bool of_warp;       /* BARRIER: of the warp alone */
	bool passes_before, passes_part, passes_all; /* WAIT: with what the word held, with part of its count, with all */
	struct cell *cell;
	uint64_t value;     /* WRITE */
	VEC(uint64_t) passes; /* WAIT: stored values that end it */
	uint64_t *before;   /* what the thread knows before it */
	bool fenced;        /* ... with a fence behind all that it has seen */
	uint64_t *released; /* blocks and words that are known to who sees it; BARRIER: to the thread before it */
};

/* Values of a thread: those of joins, and what its operations have read. */
struct player {
	unsigned block;      /* among those of the grid */
	unsigned warp;       /* in its block */
	uint64_t id[4][3];   /* by builtin, from BUILTIN_TID on */
	bool anywhere;       /* of any block: blockIdx is not known */
	uint64_t *values;
	bool *known;
	const struct block *at;
	LLVMValueRef next;
	unsigned *rounds;    /* by loop */
};

/* One way of a thread through the barrier. */
struct trace {
	struct player player; /* at its end; next NULL: it does not come there */
	unsigned thread;     /* among the followed ones */
	size_t first;        /* the first way of this thread among all */
	VEC(struct event) events;
	VEC(struct cell *) won; /* counts at which it was the last one */
	uint64_t *knows;     /* at its end */
};
typedef VEC(struct trace *) trace_list;

/* A round of a barrier that a block leaves without knowing that another one has come. */
struct exposure {
	const struct grid_barrier *barrier;
	uint64_t leaves[3], comes[3]; /* their ids */
	uint64_t *rounds; /* by loop */
};

/* A number that stands for a value which is not known. */
struct guess {
	const struct symbol *sym;
	uint64_t value;
};

struct rehearsal {
	struct kernel *kernel;
	struct et_map *launch;
	struct arena *arena; /* its own */
	struct arena *round; /* of one round */
	const struct grid_barrier *barrier; /* of this round */
	uint64_t grid[3], block[3];
	unsigned blocks;
	bool guessed;          /* a size is not known */
	VEC(struct guess) guesses; /* ... and what is tried for the values that it is made of */
	struct ptrmap *slots;  /* value -> its number + 1 */
	unsigned nslots;
	unsigned followed;     /* threads of each block */
	struct ptrmap *terms;  /* value -> launch term */
	struct ptrmap *at;     /* address -> word */
	struct ptrmap *bases;  /* symbol -> number + 1 */
	struct ptrmap *skips;  /* block -> what is left out where its branch is not known */
	unsigned nbases;
	VEC(struct player) players;
	VEC(struct cell *) cells;
	trace_list traces;   /* of this round */
	unsigned most_rounds;
	bool cut;            /* some loop was left before its end */
	bool unknown;        /* ... as its end is not known */
	uint64_t steps;
	const char *failure; /* why nothing is known */
	const char *defect;  /* why it is no barrier */
};

enum { MOST_STEPS = 40000000, MOST_PLAYERS = 1 << 17, MOST_ROUNDS = 96 };

/* Finds code between block barriers that may be such a barrier (requires syncs and accesses without their
 * terms, and grid_regions_find). */
void rehearsals_find(struct kernel *kernel);
/* Adds where those begin whose words are used elsewhere to kernel->refused; true: there were some (requires terms). */
bool rehearsals_refuse(struct kernel *kernel);

/* Records that the launch cannot be followed, that it is no barrier; false. */
bool rehearsal_fails(struct rehearsal *r, const char *why);
bool rehearsal_is_none(struct rehearsal *r, const char *why);
/* The value that the thread has; false: not known. */
bool rehearsed_value(
	struct rehearsal *r, const struct player *player, LLVMValueRef value, uint64_t *result);
/* The address of an object; false: not known. */
bool rehearsed_base(struct rehearsal *r, const struct object *object, uint64_t *base);
/* The thread takes the edge: its joins get their values. */
void rehearsed_edge(struct rehearsal *r, struct player *player, const struct block *from,
	const struct block *to);
/* The block that the thread goes on to; NULL: not known. */
const struct block *rehearsed_branch(
	struct rehearsal *r, const struct player *player, const struct block *block);
void rehearsed_set(struct rehearsal *r, struct player *player, LLVMValueRef value, bool known,
	uint64_t to);
/* The read that the loop does nothing but repeat; NULL: it is no such loop. */
const struct access *rehearsed_spin(const struct rehearsal *r, const struct loop *loop);
/* A copy whose values are its own, in the arena. */
struct player player_copy(
	const struct rehearsal *r, struct arena *arena, const struct player *player);
/* The word after `n` more additions than it held before. */
uint64_t cell_counted(const struct cell *cell, uint64_t value);
/* What the word holds when the kernel begins. */
uint64_t cell_begins(struct rehearsal *r, const struct cell *cell);
/* Is it the word of memory that may be as the launch before left it. */
bool cell_is_left(const struct rehearsal *r, const struct cell *cell);
/* ... of another size. */
bool cell_is_resized(const struct rehearsal *r, const struct cell *cell);
/* Follows the thread through the barrier: adds to the traces. */
bool rehearsal_walk(struct rehearsal *r, unsigned thread);
/* Does no thread with these ids in its block have any part in the barrier. */
bool rehearsal_idle(struct rehearsal *r, const struct player *player);
/* Follows the thread to where the next barrier begins; NULL: to its end. */
const struct grid_barrier *rehearsal_way(struct rehearsal *r, struct player *player);
/* What a set holds at the end of each way, for ways to be known; false: it is no barrier, or that is not known. */
bool rehearsal_know(struct rehearsal *r);
/* Are words used so that what they hold is known (requires rehearsal_know): fills what they hold next. */
bool rehearsal_words_hold(struct rehearsal *r);
/* Sets of blocks and of words. */
static inline unsigned rehearsal_set_words(const struct rehearsal *r)
{
	return (unsigned)(r->blocks + r->cells.n) / 64 + 1;
}
static inline bool set_has(const uint64_t *set, unsigned i)
{
	return set[i / 64] >> i % 64 & 1;
}
static inline unsigned mark_of(const struct rehearsal *r, const struct cell *cell)
{
	return r->blocks + cell->index;
}
/* The last count that the way has won before the event; NULL: none. */
struct cell *won_before(const struct trace *trace, const struct event *event);
/* How many events of this kind at the word the way has. */
unsigned events_at(const struct trace *trace, enum event_kind kind, const struct cell *cell);
/* Who does something to the word: a thread, which does it on all of its ways, or whoever is the last at a count. */
const void *actor_of(const struct rehearsal *r, const struct trace *trace, const struct event *event);
/* Do all threads of each block, and of each warp, come to the same barriers of it inside. */
bool rehearsal_inner_meet(struct rehearsal *r);
/* How often this kind of event happens at the word in a round; false: not known. */
bool rehearsal_times(struct rehearsal *r, enum event_kind kind, const struct cell *cell, uint64_t *n);
/* Do all rounds of loops that were not followed to their end look like those before. */
bool rehearsal_repeats(struct rehearsal *r);

#endif
