#ifndef HGRD_SOLVER_CHECK_PAIR_H
#define HGRD_SOLVER_CHECK_PAIR_H

#include "solver/check.h"

struct question;

/* One launch being checked. */
struct check {
	struct arena *run;
	struct launch *launch;
	struct kernel *kernel;
	struct solver *solver;
	const struct check_options *options;
	struct launch_result *result;
	struct ptrmap *asked;      /* keys of pairs already found to race */
	bool *used_facts;          /* by index in launch->facts */
	VEC(struct question *) later; /* not decided within the short limit of the first round */
	double deadline;
	bool may_order;            /* something not modelled could order threads */
};

/* A question about two places of one object. */
struct question {
	struct pair *pair;
	struct pair_terms *terms;
	const struct symbol *base;
	struct query query;
};

void undecided_add(struct check *check, const char *reason, struct loc loc);

/* Can two instances of an interval not race, whatever their addresses? */
bool pair_ruled_out(struct check *check, const struct interval *interval,
	const struct instance *a, const struct instance *b);
/* Reads conditions and offsets in the light of the conditions; false when these contradict. */
bool query_simplify(struct arena *arena, struct query *query);
/* Tries to refute a query within so many seconds; keeps the facts that a proof used. */
bool ask_proof(struct check *check, struct query *query, double seconds);

/* The cause of a race of this pair, for people (SEMANTICS, causes). */
const char *race_cause(struct check *check, const struct pair *pair);

/* Turns a model into a race of the result; false when it is no race after all (then
 * undecided was recorded). */
bool race_add(struct check *check, const struct question *question, const struct answer *answer);

#endif
