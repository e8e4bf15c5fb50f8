#include "solver/check_pair.h"

/*
 * Places that permutations scatter: what a product with an odd number, or a number combined with
 * itself shifted, is in its low digits decides what it was made of. So from two places being one it
 * follows that the numbers behind are the same, in as many digits. That is said besides; the
 * question stays what it is.
 */

enum { MOST_STEPS = 24 };

struct equal {
	const struct et *of[2];
	unsigned digits; /* in which they are the same, from the lowest */
	bool scattered;	 /* by a permutation that is hard to see through */
};

static bool both(const struct equal *e, enum et_op op)
{
	return e->of[0]->op == op && e->of[1]->op == op && e->of[0]->width == e->of[1]->width;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static void go_into(struct equal *e, unsigned digits)
{
	for (unsigned t = 0; t < 2; t++)
		e->of[t] = e->of[t]->arg[0];
	e->digits = least(e->digits, digits);
}

/* The constant that is the second operand of both; false: there is none. */
static bool common_constant(const struct equal *e, uint64_t *value)
{
	const struct et *a = e->of[0], *b = e->of[1];
	if (a->nargs != 2 || b->nargs != 2 || !et_is_const(a->arg[1]) || a->arg[1] != b->arg[1])
		return false;
	*value = a->arg[1]->value;
	return true;
}

static bool through_product(struct equal *e, uint64_t factor)
{
	unsigned even = factor ? (unsigned)__builtin_ctzll(factor) : 64;
	if (even >= e->digits)
		return false;
	e->scattered |= factor >> even != 1;
	go_into(e, e->digits - even);
	return true;
}

static bool through_constant(struct equal *e)
{
	uint64_t value;
	if (!common_constant(e, &value))
		return false;
	if (both(e, ET_MUL))
		return through_product(e, value);
	if (both(e, ET_ADD) || both(e, ET_SUB) || both(e, ET_XOR)) {
		go_into(e, e->digits);
		return true;
	}
	if (both(e, ET_AND) && value && !(value & (value + 1))) {
		go_into(e, (unsigned)__builtin_popcountll(value));
		return true;
	}
	if (both(e, ET_UREM) && value && !(value & (value - 1))) {
		go_into(e, (unsigned)__builtin_ctzll(value));
		return true;
	}
	return false;
}

/* The other operand of a combination of a number with the same shifted to the right; NULL: it is
 * none. */
static const struct et *shifted_with(const struct et *et, unsigned i, uint64_t *by)
{
	const struct et *shift = et->arg[i], *number = et->arg[1 - i];
	if (shift->op != ET_LSHR || shift->arg[0] != number || !et_is_const(shift->arg[1]) ||
		!shift->arg[1]->value)
		return NULL;
	*by = shift->arg[1]->value;
	return number;
}

static bool through_shift(struct equal *e)
{
	const struct et *number[2] = { NULL, NULL };
	uint64_t by[2] = { 0, 0 };
	if (!both(e, ET_XOR) || e->digits < e->of[0]->width)
		return false;
	for (unsigned t = 0; t < 2; t++)
		for (unsigned i = 0; i < 2 && !number[t]; i++)
			number[t] = shifted_with(e->of[t], i, &by[t]);
	if (!number[0] || !number[1] || by[0] != by[1])
		return false;
	e->of[0] = number[0];
	e->of[1] = number[1];
	e->scattered = true;
	return true;
}

static bool through(struct equal *e)
{
	if (both(e, ET_ZEXT) || both(e, ET_SEXT)) {
		if (e->of[0]->arg[0]->width != e->of[1]->arg[0]->width)
			return false;
		go_into(e, e->of[0]->arg[0]->width);
		return true;
	}
	if (both(e, ET_TRUNC)) {
		go_into(e, e->of[0]->width);
		return true;
	}
	return through_constant(e) || through_shift(e);
}

/* Are both multiples of a number of bytes that neither access is wider than. */
static bool are_multiples(const struct query *query)
{
	uint64_t factor;
	const struct equal e = { .of = { query->offset[0], query->offset[1] } };
	return both(&e, ET_MUL) && common_constant(&e, &factor) && factor >= query->size[0] &&
	       factor >= query->size[1];
}

void query_unscatter(struct arena *arena, struct query *query)
{
	struct ets *ets = query->ets;
	if (!query->offset[0] || !query->offset[1] || !are_multiples(query))
		return;
	struct equal e = { .of = { query->offset[0], query->offset[1] }, .digits = 64 };
	for (unsigned i = 0; i < MOST_STEPS && through(&e); i++)
		if (e.of[0]->width != e.of[1]->width)
			return;
	if (!e.scattered)
		return;
	const struct et *mask =
		et_const(ets, e.of[0]->width, mask_bits(least(e.digits, e.of[0]->width)));
	vec_push(arena, &query->conditions,
		et_binary(ets, ET_EQ, 0, et_binary(ets, ET_AND, 0, e.of[0], mask),
			et_binary(ets, ET_AND, 0, e.of[1], mask)));
}
