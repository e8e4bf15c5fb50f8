#include "solver/launches/nulls.h"

#include "solver/reductions/overflows.h"

/*
 * Arguments that may be left out are often pointers that a launch gives as null, and that the
 * kernel tests. Such a pointer stays an object of its own in addresses, so that whatever is
 * accessed behind it without a test is seen.
 */

bool launch_gives_null(struct launch *launch, const struct et *term)
{
	if (term->op != ET_SYM || term->sym->kind != SYM_BASE)
		return false;
	const struct et *given = launch_given(launch, term);
	return given && et_is_const(given) && !given->value;
}

const struct et *launch_told(void *data, struct ets *ets, const struct et *et)
{
	struct launch *launch = data;
	if (et->op != ET_EQ || et->arg[0]->width != 64)
		return overflows_written_out(launch->overflows, ets, et);
	for (unsigned i = 0; i < 2; i++)
		if (et_is_const(et->arg[i]) && launch_gives_null(launch, et->arg[1 - i]))
			return et_bool(ets, !et->arg[i]->value);
	return NULL;
}
