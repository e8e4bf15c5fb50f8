#ifndef HGRD_SOLVER_RECALL_H
#define HGRD_SOLVER_RECALL_H

#include "solver/solve.h"

/*
 * Answers of one launch, by question: intervals of one kernel often ask the
 * same. Two queries are the same when offsets, sizes and conditions are; the
 * facts are those of the launch.
 */
struct recall;

struct recall *recall_new(struct arena *arena);
/* The kept answer to the same question; NULL: none. */
const struct answer *recall_find(const struct recall *recall, const struct query *query);
/* Keeps an answer; it has to be none that a longer time limit would change. */
void recall_keep(struct recall *recall, const struct query *query, const struct answer *answer);

#endif
