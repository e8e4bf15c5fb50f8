#include "expr/place.h"

#define MOST_PLACES 16

static bool split(struct ets *ets, const struct et *guard, const struct et *address,
	const struct et *offset, place_list *places);

static bool has_base(const struct et *et)
{
	if (et->op == ET_SYM || et->op == ET_APP)
		return et->sym->kind == SYM_BASE;
	if (et->op == ET_ADD)
		return has_base(et->arg[0]) || has_base(et->arg[1]);
	if (et->op == ET_SUB)
		return has_base(et->arg[0]) && !has_base(et->arg[1]);
	if (et->op == ET_ITE)
		return has_base(et->arg[1]) || has_base(et->arg[2]);
	return false;
}

static bool split_sum(struct ets *ets, const struct et *guard, const struct et *address,
	const struct et *offset, place_list *places)
{
	const struct et *a = address->arg[0], *b = address->arg[1];
	if (address->op == ET_SUB) {
		if (!has_base(a) || has_base(b))
			return false;
		return split(ets, guard, a, et_binary(ets, ET_SUB, address->flags & ET_NSW, offset, b),
			places);
	}
	if (has_base(a) == has_base(b))
		return false;
	const struct et *rest = has_base(a) ? b : a;
	const struct et *sum = et_binary(ets, ET_ADD, address->flags & ET_NSW, offset, rest);
	return split(ets, guard, has_base(a) ? a : b, sum, places);
}

static bool split(struct ets *ets, const struct et *guard, const struct et *address,
	const struct et *offset, place_list *places)
{
	if (et_is_false(guard) || (et_is_const(address) && !address->value))
		return true;
	switch ((enum et_op)address->op) {
	case ET_SYM:
	case ET_APP:
		if (address->sym->kind != SYM_BASE || places->n == MOST_PLACES)
			return false;
		vec_push(ets_arena(ets), places, ((struct place){ guard, address, offset }));
		return true;
	case ET_ADD:
	case ET_SUB:
		return split_sum(ets, guard, address, offset, places);
	case ET_ITE: {
		const struct et *c = address->arg[0];
		return split(ets, et_and(ets, guard, c), address->arg[1], offset, places) &&
		       split(ets, et_and(ets, guard, et_not(ets, c)), address->arg[2], offset,
			       places);
	}
	default:
		return false;
	}
}

bool address_places(struct ets *ets, const struct et *address, place_list *places)
{
	return split(ets, et_bool(ets, true), address, et_const(ets, 64, 0), places);
}
