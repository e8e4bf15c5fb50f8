#include "expr/known.h"
#include "solver/check.h"

/*
 * Facts that give a term's value, such as the case of a switch that a launch is in, are put into the
 * launch's terms and its other facts: shifts and divisions by it are arithmetic then. As equations
 * beside the question they would be there only when all else is encoded. Every verdict cites those that
 * changed something.
 */

static bool is_value(const struct et *cond)
{
	return cond->op == ET_EQ && cond->width == 1 && et_is_const(cond->arg[1]) &&
	       !et_is_const(cond->arg[0]);
}

const struct et *launch_settled(struct launch *launch, const struct et *term)
{
	const struct et *settled = term && launch->known ? known_apply(launch->known, term) : term;
	launch->settles |= settled != term;
	return settled;
}

/* What contradicts the values stays as it is, for the message that says so. */
static void settle_facts(struct launch *launch)
{
	vec_each(fact, &launch->facts) {
		const struct et *settled = known_apply(launch->known, fact->cond);
		if (is_value(fact->cond) || et_is_const(settled) || settled == fact->cond)
			continue;
		fact->cond = settled;
		launch->settles = true;
	}
}

void launch_settle(struct launch *launch)
{
	struct kernel *kernel = launch->kernel;
	vec_each(fact, &launch->facts) {
		if (!is_value(fact->cond))
			continue;
		if (!launch->known)
			launch->known = known_new(kernel->arena, kernel->ets);
		known_add(launch->known, fact->cond);
	}
	if (!launch->known)
		return;
	for (unsigned i = 0; i < 3; i++) {
		launch->grid[i] = launch_settled(launch, launch->grid[i]);
		launch->block[i] = launch_settled(launch, launch->block[i]);
	}
	settle_facts(launch);
}

bool launch_fact_settles(const struct launch *launch, const struct fact *fact)
{
	return launch->settles && launch->known && is_value(fact->cond);
}
