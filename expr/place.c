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

/* A part of an address: what stands beside the base in it; NULL: it has none, or this is not told. */
struct part {
	const struct et *of, *offset;
	bool has;
};

/* The address as one base plus a number, which may be a choice. */
struct single {
	struct ets *ets;
	const struct et *base;
	VEC(struct part) parts;
};

#define MOST_PARTS 512

static struct part part_of(struct single *single, const struct et *et);

static void part_of_sum(struct single *single, struct part *part)
{
	struct part a = part_of(single, part->of->arg[0]), b = part_of(single, part->of->arg[1]);
	bool subtracts = part->of->op == ET_SUB;
	part->has = subtracts ? a.has && !b.has : a.has || b.has;
	const struct et *offset = a.has ? a.offset : b.offset;
	if (part->has && a.has != b.has && offset)
		part->offset = et_binary(single->ets, part->of->op, part->of->flags & ET_NSW, offset,
			a.has ? part->of->arg[1] : part->of->arg[0]);
}

static void part_of_choice(struct single *single, struct part *part)
{
	struct part a = part_of(single, part->of->arg[1]), b = part_of(single, part->of->arg[2]);
	part->has = a.has || b.has;
	if (a.offset && b.offset)
		part->offset = et_ite(single->ets, part->of->arg[0], a.offset, b.offset);
}

static void part_of_leaf(struct single *single, struct part *part)
{
	part->has = part->of->sym->kind == SYM_BASE;
	if (part->has && !single->base)
		single->base = part->of;
	if (part->has && single->base == part->of)
		part->offset = et_const(single->ets, 64, 0);
}

static struct part part_of(struct single *single, const struct et *et)
{
	struct part part = { .of = et };
	vec_each(known, &single->parts)
		if (known->of == et)
			return *known;
	if (single->parts.n >= MOST_PARTS)
		return part;
	if (et->op == ET_SYM || et->op == ET_APP)
		part_of_leaf(single, &part);
	else if (et->op == ET_ADD || et->op == ET_SUB)
		part_of_sum(single, &part);
	else if (et->op == ET_ITE)
		part_of_choice(single, &part);
	vec_push(ets_arena(single->ets), &single->parts, part);
	return part;
}

/* Of many choices, as a pointer leaves that steps under several conditions, one place. */
static bool split_single(struct ets *ets, const struct et *address, place_list *places)
{
	struct single single = { .ets = ets };
	struct part part = part_of(&single, address);
	if (!part.offset || single.parts.n >= MOST_PARTS)
		return false;
	vec_push(ets_arena(ets), places,
		((struct place){ et_bool(ets, true), single.base, part.offset }));
	return true;
}

bool address_places(struct ets *ets, const struct et *address, place_list *places)
{
	size_t before = places->n;
	if (split(ets, et_bool(ets, true), address, et_const(ets, 64, 0), places))
		return true;
	places->n = before;
	return split_single(ets, address, places);
}
