#include "solver/check_pair.h"

/* Numbers of two counters in one address: a block takes room from the one, its threads share it out by the other. */

struct draws {
	struct kernel *kernel;
	bool of_block, of_all;
};

static void draws_visit(void *data, const struct et *et)
{
	struct draws *draws = data;
	const struct access *op = et->op == ET_SYM || et->op == ET_APP ? symbol_atomic(draws->kernel, et->sym) : NULL;
	draws->of_block |= op && op->object->space == SPACE_SHARED;
	draws->of_all |= op && op->object->space != SPACE_SHARED;
}

bool draws_of_block(struct check *check, const struct question *question)
{
	if (question->pair->interval->kind != RACE_INTER_BLOCK)
		return false;
	for (unsigned t = 0; t < 2; t++) {
		struct draws draws = { .kernel = check->kernel };
		et_each(et_set_new(check->kernel->arena), question->query.offset[t], draws_visit, &draws);
		if (draws.of_block && draws.of_all)
			return true;
	}
	return false;
}
