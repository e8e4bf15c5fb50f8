#ifndef HGRD_SOLVER_WITNESSES_TAPE_H
#define HGRD_SOLVER_WITNESSES_TAPE_H

#include "solver/solve.h"

/*
 * A query as a list of operations, for evaluating it many times: every subterm once, after its arguments. Terms are
 * sorted by what they depend on, so that what both threads share is evaluated once for many values of what each has
 * of its own.
 */
enum part { PART_SHARED, PART_FIRST, PART_SECOND, PART_BOTH, PARTS }; /* bits: the threads whose symbols a term has */

enum limit_kind { LIMIT_LEAST, LIMIT_MOST, LIMIT_VALUE };

struct limit { /* what a condition says of a symbol alone: it is not less than, not more than, or is the step's value and `more` */
	enum limit_kind kind;
	uint32_t step;
	int64_t more;
	bool is_unsigned;
};

struct slot { /* a symbol; all applications of a function have its value, or as many as `spread` says, from it on */
	const struct symbol *sym;
	enum part part;
	uint64_t value;
	uint64_t spread; /* 0, or how many values the applications of a function may have */
	bool picked;
	bool divides; /* what is not modelled, so that little of that matters where it is small */
	VEC(struct limit) limits;
	bool listed; /* have its steps been looked for: */
	VEC(uint32_t) steps; /* those of its part that rest on it, arguments first */
};

struct step {
	const struct et *et;
	enum part part;
	uint8_t op, width, arg_width, nargs; /* the term's, and its last argument's width */
	uint32_t slot;			     /* of leaves */
	uint32_t *args;			     /* steps */
};

struct tape {
	struct arena *arena;
	const struct query *query;
	VEC(struct step) steps;
	VEC(struct slot) slots;
	VEC(uint32_t) order[PARTS]; /* steps of a part, arguments first */
	VEC(uint32_t) roots[PARTS]; /* conditions and facts that have to hold */
	uint32_t offset[2];	    /* steps */
	uint64_t *value;	    /* by step */
	uint64_t done;		    /* steps that were evaluated */
};

/* NULL: the query has more than so many terms, or no offsets. */
struct tape *tape_new(struct arena *arena, const struct query *query, size_t most);
/* Evaluates a step; those of its arguments have to be. */
void tape_run_step(struct tape *tape, uint32_t index);
/* Evaluates the terms of a part; those that they depend on have to be. */
void tape_run(struct tape *tape, enum part part);
/*
 * Gives a symbol another value, and evaluates those terms of its part anew that rest on it; the others of the part have to
 * be evaluated.
 */
void tape_set(struct tape *tape, struct slot *slot, uint64_t value);
/* How many roots of a part do not hold; `first` is then one of them. */
unsigned tape_failing(const struct tape *tape, enum part part, uint32_t *first);
/* Do all roots of a part hold: evaluates no further than the first that does not. */
bool tape_holds(struct tape *tape, enum part part);
/*
 * Between which values the slot lies, as the conditions say that speak of it alone: those steps that they compare it with
 * have to be evaluated that are of its own part or of the shared one. False: nothing is known on either side.
 */
bool tape_range(const struct tape *tape, const struct slot *slot, int64_t *least, int64_t *most);
/* Value of a leaf, of an application for these arguments; 0 for a symbol that the query does not have. */
uint64_t tape_leaf(const struct tape *tape, const struct et *leaf, const uint64_t *args);

#endif
