#ifndef HGRD_SOLVER_SOLVE_H
#define HGRD_SOLVER_SOLVE_H

#include "expr/fact.h"

/*
 * One question: can two accesses touch a common byte? The terms are those of
 * two different threads: symbols of the first carry copy 1, of the second copy
 * 2, shared ones copy 0. The question is satisfiable when all of
 *   facts, conditions, and ranges [offset0, size0) and [offset1, size1) overlap
 * hold together (machine arithmetic; in the integer encoding unsigned index
 * arithmetic does not wrap).
 */
struct query {
	struct ets *ets;
	const struct et *offset[2]; /* 64 bits, bytes from the start of one object; both NULL: no
				       overlap constraint, only conditions and facts */
	unsigned size[2];	    /* bytes, > 0 */
	bool inside[2];		    /* the offset is not negative */
	VEC(const struct et *) conditions;
	const fact_list *facts;
	bool proof_only;   /* do not look for a witness */
	const char *label; /* for dumps */
};

enum answer_kind {
	ANSWER_UNSAT,  /* proved: core and assumptions are filled */
	ANSWER_SAT,    /* model is filled and re-evaluated in machine arithmetic */
	ANSWER_UNKNOWN /* reason is filled */
};

/* Value of one leaf in a model: a SYM, or an APP whose argument values are given. */
struct model_value {
	const struct et *leaf;
	uint64_t *args; /* leaf->nargs values */
	uint64_t value;
};

struct answer {
	enum answer_kind kind;
	VEC(struct model_value) model;
	VEC(size_t) core;     /* indices into query->facts, those the proof used */
	unsigned assumptions; /* bits of enum assumption (solver/verdict.h) the proof used */
	const char *reason;   /* "time-out", "depends on ... which is not modelled" */
	bool beyond;	      /* UNKNOWN: there is a model but for what is not modelled, so no proof */
	struct loc loc;	      /* of the reason; file may be NULL */
};

struct solve_stats {
	unsigned queries, trivial, linear_proved, small_found, nonlinear, bitvector, timeouts,
		rejected;
	double seconds;
};

/*
 * A solver holds one Z3 context and serves many queries of one universe of
 * terms. `deadline` is a time of effort_now (base/effort.h) after which every
 * query answers "time-out" at once. Results live in `arena`.
 */
struct solver;
struct solver_options {
	double query_seconds; /* bound of one query */
	bool linear_first;    /* false: plain Z3 on the raw nonlinear encoding (for measuring) */
	bool proof_only;      /* what finds proofs comes first; models that rest on over-approximations are not looked into */
	bool check;	      /* re-solve cores alone, as a debug check */
	const char *dump_dir; /* NULL, or where .smt2 files of the queries go */
};
struct solver *solver_new(
	struct arena *arena, struct ets *ets, const struct solver_options *options);
void solver_free(struct solver *solver);
void solver_deadline(struct solver *solver, double deadline);
/* Changes the bound of one query, in seconds. */
void solver_query_limit(struct solver *solver, double seconds);
/*
 * Facts of a list, by index, and assumptions that the result names in any case, now and as they grow: cores of queries with
 * this list are not made smaller by them.
 */
void solver_named(struct solver *solver, const fact_list *facts, const bool *by_index, const unsigned *assumptions);
struct answer solve(struct solver *solver, const struct query *query);
/* Looks for a witness by evaluation alone (sample.h), in a millisecond or two; it does not rest on over-approximations. */
bool solve_by_sample(struct solver *solver, const struct query *query, struct answer *answer);
/* Are the facts satisfiable together? UNSAT gives the clashing ones as core. */
struct answer solve_facts(struct solver *solver, const fact_list *facts);
const struct solve_stats *solver_stats(const struct solver *solver);

/* Value of a term under a model; false when a leaf has no value in it. */
bool model_eval(
	struct arena *scratch, const struct answer *answer, const struct et *et, uint64_t *value);

#endif
