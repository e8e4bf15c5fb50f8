#ifndef HGRD_SOLVER_REDUCTIONS_RECALL_H
#define HGRD_SOLVER_REDUCTIONS_RECALL_H

#include "solver/solve.h"

/*
 * Answers about one kernel, by question: its intervals, and its launches, often ask the same. Two
 * queries are the same when offsets, sizes and conditions are. An answer holds for the launch that
 * it was asked for, whose list of facts the query has; a proof for every launch with these facts, and query with these conditions, and
 * maybe more.
 */
struct recall;

struct recall *recall_new(struct arena *arena);
/* The kept answer to the same question, its core in terms of the query's facts; NULL: none. */
const struct answer *recall_find(struct recall *recall, const struct query *query);
/*
 * Is there a proof for the same offsets and other conditions? Fills the question with the conditions alone that both have, the proof of
 * which serves both and others like them, and the CPU seconds that the proof took. Only where no answer to that is kept.
 */
bool recall_less(struct recall *recall, const struct query *query, struct query *less, double *seconds);
/*
 * Keeps an answer, which took so many CPU seconds, and the query's list of facts, which must not change; it has to be none that a longer
 * time limit would change.
 */
void recall_keep(struct recall *recall, const struct query *query, const struct answer *answer, double seconds);

#endif
