#ifndef HGRD_SOLVER_ATTEMPT_H
#define HGRD_SOLVER_ATTEMPT_H

#include "solver/witnesses/model.h"
#include "solver/witnesses/search.h"
#include "solver/encoding/smt.h"

/* What a result names in any case, see solver_named. */
struct named {
	const fact_list *facts; /* NULL: nothing is known */
	const bool *by_index;
	const unsigned *assumptions;
};

/* One query on its way through the stages, and what the stages share. */
struct solver {
	struct arena *arena;
	struct ets *ets;
	struct solver_options options;
	struct ints *ints;
	struct smt *smt;
	bound_list bounds; /* what ints is made for */
	struct literals literals;
	struct pins pins;
	struct solve_stats stats;
	double deadline; /* 0: none */
	struct named named; /* for its facts alone */
	unsigned dumps;
};

struct attempt {
	struct solver *solver;
	struct arena *scratch;
	struct problem problem;
	struct answer answer; /* valid when decided */
	lit_list lits;	      /* facts and no-wrap */
	double start, end;    /* by effort_now */
	unsigned depth;	      /* of case distinctions */
	bool any_model;	      /* models may rest on over-approximations */
	bool decided;
	bool cut_short;		      /* the last stage had no more time */
	bool rejected;		      /* some model did not pass machine arithmetic */
	const struct symbol *culprit; /* a model was dropped because of this approximation */
	const struct et *residual;    /* what was left to hold for all its values */
	const struct et *premise;     /* what holds for all that there can be, see model_premise */
	struct answer dropped;	      /* that model; with residual */
};

/* Reads the facts as bounds of terms; NULL: none. Starts over where they differ from those before. */
void solver_use_bounds(struct solver *solver, const fact_list *facts);

double attempt_left(const struct attempt *attempt);
void attempt_dump(struct attempt *attempt, const char *stage);
/* A Z3 solver with all that is asserted; and later what is asserted from an index on. */
void attempt_open(struct attempt *attempt, enum smt_mode mode);
void attempt_assert(struct attempt *attempt, size_t first);
/* After UNSAT of the literals: core, assumptions and answer, with a minimal core or as it is. */
void attempt_prove(struct attempt *attempt, enum smt_mode mode);
void attempt_take_core(struct attempt *attempt);
void attempt_answer_core(struct attempt *attempt, const lit_list *core);
/* After SAT: takes the model if it is a witness. */
bool attempt_take_model(struct attempt *attempt, leaf_value_fn *value, void *data);
uint64_t attempt_integer_leaf(void *attempt, const struct et *leaf, const uint64_t *args);

/* Bit-vectors, for so many seconds (bits.c). The open Z3 solver is gone afterwards. */
void attempt_bits(struct attempt *attempt, double seconds);

/*
 * Looks for a witness that does not rest on over-approximations, by requiring
 * that it also holds for values that refuted earlier models (robust.c). Not nested.
 */
void attempt_robust(struct attempt *attempt, const struct query *query);

/* A symbol to split: it decides a shift whose bits matter; NULL when there is none (split.c). */
const struct et *attempt_exponent(const struct attempt *attempt);
/* Tries to decide case by case. The open Z3 solver is gone afterwards. */
void attempt_split(struct attempt *attempt, const struct et *exponent);
/* The same where most cases are refuted digit by digit; gives up where some are not. */
void attempt_split_by_digits(struct attempt *attempt, const struct et *exponent);

/* Runs all stages on a query; requires end, depth and any_model, all else zero (solve.c). */
void attempt_run(struct attempt *attempt, struct solver *solver, struct arena *scratch,
	const struct query *query);

#endif
