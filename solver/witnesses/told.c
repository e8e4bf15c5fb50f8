#include "solver/check_pair.h"

/* Lanes that tell each other what an atomic has found (shuffles, ballots). */

struct told {
	struct kernel *kernel;
	bool thread[2];
};

static void told_visit(void *data, const struct et *et)
{
	struct told *told = data;
	bool own = (et->op == ET_SYM || et->op == ET_APP) && et->sym->copy >= 1 && et->sym->copy <= 2;
	if (own && symbol_told(told->kernel, et->sym))
		told->thread[et->sym->copy - 1] = true;
}

bool question_both_told(struct check *check, const struct question *question)
{
	struct told told = { check->kernel, { false, false } };
	struct et_set *seen = et_set_new(check->kernel->arena);
	vec_each(condition, &question->query.conditions)
		et_each(seen, *condition, told_visit, &told);
	return told.thread[0] && told.thread[1] && question->pair->interval->kind != RACE_INTRA_WARP;
}
