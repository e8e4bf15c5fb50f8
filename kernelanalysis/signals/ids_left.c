#include "kernelanalysis/signals/arrivals.h"

/*
 * How many values of an id a condition leaves, at most: those of a range, perhaps but for a part of
 * it, and of these one of each so many, or one alone. What the condition says of the id otherwise
 * is not looked at.
 */

struct ids {
	struct ets *ets;
	struct arena *arena;
	const struct et *id, *all;
	const struct et *from, *to;   /* from this one on, to below that one */
	const struct et *gap, *width; /* but for so many from this one on; NULL: there is no gap */
	uint64_t lanes, lane;	      /* of each so many the one of this place; 0: all */
	bool one;		      /* there is no more than one */
};

bool is_of_grid(const struct et *term)
{
	if ((term->op == ET_SYM || term->op == ET_APP) && term->sym->level > LEVEL_GRID)
		return false;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!is_of_grid(term->arg[i]))
			return false;
	return true;
}

/* By what constant the term is a remainder; 0: it is none. */
static uint64_t remainder_by(const struct et *term)
{
	uint64_t by = term->nargs == 2 && et_is_const(term->arg[1]) ? term->arg[1]->value : 0;
	if (term->op == ET_AND)
		return !by || by & (by + 1) ? 0 : by + 1;
	return term->op == ET_UREM || term->op == ET_SREM ? by : 0;
}

/* By what constant the term is a quotient; 0: it is none. */
static uint64_t quotient_by(const struct et *term)
{
	uint64_t by = term->nargs == 2 && et_is_const(term->arg[1]) ? term->arg[1]->value : 0;
	if (term->op == ET_LSHR)
		return by < 31 ? 1ULL << by : 0;
	return term->op == ET_UDIV || term->op == ET_SDIV ? by : 0;
}

/* Is the term the id, or that part of a block index, which is not negative, however it is written.
 */
static bool is_id(const struct et *term, const struct et *id)
{
	if (term == id || id->op == ET_SYM || term->nargs != 2 || term->arg[0] != id->arg[0])
		return term == id;
	uint64_t rest = remainder_by(id), part = quotient_by(id);
	return rest ? remainder_by(term) == rest : part && quotient_by(term) == part;
}

static void round_visit(void *data, const struct et *et)
{
	*(bool *)data |= (et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_LOOP;
}

/* Is it one value for the grid in all rounds: a limit that goes with the rounds lets more through
 * in others. */
static bool is_limit(const struct et *term, struct arena *arena)
{
	bool round = false;
	et_once(arena, term, round_visit, &round);
	return !round && is_of_grid(term);
}

/* Of how many values of the id the term is the number of their group, which has a size that is a
 * power of two; 1: it is the id; 0: neither. */
static uint64_t group_of(const struct ids *ids, const struct et *term)
{
	if (is_id(term, ids->id))
		return 1;
	uint64_t by = term->nargs == 2 && is_id(term->arg[0], ids->id) ? quotient_by(term) : 0;
	return by & (by - 1) ? 0 : by;
}

static const struct et *least(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_ite(ets, et_binary(ets, ET_ULT, 0, a, b), a, b);
}

static bool is_zero(const struct et *term)
{
	return et_is_const(term) && !term->value;
}

/* The first id of a group, or how many there are where the group is past them all. */
static const struct et *first_of(const struct ids *ids, const struct et *group, uint64_t size)
{
	struct ets *ets = ids->ets;
	if (size == 1)
		return least(ets, group, ids->all);
	const struct et *by = et_const(ets, group->width, size);
	const struct et *within =
		et_binary(ets, ET_ULE, 0, group, et_binary(ets, ET_UDIV, 0, ids->all, by));
	return et_ite(ets, within, et_binary(ets, ET_MUL, 0, group, by), ids->all);
}

static const struct et *above(const struct ids *ids, const struct et *first, uint64_t many)
{
	return et_binary(ids->ets, ET_ADD, 0, first, et_const(ids->ets, first->width, many));
}

static void begin_at(struct ids *ids, const struct et *first)
{
	struct ets *ets = ids->ets;
	ids->from = is_zero(ids->from) ? first
				       : et_ite(ets, et_binary(ets, ET_ULT, 0, ids->from, first),
						 first, ids->from);
}

/* The term, as an unsigned one that is 0 where it is negative as a signed one. */
static const struct et *at_least_zero(struct ets *ets, const struct et *term, bool is_signed)
{
	const struct et *zero = et_const(ets, term->width, 0);
	return is_signed ? et_ite(ets, et_binary(ets, ET_SLT, 0, term, zero), zero, term) : term;
}

/* `small` is less than `great`, or also equal to it. */
static void take_order(
	struct ids *ids, const struct et *small, const struct et *great, bool equal, bool is_signed)
{
	struct ets *ets = ids->ets;
	uint64_t below = group_of(ids, small), past = group_of(ids, great);
	if (below && is_limit(great, ids->arena)) {
		const struct et *limit = first_of(ids, great, below);
		limit = equal ? least(ets, above(ids, limit, below), ids->all) : limit;
		ids->to = ids->to == ids->all ? limit : least(ets, limit, ids->to);
	} else if (past && is_limit(small, ids->arena)) {
		const struct et *first = first_of(ids, at_least_zero(ets, small, is_signed), past);
		first = equal ? first : above(ids, first, past);
		if (!equal && is_signed)
			first = et_ite(ets,
				et_binary(ets, ET_SLT, 0, small, et_const(ets, small->width, 0)),
				et_const(ets, small->width, 0), first);
		begin_at(ids, first);
	}
}

/* One lane of each so many threads. */
static bool take_lane(struct ids *ids, const struct et *rest, const struct et *lane)
{
	uint64_t lanes = !et_is_const(lane) || rest->nargs != 2 || !is_id(rest->arg[0], ids->id)
				 ? 0
				 : remainder_by(rest);
	if (!lanes || lane->value >= lanes || ids->lanes)
		return false;
	ids->lanes = lanes;
	ids->lane = lane->value;
	return true;
}

static void take_equal(struct ids *ids, const struct et *a, const struct et *b)
{
	uint64_t size = group_of(ids, a);
	if (take_lane(ids, a, b) || !size || !is_of_grid(b))
		return;
	ids->one |= size == 1;
	if (size > 1 && is_limit(b, ids->arena)) {
		begin_at(ids, first_of(ids, b, size));
		ids->to = least(ids->ets, above(ids, first_of(ids, b, size), size), ids->to);
	}
}

static void take_unequal(struct ids *ids, const struct et *a, const struct et *b)
{
	uint64_t size = group_of(ids, a);
	if (!size || !is_limit(b, ids->arena) || ids->gap)
		return;
	ids->gap = first_of(ids, b, size);
	ids->width = et_const(ids->ets, b->width, size);
}

static void take(struct ids *ids, const struct et *condition)
{
	bool negated =
		condition->op == ET_XOR && condition->width == 1 && et_is_true(condition->arg[1]);
	const struct et *order = negated ? condition->arg[0] : condition;
	if (condition->op == ET_AND && condition->width == 1) {
		take(ids, condition->arg[0]);
		take(ids, condition->arg[1]);
		return;
	}
	if (order->nargs != 2 || order->arg[0]->width != ids->id->width)
		return;
	bool less = order->op == ET_ULT || order->op == ET_SLT,
	     most = order->op == ET_ULE || order->op == ET_SLE;
	if (less || most) {
		bool is_signed = order->op == ET_SLT || order->op == ET_SLE;
		take_order(ids, order->arg[negated], order->arg[!negated], negated ? less : most,
			is_signed);
	}
	for (unsigned i = 0; order->op == ET_EQ && i < 2; i++)
		(negated ? take_unequal : take_equal)(ids, order->arg[i], order->arg[1 - i]);
}

/* How many of the values below the term are of the lane. */
static const struct et *of_lane_below(const struct ids *ids, const struct et *term)
{
	struct ets *ets = ids->ets;
	if (!ids->lanes)
		return term;
	const struct et *others = et_const(ets, term->width, ids->lanes - 1 - ids->lane);
	return et_binary(ets, ET_UDIV, 0, et_binary(ets, ET_ADD, ET_NSW | ET_NUW, term, others),
		et_const(ets, term->width, ids->lanes));
}

/* How many there are from one value to another one. */
static const struct et *many_between(
	const struct ids *ids, const struct et *from, const struct et *to)
{
	struct ets *ets = ids->ets;
	if (is_zero(from))
		return of_lane_below(ids, to);
	const struct et *many =
		et_binary(ets, ET_SUB, 0, of_lane_below(ids, to), of_lane_below(ids, from));
	return et_ite(ets, et_binary(ets, ET_ULT, 0, from, to), many, et_const(ets, to->width, 0));
}

const struct et *ids_left(struct arena *arena, struct ets *ets, const struct et *guard,
	const struct et *id, const struct et *all)
{
	const struct et *zero = et_const(ets, id->width, 0);
	struct ids ids = {
		.ets = ets, .arena = arena, .id = id, .all = all, .from = zero, .to = all
	};
	take(&ids, guard);
	if (ids.one)
		return et_const(ets, id->width, 1);
	const struct et *many = many_between(&ids, ids.from, ids.to);
	if (!ids.gap)
		return many;
	const struct et *begins = least(ets, ids.gap, ids.to),
			*end = above(&ids, ids.gap, ids.width->value);
	begins = is_zero(ids.from) ? begins
				   : et_ite(ets, et_binary(ets, ET_ULT, 0, begins, ids.from),
					     ids.from, begins);
	const struct et *missing = many_between(&ids, begins, least(ets, end, ids.to));
	return et_binary(ets, ET_SUB, 0, many, missing);
}
