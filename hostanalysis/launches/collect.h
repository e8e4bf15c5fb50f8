#ifndef HGRD_HOSTANALYSIS_LAUNCHES_COLLECT_H
#define HGRD_HOSTANALYSIS_LAUNCHES_COLLECT_H

#include "hostanalysis/pass.h"

/* The collection of the facts of one launch. */
struct collect {
	struct root *root;
	struct et_set *known; /* conjuncts that are facts already */
	LLVMValueRef at;            /* the launch, or where something is owed */
	const struct block *launch; /* its block */
	bool *reaching;             /* by block index: the launch is reached from it */
	struct ptrmap *evading;     /* size -> by block index: ... past all calls that ask for the size */
	const struct et *unless; /* what excludes the allocation at hand */
	fact_list facts, large; /* the latter hold as well, and are wanted for exact ones alone */
};

/* Adds the conjuncts of a condition that are new; without a text they are their own. */
void add_fact(struct collect *c, enum fact_kind kind, const struct et *cond, const char *text,
	struct loc loc);
/* Is a term the number of a loop's round. */
bool is_counter(const struct et *et);
/* Is a condition true whatever its comparisons are. */
bool is_tautology(struct ets *ets, const struct et *et);
/* Rounds of a loop that doubles a signed value end before it overflows. */
void doubling_facts(struct collect *c, const struct host_launch *launch);
/* What integers are divided by on the way to the launch is not zero. */
void division_facts(struct collect *c);
/* Limits of bounded symbols in the launch's terms and in the facts so far. */
void limit_facts(struct collect *c, const struct host_launch *launch);
/* Relations between members of objects that are read before. */
void invariant_facts(struct collect *c, LLVMValueRef at);
/* Gives the launch those facts that are connected with it. */
void relevant_facts(struct collect *c, struct host_launch *launch);

#endif
