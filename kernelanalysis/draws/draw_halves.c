#include "kernelanalysis/draws/drawing.h"

/* Counters of 64 bits of which the halves are counted: cutting what is drawn leaves nothing of the upper one. */

/* Greater amounts are taken for a part of one number of 64 bits. */
enum { MOST_BELOW = 1 << 24 };

static bool is_above(const struct et *amount)
{
	if (et_is_const(amount))
		return amount->value && !(uint32_t)amount->value;
	if (amount->op == ET_SHL)
		return et_is_const(amount->arg[1]) && amount->arg[1]->value >= 32;
	if (amount->op == ET_MUL)
		return is_above(amount->arg[0]) || is_above(amount->arg[1]);
	return (amount->op == ET_ADD || amount->op == ET_OR) && is_above(amount->arg[0]) && is_above(amount->arg[1]);
}

/* Is the lower half neither a small number nor the negative of one. */
static bool is_great_const(const struct et *amount)
{
	uint32_t low = (uint32_t)amount->value;
	return low > MOST_BELOW && -low > MOST_BELOW;
}

/* A few such amounts come above 32 bits. */
static bool is_great(const struct et *amount)
{
	enum { MOST_SHIFTED = 24 };
	switch (amount->op) {
	case ET_CONST:
		return is_great_const(amount);
	case ET_ZEXT:
		return is_great(amount->arg[0]);
	case ET_ITE:
		return is_great(amount->arg[1]) || is_great(amount->arg[2]);
	case ET_ADD:
	case ET_SUB:
	case ET_OR:
	case ET_XOR:
	case ET_MUL:
		return is_great(amount->arg[0]) || is_great(amount->arg[1]);
	case ET_SHL:
		return et_is_const(amount->arg[1]) && amount->arg[1]->value >= MOST_SHIFTED && !is_above(amount);
	default:
		return false;
	}
}

static bool has_above(const struct et *amount)
{
	bool sum = amount->op == ET_ADD || amount->op == ET_OR;
	return is_above(amount) || is_great(amount) || (et_is_const(amount) && amount->value >> 32) ||
	       (sum && (has_above(amount->arg[0]) || has_above(amount->arg[1])));
}

/* A number of 32 bits, of either sign where it is added. */
static bool is_narrow(const struct et *term, bool added)
{
	return (term->op == ET_ZEXT || (added && term->op == ET_SEXT)) && term->arg[0]->width <= 32;
}

enum { MOST_COUNTED = 56 }; /* a few greater ones do not fit into 64 bits */

bool draw_counts_above(const struct et *amount)
{
	if (amount->width != 64 || (amount->op != ET_ADD && amount->op != ET_OR) || !et_is_const(amount->arg[1]))
		return false;
	uint64_t ones = amount->arg[1]->value;
	return !(uint32_t)ones && ones && ones >> MOST_COUNTED == 0 && is_narrow(amount->arg[0], amount->op == ET_ADD);
}

static bool comes_above(const struct drawing *d, const struct draw *draw)
{
	bool counts_halves = et_is_const(draw->amount) && draw->amount->value >> 32;
	return counter_draw(draw->counter) && !counts_halves && et_is_true(draws_come_round(d, draw->counter, 32));
}

void draw_cut_halves(const struct drawing *d, const draw_list *list, struct draw *draw)
{
	bool above = false, known = true;
	vec_each(other, list) {
		if (other->counter->object != draw->counter->object)
			continue;
		bool wide = other->amount->width == 64;
		bool round = wide && comes_above(d, other);
		above |= round || (wide && has_above(other->amount));
		known &= wide && !round && !other->down && !is_great(other->amount);
	}
	if (!above || draw->found->width != 64)
		return;
	draw->low = known ? et_cast(d->kernel->ets, ET_TRUNC, 32, draw->amount) : NULL;
	for (unsigned t = 0; t < 2; t++)
		et_pack(d->kernel->ets, drawn_term(d, draw->found, t));
}

const struct et *draws_behind_below(
	const struct drawing *d, const struct draw *a, unsigned t, const struct draw *b)
{
	struct ets *ets = d->kernel->ets;
	const struct et *first = et_cast(ets, ET_TRUNC, 32, drawn_term(d, a->found, t));
	const struct et *second = et_cast(ets, ET_TRUNC, 32, drawn_term(d, b->found, !t));
	const struct et *next = et_binary(ets, ET_ADD, ET_NUW, first, drawn_term(d, a->low, t));
	return et_and(ets, et_binary(ets, ET_ULE, 0, first, next), et_binary(ets, ET_ULE, 0, next, second));
}
