#include "solver/attempt.h"

#include "base/effort.h"
#include "solver/witnesses/sample.h"

/* Candidates of sample.c, confirmed like those of Z3. */
#define CANDIDATES 6

static uint64_t sample_leaf(void *data, const struct et *leaf, const uint64_t *args)
{
	return tape_leaf(data, leaf, args);
}

static void begin(struct solver *solver, struct problem *problem, struct arena *scratch, const struct query *query)
{
	double end = effort_now() + solver->options.query_seconds;
	if (problem->query)
		return;
	problem->end = solver->deadline > 0 && solver->deadline < end ? solver->deadline : end;
	solver_use_bounds(solver, query->facts);
	problem_fill(problem, scratch, solver->ints, &solver->literals, query);
}

static bool confirmed(struct solver *solver, struct problem *problem, const struct sample *sample, struct answer *answer)
{
	struct tape *tape = (struct tape *)sample_tape(sample);
	*answer = (struct answer){ .kind = ANSWER_SAT };
	model_fill(answer, solver->arena, problem, sample_leaf, tape);
	return model_check(answer, problem) && et_is_true(model_residual(answer, problem));
}

bool solve_by_sample(struct solver *solver, const struct query *query, struct answer *answer)
{
	struct arena *scratch = arena_new();
	struct sample *sample = sample_new(scratch, query);
	struct problem problem = { .query = NULL };
	bool found = false;
	for (unsigned i = 0; sample && i < CANDIDATES && !found && sample_next(sample); i++) {
		begin(solver, &problem, scratch, query);
		found = confirmed(solver, &problem, sample, answer);
	}
	solver->stats.small_found += found;
	effort_count(sample ? sample_tape(sample)->done : 0);
	arena_free(scratch);
	return found;
}
