#include "solver/check_pair.h"

/*
 * Boxes of tensors lie where their descriptor says (kernelanalysis/barriers/tensor_place.c). Where the host is not seen to make it, nothing is known of
 * the place: no race is shown then, and no proof is looked for that would have to hold for every descriptor.
 */

bool box_is_unknown(struct check *check, const struct symbol *sym)
{
	const struct et *bytes = symbol_tensor_known(check->kernel, sym);
	if (!bytes)
		return false;
	bytes = et_map_apply(check->launch->map, bytes);
	return !et_is_const(bytes) || !bytes->value;
}

struct boxes {
	struct check *check;
	bool unknown;
};

static void box_visit(void *data, const struct et *et)
{
	struct boxes *boxes = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		boxes->unknown |= box_is_unknown(boxes->check, et->sym);
}

bool question_box_unknown(struct check *check, const struct question *question)
{
	struct boxes boxes = { check, false };
	struct et_set *seen = et_set_new(check->kernel->arena);
	for (unsigned t = 0; t < 2 && check->kernel->boxes; t++)
		et_each(seen, question->query.offset[t], box_visit, &boxes);
	return boxes.unknown;
}
