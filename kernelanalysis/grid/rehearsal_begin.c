#include "kernelanalysis/grid/rehearsal.h"
#include "kernelanalysis/signals/signal.h"

/* What the words of barriers hold when a launch begins. */

uint64_t cell_begins(struct rehearsal *r, const struct cell *cell)
{
	struct kernel *kernel = r->kernel;
	const struct object *object = cell->object;
	const struct et *maybe;
	uint64_t base;
	if ((object->kind != OBJECT_PARAM && object->kind != OBJECT_GLOBAL) ||
		!rehearsed_base(r, object, &base))
		return 0;
	const struct et *place = et_const(kernel->ets, 64, cell->address - base);
	const struct et *begins = word_begins(kernel, object, place, cell->width, &maybe);
	begins = et_map_apply(r->launch, begins);
	if (!et_is_const(begins) || !et_is_false(et_map_apply(r->launch, maybe)))
		rehearsal_fails(r, "what its words begin with is not known");
	return et_is_const(begins) ? begins->value : 0;
}

bool cell_is_resized(const struct rehearsal *r, const struct cell *cell)
{
	const struct et *left = object_left_resized(r->kernel, cell->object);
	return !et_is_false(et_map_apply(r->launch, left));
}

bool cell_is_left(const struct rehearsal *r, const struct cell *cell)
{
	const struct et *left = object_left(r->kernel, cell->object);
	return !et_is_false(et_map_apply(r->launch, left)) || cell_is_resized(r, cell);
}
