#include "solver/launches/before.h"

/* Whether subscripts of rows and member arrays have to be assumed to stay inside of them (kernelanalysis/values/rows.c). */

struct said {
	struct launch *launch;
	bool all;
};

static void said_visit(void *data, const struct et *et)
{
	struct said *said = data;
	const struct launch *launch = said->launch;
	const struct et *given = NULL;
	if (et->op != ET_SYM || et->sym->kind != SYM_PARAM)
		return;
	if (et->sym->builtin == BUILTIN_NTID || et->sym->builtin == BUILTIN_NCTAID)
		given = et->sym->builtin == BUILTIN_NTID ? launch->block[et->sym->axis] : launch->grid[et->sym->axis];
	vec_each(param, &launch->kernel->params)
		if (param->sym == et->sym && !param->pointer)
			given = launch_param(said->launch, param);
	said->all &= given && et_is_const(given);
}

const struct et *launch_rows(struct launch *launch, const struct symbol *sym)
{
	struct kernel *kernel = launch->kernel;
	struct said said = { launch, true };
	vec_each(row, &kernel->rows) {
		if (row->said != sym)
			continue;
		et_once(kernel->arena, row->subscript, said_visit, &said);
		et_once(kernel->arena, row->guard, said_visit, &said);
		return et_bool(kernel->ets, said.all);
	}
	return NULL;
}
