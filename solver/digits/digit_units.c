#include "solver/digits/digits_internal.h"

/*
 * Alternatives that speak of two entries of a list, of which the addresses say that they are equal, or of ids of which some
 * differ: where all but one are excluded, the last one holds. So entries that differ where their places do give equal places.
 */

typedef VEC(const struct et *) term_list;

static bool is_negation(const struct et *et)
{
	return et->op == ET_XOR && et->width == 1 && et_is_true(et->arg[1]);
}

/* The alternatives of a condition, each with the sign that it has there. */
static void list_alternatives(struct digits *d, const struct et *et, bool negated, term_list *alternatives)
{
	if (is_negation(et)) {
		list_alternatives(d, et->arg[0], !negated, alternatives);
	} else if (et->width == 1 && et->op == (negated ? ET_AND : ET_OR)) {
		list_alternatives(d, et->arg[0], negated, alternatives);
		list_alternatives(d, et->arg[1], negated, alternatives);
	} else {
		vec_push(d->arena, alternatives, negated ? et_not(d->ets, et) : et);
	}
}

/* What is left of b - a by the equations that are known; NULL beyond the limits of polynomials. */
static const struct poly *room_of(struct digits *d, const struct et *et)
{
	bool is_unsigned = et->op == ET_ULT || et->op == ET_ULE;
	const struct poly *room = poly_sub(d->ps, digits_read(d, et->arg[1], is_unsigned), digits_read(d, et->arg[0], is_unsigned));
	return room ? digits_reduced(d, room) : NULL;
}

static bool is_comparison(const struct et *et)
{
	return et_op_class((enum et_op)et->op) == ET_COMPARE && et->arg[0]->width > 1;
}

static bool never_holds(struct digits *d, const struct et *et)
{
	if (et->op == ET_AND && et->width == 1)
		return never_holds(d, et->arg[0]) || never_holds(d, et->arg[1]);
	bool differ = is_negation(et) && et->arg[0]->op == ET_EQ && is_comparison(et->arg[0]);
	const struct et *compared = differ ? et->arg[0] : et;
	const struct poly *room = is_comparison(compared) ? room_of(d, compared) : NULL;
	if (!room)
		return false;
	if (differ)
		return room->n == 0 || (digits_at_least(d, room, 0) && digits_at_least(d, poly_scale(d->ps, room, -1), 0));
	bool strict = et->op == ET_ULT || et->op == ET_SLT;
	return digits_at_least(d, poly_scale(d->ps, room, -1), strict ? 0 : 1) || (et->op == ET_EQ && digits_at_least(d, room, 1));
}

/* Uses the last alternative of a condition; false: several may hold, or it says nothing new. */
static bool use_last(struct digits *d, const struct et *condition)
{
	term_list alternatives = { 0 };
	const struct et *left = NULL;
	list_alternatives(d, condition, false, &alternatives);
	vec_each(alternative, &alternatives) {
		if (et_is_false(*alternative) || never_holds(d, *alternative))
			continue;
		if (left)
			return false;
		left = *alternative;
	}
	d->contradiction |= !left;
	const struct poly *zero = left && left->op == ET_EQ && is_comparison(left) ? room_of(d, left) : NULL;
	if (!zero || !zero->n)
		return !left;
	digits_derive(d, zero, SPLIT_DEPTH);
	return true;
}

/* Entry of a list that an atom is, extended or not; NULL: it is none. */
static const struct et *entry_of(const struct atom *atom)
{
	const struct et *et = atom->et;
	while (et && (et->op == ET_SEXT || et->op == ET_ZEXT))
		et = et->arg[0];
	return et && et->op == ET_APP ? et : NULL;
}

/* The entries of a list that an equation says to be the same; false: it is no such. */
static bool entries_of(const struct digits *d, const struct poly *equation, const struct et *entry[2])
{
	const struct atom *pair[2];
	if (!digits_same_pair(d, equation, pair) || pair[0]->scale != pair[1]->scale)
		return false;
	for (unsigned i = 0; i < 2; i++)
		entry[i] = entry_of(pair[i]);
	return entry[0] && entry[1] && entry[0]->sym == entry[1]->sym && pair[0]->et->op == pair[1]->et->op && pair[0]->et->width == pair[1]->et->width;
}

/* Does it say that one of some ids differs, as those of two threads do. */
static bool ids_differ(struct digits *d, const struct et *condition)
{
	term_list alternatives = { 0 };
	const struct et *ids[2];
	if (condition->width > 1 || (condition->op != ET_OR && !is_negation(condition)))
		return false;
	list_alternatives(d, condition, false, &alternatives);
	vec_each(alternative, &alternatives)
		if (!digits_differ(*alternative, ids))
			return false;
	return true;
}

bool digits_use_alternatives(struct digits *d)
{
	bool used = false;
	for (size_t i = 0; i < d->query->conditions.n && !d->contradiction; i++)
		if (ids_differ(d, d->query->conditions.at[i]))
			used |= use_last(d, d->query->conditions.at[i]);
	for (size_t i = 0; i < d->equal.n && !d->contradiction; i++) {
		const struct et *entry[2];
		if (!entries_of(d, d->equal.at[i], entry))
			continue;
		for (size_t k = 0; k < d->query->conditions.n && !d->contradiction; k++) {
			const struct et *condition = d->query->conditions.at[k];
			if (et_mentions(d->arena, condition, entry[0]) && et_mentions(d->arena, condition, entry[1]) && !digits_divides(d, condition, true))
				used |= use_last(d, et_with(d->ets, condition, entry[1], entry[0]));
		}
	}
	return used;
}
