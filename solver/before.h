#ifndef HGRD_SOLVER_BEFORE_H
#define HGRD_SOLVER_BEFORE_H

#include "solver/check.h"

/* Memory that a launch finds as an earlier one of the kernel left it (struct host_before). */

/* Under the launch, a symbol that stands for what launches before have left; NULL: it is another one. */
const struct et *before_term(struct launch *launch, const struct symbol *sym);

/* Why a wait before `to` may go on at once, for people; NULL: it does not. */
const char *before_cause(struct arena *arena, struct launch *launch, const struct access *from,
	const struct order_path *release, const struct access *to,
	const struct order_path *acquire);

#endif
