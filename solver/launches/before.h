#ifndef HGRD_SOLVER_LAUNCHES_BEFORE_H
#define HGRD_SOLVER_LAUNCHES_BEFORE_H

#include "solver/check.h"

struct check;

/* Memory that a launch finds as an earlier one of the kernel left it (struct host_before). */

/* Under the launch, a symbol that stands for what launches before have left; NULL: it is another one. */
const struct et *before_term(struct launch *launch, const struct symbol *sym);

/* The same for a function of a byte that stands for what lies there when the launch begins (struct begun). */
const struct et *begun_term(struct launch *launch, const struct et *leaf);
/* What lies in the object for sure: the first such, or the one after `last`; NULL: nothing more is known. */
const struct host_preset *begun_preset_after(
	struct launch *launch, const struct object *object, const struct host_preset *last);

/* Does the launch say all that a subscript of a row depends on (struct row_bound); NULL: the symbol does not stand for such a thing. */
const struct et *launch_rows(struct launch *launch, const struct symbol *sym);

/* Why a wait before `to` may go on at once, for people; NULL: it does not. */
const char *before_cause(struct arena *arena, struct launch *launch, const struct access *from,
	const struct order_path *release, const struct access *to,
	const struct order_path *acquire);

/* Makes an undecided launch say which call, that is not followed, may have set back what it rests on, or not. */
void doubt_foreign(struct check *check);

#endif
