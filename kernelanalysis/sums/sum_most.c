#include "kernelanalysis/sums/sum_points.h"

/* How great the values are that are summed up. */

enum { DEEPEST = 10 }; /* terms in each other that are looked at */

static uint64_t most_of(const struct et *et, unsigned depth);

/* Of a choice between a term and another value by a comparison of the two: what the comparison
 * says. */
struct clamp {
	const struct et *term, *other;
	enum et_op op;
	bool holds; /* the term is taken where it does */
	bool first; /* the term stands on its left */
};

static bool clamp_of(const struct et *choice, struct clamp *clamp)
{
	const struct et *test = choice->arg[0];
	if (test->op != ET_SLT && test->op != ET_SLE && test->op != ET_ULT && test->op != ET_ULE)
		return false;
	for (unsigned taken = 1; taken < 3; taken++)
		for (unsigned i = 0; i < 2; i++)
			if (choice->arg[taken] == test->arg[i] && !et_is_const(test->arg[i])) {
				*clamp = (struct clamp){ test->arg[i], test->arg[1 - i],
					(enum et_op)test->op, taken == 1, i == 0 };
				return true;
			}
	return false;
}

static bool never_negative(const struct et *et, unsigned depth)
{
	struct clamp clamp;
	uint64_t most = most_of(et, depth);
	if (most <= mask_bits(et->width) / 2)
		return true;
	if (et->op != ET_ITE || !depth)
		return false;
	bool two = never_negative(et->arg[1], depth - 1) && never_negative(et->arg[2], depth - 1);
	if (two || !clamp_of(et, &clamp) || (clamp.op != ET_SLT && clamp.op != ET_SLE))
		return two;
	bool above = clamp.holds != clamp.first;
	const struct et *rest = et->arg[1] == clamp.term ? et->arg[2] : et->arg[1];
	bool next = clamp.holds && clamp.op == ET_SLT;
	uint64_t least =
		et_is_const(clamp.other) ? clamp.other->value + next : mask_bits(et->width);
	return above && (least & mask_bits(et->width)) <= mask_bits(et->width) / 2 &&
	       never_negative(rest, depth - 1);
}

/* What a choice of the lesser of two can be at most. */
static uint64_t most_of_choice(const struct et *et, unsigned depth)
{
	struct clamp clamp;
	uint64_t a = most_of(et->arg[1], depth), b = most_of(et->arg[2], depth);
	if (clamp_of(et, &clamp) && clamp.holds == clamp.first) {
		bool is_signed = clamp.op == ET_SLT || clamp.op == ET_SLE;
		uint64_t limit = most_of(clamp.other, depth);
		bool rests = !is_signed || (never_negative(clamp.term, depth) &&
						   limit <= mask_bits(et->width) / 2);
		bool first = et->arg[1] == clamp.term;
		if (rests && limit < (first ? a : b))
			*(first ? &a : &b) = limit;
	}
	return a > b ? a : b;
}

static uint64_t most_of(const struct et *et, unsigned depth)
{
	uint64_t all = mask_bits(et->width), a, b;
	if (!depth--)
		return et_is_const(et) ? et->value : all;
	switch ((enum et_op)et->op) {
	case ET_CONST:
		return et->value;
	case ET_ZEXT:
		return most_of(et->arg[0], depth);
	case ET_SEXT:
		return never_negative(et->arg[0], depth) ? most_of(et->arg[0], depth) : all;
	case ET_ITE:
		return most_of_choice(et, depth);
	case ET_AND:
		a = most_of(et->arg[0], depth);
		b = most_of(et->arg[1], depth);
		return a < b ? a : b;
	case ET_LSHR:
		return et_is_const(et->arg[1]) && et->arg[1]->value < et->width
			       ? most_of(et->arg[0], depth) >> et->arg[1]->value
			       : most_of(et->arg[0], depth);
	case ET_SREM:
		if (!never_negative(et->arg[0], depth) || !et_is_const(et->arg[1]) ||
			et->arg[1]->value > all / 2)
			return all;
		return et->arg[1]->value ? et->arg[1]->value - 1 : all;
	case ET_UREM:
		return et_is_const(et->arg[1]) && et->arg[1]->value ? et->arg[1]->value - 1 : all;
	case ET_ADD:
		a = most_of(et->arg[0], depth);
		b = most_of(et->arg[1], depth);
		return a <= all / 2 && b <= all / 2 ? a + b : all;
	default:
		return all;
	}
}

uint64_t sum_most(const struct et *et)
{
	return most_of(et, DEEPEST);
}
