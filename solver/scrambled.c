#include "solver/scrambled.h"

#define DEPTH 6

struct kept {
	unsigned width;
	const struct et *stride; /* a factor that is none of a hash, as it is divided by; NULL: none */
};

static bool by_large_odd(const struct et *et, const struct kept *kept)
{
	return et->op == ET_MUL && et_is_const(et->arg[1]) && et->arg[1] != kept->stride &&
	       et->arg[1]->value & 1 && et->arg[1]->value >> kept->width / 2;
}

/* x << k beside x under an exclusive or. */
static bool is_shifted(const struct et *et, const struct et *beside)
{
	return et->op == ET_SHL && !et->flags && et->arg[0] == beside;
}

static bool is_mixed(const struct et *et)
{
	return et->op == ET_XOR && et->width >= 32 &&
	       (is_shifted(et->arg[0], et->arg[1]) || is_shifted(et->arg[1], et->arg[0]));
}

static bool scrambles(const struct et *et, const struct kept *kept, unsigned depth)
{
	bool passes_on = et->op == ET_ADD || et->op == ET_SUB || et->op == ET_MUL ||
			 et->op == ET_SHL || et->op == ET_XOR;
	if (by_large_odd(et, kept) || is_mixed(et))
		return true;
	return passes_on && depth && (scrambles(et->arg[0], kept, depth - 1) ||
					     scrambles(et->arg[1], kept, depth - 1));
}

bool is_scrambled(const struct et *et, unsigned width)
{
	struct kept kept = { width, NULL };
	return scrambles(et, &kept, DEPTH);
}

/* A shift by a few bits divides, as places in a bit mask are; one by many picks the bits that are mixed best. */
static bool shifts_far(const struct et *shift)
{
	return !et_is_const(shift->arg[1]) || shift->arg[1]->value >= shift->width / 4;
}

bool keeps_scrambled_part(const struct et *user, const struct et *operand)
{
	switch ((enum et_op)user->op) {
	case ET_LSHR:
		return shifts_far(user) && is_scrambled(operand, operand->width);
	case ET_UREM:
		return scrambles(
			operand, &(struct kept){ user->width, user->arg[1] }, DEPTH);
	case ET_TRUNC:
	case ET_AND:
		return is_scrambled(operand, user->width);
	case ET_XOR:
		return is_mixed(user) || is_scrambled(operand, operand->width);
	default:
		return false;
	}
}
