#include "solver/digits/digits_internal.h"

/* Choices whose condition bounds decide, as what a counted loop has left of a number: `k <= 15 ? n >> 2 * k : n >> 31`. */

#define MOST_NODES 200 /* of a side, as a tree */

/* Does it stand in the term wherever that chooses? Counts nodes off; false where there are too many. */
static bool always_has(const struct et *et, const struct et *part, unsigned *nodes)
{
	bool found = et == part;
	*nodes -= *nodes > 0;
	for (unsigned i = 0; !found && *nodes && i < (et->op == ET_ITE ? 1 : et->nargs); i++)
		found = always_has(et->arg[i], part, nodes);
	return found;
}

/* A shift that both sides have is below its width, whatever is chosen. */
static void know_shifts(struct digits *d, const struct et *et, const struct et *other, unsigned *nodes)
{
	unsigned others = MOST_NODES;
	*nodes -= *nodes > 0;
	if (digits_shifts_one(et) && always_has(other, et, &others)) {
		const struct poly *by = digits_read(d, et->arg[1], false);
		if (by)
			digits_know_always(d, poly_sub(d->ps, poly_const(d->ps, et->width - 1), by));
		return;
	}
	for (unsigned i = 0; *nodes && i < (et->op == ET_ITE ? 0 : et->nargs); i++)
		know_shifts(d, et->arg[i], other, nodes);
}

/* a <= b, or a < b. */
static bool holds(struct digits *d, const struct poly *a, const struct poly *b, bool strict)
{
	return digits_nonneg(d, poly_add_const(d->ps, poly_sub(d->ps, b, a), strict ? -1 : 0));
}

const struct poly *digits_choice(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct et *condition = et->arg[0];
	unsigned nodes = MOST_NODES;
	bool strict = condition->op == ET_ULT || condition->op == ET_SLT;
	bool by_bits = condition->op == ET_ULT || condition->op == ET_ULE;
	if (!strict && condition->op != ET_ULE && condition->op != ET_SLE)
		return NULL;
	know_shifts(d, et->arg[1], et->arg[2], &nodes);
	const struct poly *a = digits_read(d, condition->arg[0], by_bits), *b = digits_read(d, condition->arg[1], by_bits);
	if (!a || !b)
		return NULL;
	if (holds(d, a, b, strict))
		return digits_read(d, et->arg[1], is_unsigned);
	return holds(d, b, a, !strict) ? digits_read(d, et->arg[2], is_unsigned) : NULL;
}
