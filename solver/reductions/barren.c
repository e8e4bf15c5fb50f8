#include "solver/check_pair.h"

/*
 * A model whose addresses rest on what threads exchange shows no race (witness.c). Where no choice among the terms of an address
 * avoids that, all that such a question can give is a proof, which is worth nothing once the launch cannot be race-free.
 */

struct resting {
	struct kernel *kernel;
	struct et_set *on, *off; /* terms that rest on it, and that do not */
};

static bool is_exchanged(struct kernel *kernel, const struct et *et)
{
	return (et->op == ET_SYM || et->op == ET_APP) && symbol_computed(kernel, et->sym) &&
	       !symbol_counter(kernel, et->sym);
}

static bool rests(struct resting *resting, const struct et *et)
{
	if (et_set_has(resting->off, et))
		return false;
	if (et_set_has(resting->on, et))
		return true;
	bool found = is_exchanged(resting->kernel, et);
	if (et->op == ET_ITE)
		found = rests(resting, et->arg[1]) && rests(resting, et->arg[2]);
	else
		for (unsigned i = 0; !found && i < et->nargs; i++)
			found = rests(resting, et->arg[i]);
	et_set_add(found ? resting->on : resting->off, et);
	return found;
}

bool question_is_barren(struct check *check, struct question *question)
{
	struct arena *scratch;
	if (!check->settled && !check->doomed)
		return false;
	if (question->barren == RACE_NOT_JUDGED) {
		scratch = arena_new();
		struct resting resting = { check->kernel, et_set_new(scratch), et_set_new(scratch) };
		bool found = rests(&resting, question->query.offset[0]) || rests(&resting, question->query.offset[1]);
		question->barren = found ? NEVER_A_RACE : MAYBE_A_RACE;
		arena_free(scratch);
	}
	return question->barren == NEVER_A_RACE;
}
