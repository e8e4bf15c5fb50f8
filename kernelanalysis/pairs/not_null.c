#include "kernelanalysis/pairs/order.h"

/* An object that a thread accesses is there, so that a pointer into it which is published is not
 * taken for null. */

struct accessed {
	const struct et *base;
};

/* Does the comparison ask for the base, or what lies behind it, to be null: base + 8 == 0 is base
 * == -8. */
static bool asks_for_null(const struct et *pointer, const struct et *number, const struct et *base)
{
	bool inside = pointer->op == ET_ADD && (pointer->arg[0] == base || pointer->arg[1] == base);
	if (!et_is_const(number))
		return false;
	return pointer == base ? et_signed(number) <= 0 : inside && !number->value;
}

static const struct et *not_null(void *data, struct ets *ets, const struct et *term)
{
	const struct accessed *accessed = data;
	if (term->op != ET_EQ || term->arg[0]->width != accessed->base->width)
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		if (asks_for_null(term->arg[1 - i], term->arg[i], accessed->base))
			return et_bool(ets, false);
	return NULL;
}

const struct et *without_null(struct kernel *kernel, struct et_map *launch,
	const struct object *object, const struct et *term)
{
	if (!object->base)
		return term;
	const struct et *base = et_sym(kernel->ets, object->base);
	struct accessed accessed = { launch ? et_map_apply(launch, base) : base };
	if (accessed.base->op != ET_SYM || !et_mentions(kernel->arena, term, accessed.base))
		return term;
	struct et_map *map = et_map_new(kernel->ets, NULL, NULL);
	et_map_operations(map, not_null, &accessed);
	return et_map_apply(map, term);
}
