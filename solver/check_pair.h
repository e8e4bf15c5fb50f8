#ifndef HGRD_SOLVER_CHECK_PAIR_H
#define HGRD_SOLVER_CHECK_PAIR_H

#include "solver/check.h"
#include "solver/causes/reported.h"
#include "solver/reductions/shape.h"

typedef VEC(struct pair) pair_list;

struct question;
struct recall;
struct family;
struct coarse;

/* One launch being checked. */
struct check {
	struct arena *run;
	struct launch *launch;
	const struct host *host; /* with all launches; NULL: none are known */
	struct kernel *kernel;
	struct solver *solver;
	const struct check_options *options;
	struct launch_result *result;
	struct reported *reported; /* races found */
	bool *used_facts;          /* by index in launch->facts */
	double cheap_until;	      /* by effort_counted: questions that need Z3 are put off; 0: they are not */
	double cheap_end;	      /* ... nor are they then, by effort_now, */
	bool draws;		      /* ... but for this */
	VEC(struct question *) hard;  /* those */
	bool coarser_helps; /* a question was proved by its coarser one alone */
	bool choices_help;  /* a question was proved case by case alone (choices.c) */
	unsigned less_proved, less_failed; /* questions with fewer conditions, which would have proved several */
	unsigned divided_less, undivided_less; /* the same, digit by digit */
	VEC(struct question *) later; /* not decided within the short limit of the first round */
	VEC(struct question *) open;  /* not decided in the second round either */
	double end;      /* by effort_now: the launch has to be done */
	double deadline; /* what is asked now has to be answered; not after the end */
	double known_at; /* when it was doomed, or the first race was found */
	unsigned opened; /* questions that stayed open in the first round */
	double undivided, unexhausted, unsampled; /* spent in vain on digits, all values and evaluation, by effort_counted */
	double unproved; /* ... and on proofs that spare others, by effort_now, */
	double proved;			       /* and on those that were found */
	bool doomed;     /* it cannot be race-free any more */
	bool settled;    /* a race is known */
	pair_list waiting;         /* pairs that come when all others were asked about */
	pair_list signalled;       /* those that many signals may order: they come last of all */
	bool with_signals;         /* ... and have come, */
	bool drawing;              /* at first for races of threads that are drawn without these signals */
	pair_list set_draws;       /* those that numbers from counters which may be set back decide, */
	bool asks_sets;            /* ... and of which it is asked who sets them back */
	unsigned *failures;        /* by access index: questions left open */
	struct recall *recall;
	struct family *family;
	struct coarse *coarse;
	shape_symbol_list shape_symbols;
	bool over;                 /* the deadline has passed */
	bool *late;                /* by access index: recorded as undecided for that */
	bool may_order;            /* something not modelled could order threads */
	bool proof_only;           /* no race is looked for */
	bool hunting;              /* ... or nothing else */
	bool expects_open;         /* what is asked now stayed open in all earlier launches */
	struct pair dooming;       /* of which the first question was that stays open; of no interval: there is none */
	bool asked;                /* Z3 was asked for more than what spares questions */
	struct pair foremost;      /* that was asked about before all others; of no interval: none */
	VEC(const struct access *) made; /* two for each race that needs entries which an earlier kernel has computed */
	struct enacted *enacted;   /* two accesses that a run in numbers has found, to be confirmed; NULL: none */
};

/* Can a model of a question be a race (barren.c)? */
enum barren { RACE_NOT_JUDGED, MAYBE_A_RACE, NEVER_A_RACE };

/* A question about two places of one object. */
struct question {
	struct pair *pair;
	struct pair_terms *terms;
	const struct symbol *base;
	struct query query;
	struct query whole; /* before it was simplified */
	bool one_place;        /* both addresses are of one base, and known to be */
	bool settled;          /* asked, or proved with others */
	bool widened;          /* tried for all kinds of threads */
	bool divided, exhausted, sampled; /* tried by digits, with all values, by evaluation */
	bool met; /* there are threads that meet, by all values: not to be proved */
	bool same_elements;    /* both threads read the same elements of lists that the host has computed */
	enum barren barren;
	const char *reason; /* why it was not decided, and where that is */
	struct loc where;
};

void undecided_add(struct check *check, const char *reason, struct loc loc);
/* Leaves the launch undecided where atomics through different pointers may be to one word (second_pointers.c). */
void doubt_second_pointers(struct check *check);

/* Puts off a pair that so many signals may order that it would take the time of many others; false: it is none, or has come. */
bool pair_put_off(struct check *check, const struct pair *pair);
/* Keeps a pair that numbers from a counter which may be set back decide. */
void pair_draws_set(struct check *check, const struct pair *pair);
/* Takes the pairs that were put off, those with fewer signals first. */
void put_off_take(struct check *check, pair_list *pairs);

/* Is nothing more to be asked: a proof alone is wanted, and there is none. */
bool check_failed(const struct check *check);

/* When a launch has to be done: `seconds` are the kernel's, which end at `end`, to be shared with launches still to come. */
double budget_launch(double seconds, double end, size_t launches);
/* All of the launch's time may be spent. */
void budget_whole(struct check *check);
/* The time that there is for pairs: short when there is no proof any more, or a race already. */
void budget_for_pairs(struct check *check);
/* How long a question is worth asking when others are still to come. */
double budget_short(const struct check *check);
/* How long it is worth asking in the first round, less where some stayed open. */
double budget_first(const struct check *check);
/* The same for the second time, of so many questions that are left. */
double budget_again(const struct check *check, size_t questions);
/* Puts off questions that need Z3 for as long as it takes to look at all, or most, without. */
void budget_cheap(struct check *check);
/* The same until it is taken back, whatever has passed. */
void budget_draws(struct check *check, bool draws);
/* Are they put off. */
bool budget_is_cheap(const struct check *check);
/* The verdict is not race-free from now on, whatever is proved. */
void budget_doomed(struct check *check);
/* The verdict is a race from now on, whatever else is found. */
void budget_settled(struct check *check);

/* May the slot, what an atomic addition found, have the value that the model gives it, for some
 * contents of memory (slots.c). */
bool slot_occurs(struct check *check, const struct question *question,
	const struct answer *answer, const struct et *slot);

/* Do places of different blocks rest on what each has drawn for all its threads and on what these then draw in its shared memory: how
 * far the one reaches is what limits the other (draws_of_block.c). */
bool draws_of_block(struct check *check, const struct question *question);
/* Do the threads of two blocks only meet if both have drawn one number from a counter of all blocks, which each has left in shared memory (kept_draws.c)? */
bool kept_draws_meet(struct check *check, const struct question *question);

/* Does a leaf read what a launch before this one, on the same call path, may have written there (made_lists.c)? */
bool made_by_kernels(const struct check *check, const struct et *leaf);
/* The memory that a leaf comes from, be it read or found by an atomic: what it is called, or NULL. */
const char *contents_name(const struct check *check, const struct et *leaf);
/* The question for threads that read the same elements of lists that the host has computed; false: there is none (same_element.c). */
bool same_elements(struct check *check, const struct question *question, struct question *same);
/* Do the accesses of a model for it meet whatever these elements are. */
bool same_elements_meet(
	struct check *check, const struct question *question, const struct answer *answer);

/* Do conditions rest on values the threads computed together, which may well be the same. */
bool shared_decides(struct check *check, const struct query *query);

/* Findings on barriers whose mask or count does not cover the threads that reach them. */
void ask_coverage(struct check *check, struct results *results);
/* Named barriers of numbers that there are not, which some thread may reach: before any pair, as they may order. */
void ask_strays(struct check *check);
/* Findings on a barrier that some threads of a block skip, once per line. */
void ask_divergence(
	struct check *check, const struct divergence *divergence, struct results *results);

/* Fills the result's place and dimensions. */
void launch_describe(struct check *check);
/* Makes the verdict from races found and reasons recorded. */
void launch_conclude(struct check *check);
/* Lists in the result the facts that proofs used. */
void keep_facts(struct check *check);

/*
 * Can two bases be one object, and under which condition? Entries of a table
 * of pointers are taken to point to different objects (no-alias): the entries
 * must be the same one. What device-side malloc returns is the thread's own.
 */
bool same_base(struct check *check, const struct place *a, const struct place *b,
	const struct et **condition);
/*
 * The same of different bases of which one is chosen among the kernel's objects in a way that is not followed; false: neither is, or they
 * cannot meet. An offset that is not known then is lost.
 */
bool chosen_base(struct check *check, const struct pair *pair, struct place *a, struct place *b,
	const struct et **condition);

/* Can two instances of an interval not race, whatever their addresses? */
bool pair_ruled_out(struct check *check, const struct interval *interval,
	const struct instance *a, const struct instance *b);
/* Reads conditions and offsets in the light of the conditions; false when these contradict. */
bool query_simplify(struct arena *arena, struct query *query);
/* Reads `rounds == 0 | more` as its first side where `more` holds for no greater number (once.c); false: nowhere. */
bool query_leave_once(struct arena *arena, struct query *query);
/* Adds of how many rounds a loop had that is over, where its bound is a number (ended.c); false: of none. */
bool query_count_ended(struct arena *arena, struct query *query);
/* Puts their bounds in the place of the rounds of loops that are over, whatever speaks of these (ended.c). */
void query_put_ended(struct arena *arena, struct query *query);
/* Leaves out what conditions say of loops that are over and of which nothing else speaks (ended.c). */
void query_drop_ended(struct query *query);
/* The same with names for bits in reverse, of which it says what holds for such (reversed.c), for a proof; false: there are none. */
bool query_unreverse(struct arena *arena, const struct query *query, struct query *plain);
/* Adds what follows of the numbers that permutations have made the places of (injective.c). */
void query_unscatter(struct arena *arena, struct query *query);
/* Asks about a pair that nothing ruled out; questions left open are kept in check->later. */
void ask_pair(struct check *check, const struct pair *pair);
/* An answer without Z3: known, by digits or by evaluation; false: there is none. */
bool answer_cheaply(struct check *check, struct question *question, struct answer *answer);
/* Asks Z3, within so many seconds. */
struct answer answer_by_z3(
	struct check *check, const struct query *query, bool first_round, double seconds);
/* Does what is the same for all threads of the launch choose between terms of the addresses, in few ways (choices.c)? */
bool has_choices(const struct query *query);
/* Is the query refuted digit by digit in each way that such choices can go? Fills the answer when it is. */
bool choices_digits_prove(struct arena *arena, const struct query *query, struct answer *answer);
/* Answers a query case by case, for each way that such choices can go, until `end` of effort_now; requires one. */
struct answer answer_by_choices(struct check *check, const struct query *query, double end);
/* How little is to be expected of the pair: how often its accesses failed, and most where its lines are those of a race. */
unsigned pair_rank(struct check *check, const struct pair *pair);
/* Is nothing to be had of the question, as only a race counts any more and its addresses rest on what threads exchange, whatever is
 * chosen (barren.c)? */
bool question_is_barren(struct check *check, struct question *question);
/* The same of a question: of its pair, and least where no race can come of it though only races count. */
unsigned question_rank(struct check *check, struct question *question);
/* Puts such questions behind the others of those that were kept for later. */
void later_sort(struct check *check);
/* Are these the same instances of the same interval? */
bool same_pair(const struct pair *a, const struct pair *b);
/* Is another pair worth more: then it waits until all were seen that do not (waiting.c). */
bool pair_waits(struct check *check, const struct pair *pair);
/* A question about the pair stays open. */
void pair_failed(struct check *check, const struct pair *pair);
/* Moves the pairs that wait, and whose accesses failed at most so often in sum, into *pairs. */
void waiting_take(struct check *check, unsigned most, pair_list *pairs);
/* Asks Z3; a question that is left open is kept for later when `first_round`, else it makes the launch undecided. */
void ask_question(
	struct check *check, struct question *question, bool first_round, double seconds);
/* The same in the first round, within the time that the question is worth there. */
void ask_first(struct check *check, struct question *question);
/* Will questions about the pair stay open in all likelihood, as they did in earlier launches. */
bool pair_stays_open(struct check *check, const struct pair *pair);
/* Does the symbol say which byte of a tensor's box is meant, of a descriptor that the host is not seen to make (boxes.c). */
bool box_is_unknown(struct check *check, const struct symbol *sym);
/* Do the question's places rest on such a box. */
bool question_box_unknown(struct check *check, const struct question *question);
/* Asks what can be answered without Z3; the rest is put off. */
void ask_cheaply(struct check *check, struct question *question);
/* Proves the question and those of the same accesses by other threads that still have to be asked, all at once; false: that is not done. */
bool proved_for_all_kinds(struct check *check, struct question *question);
/* Tries to refute a query by Z3 alone; keeps the facts that a proof used. */
bool ask_z3_proof(struct check *check, struct query *query, double seconds);
/* Looks for a race of two instances before all others; false: none is found soon. */
bool ask_for_race(struct check *check, const struct pair *pair);
/* The second round shares the time that is left among the questions still open. */
void ask_again(struct check *check);
/* Marks the facts and adds the assumptions that a proof used. */
void use_proof(struct check *check, const struct answer *answer);
/* How long a proof is worth that only spares other questions; 0: there have been few of them for what they cost. */
double budget_sparing(const struct check *check, double share);
/* Tries to refute a query, by Z3 within so many seconds unless `one`, a pair that it speaks of, is found to race before (NULL: that
 * is not looked at); keeps the facts that a proof used. */
bool ask_proof(struct check *check, struct query *query, double seconds, const struct pair *one);

/* The cause of a race of this pair, for people (SEMANTICS, causes). */
const char *race_cause(struct check *check, const struct pair *pair);

/* Is what both writes of a race store provably one value, for the answer that found it (same_value.c)? */
bool race_same_value(struct check *check, const struct question *question, const struct answer *answer);
/* Do both threads come there as their warps were told what somebody has won: that both did need not be (told.c). */
bool question_both_told(struct check *check, const struct question *question);
/* Turns a model into a race of the result, which is not looked for again; false when it is no race after all (then
 * undecided was recorded). */
bool race_add(struct check *check, const struct question *question, const struct answer *answer);
/* Looks for a race by running the launch in numbers, where it would be undecided (enacted.c). */
void race_by_run(struct check *check);
/* Leaves a launch undecided whose races all need entries that earlier kernels compute, where a run in numbers of these and
 * of the launch has come to all accesses and has found none (enacted_chain.c). */
void races_by_chain(struct check *check);
/* Do the question's conditions allow the race that a run has found: then it is added. */
void race_confirm(struct check *check, const struct question *question);
/* Adds the race of an answer whatever its address rests on; `data` says what contents it needs, or is NULL. */
void race_put(struct check *check, const struct question *question, const struct answer *answer, const char *cause);
/* Looks for a race in the first rounds of the loops that the addresses, or all conditions as well,
 * depend on. */
bool race_early(
	struct check *check, const struct question *question, bool conditions, double seconds);
/* Has it so many terms that encoding them takes longer than most answers do? */
bool query_is_large(struct arena *arena, const struct query *query);
/* The query without its large conditions, a proof of which is one of the query; false: it has none (sketch.c). */
bool query_sketch(struct arena *arena, const struct query *query, struct query *small);
/* Looks for a race of the threads, in the rounds, that the small conditions alone lead to. */
bool race_sketched(struct check *check, const struct question *question, double seconds);
/* The same for a question without the conditions of signals: they are made for these threads and rounds alone. */
bool race_drawn(struct check *check, const struct question *question, double seconds);
/* Looks for a race where all that is not modelled is when loops before the accesses end (behind.c). */
bool race_behind_loops(struct check *check, const struct question *question, double seconds);
/* Leaves out of a simplified query what says of loops before its accesses no more than that they end; true: there was such. */
bool query_drop_ends(struct arena *arena, struct query *query, const loop_before_list *before);
/*
 * Looks for a race in one of the first rounds, from 1 on, or in the last one, of all loops with values that are not
 * modelled: the query's loops come to that round (early_rounds.c). The last is known where a loop always runs as often.
 */
#define LAST_ROUND UINT64_MAX
bool race_in_round(struct check *check, const struct question *question, uint64_t round, double seconds);
/* A term of the kernel as it is for one of a question's threads, 1 or 2. */
const struct et *question_term(struct check *check, const struct question *question, unsigned thread, const struct et *term);
/* Looks for a race of threads in different warps, each of which finds no other lane beside it (alone.c). */
bool race_alone(struct check *check, const struct question *question, double seconds);
/* Simplifies a question and adds the race that it finds; false: none, or one that rests on values
 * the threads computed. */
bool race_found(struct check *check, struct question *question, double seconds);

#endif
