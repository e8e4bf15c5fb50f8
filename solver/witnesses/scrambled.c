#include "solver/witnesses/scrambled.h"

#define DEPTH 6

struct kept {
	unsigned width;
	const struct et *stride; /* a factor that is none of a hash, as it is divided by; NULL: none */
};

/* Odd ones of half the bits, or of three quarters that are none of a small number taken away. */
static bool by_large(const struct et *et, const struct kept *kept)
{
	if (et->op != ET_MUL || !et_is_const(et->arg[1]) || et->arg[1] == kept->stride)
		return false;
	uint64_t factor = et->arg[1]->value, most = ~UINT64_C(0) >> (64 - et->width);
	unsigned quarters = kept->width / 4 * 3;
	return (factor & 1 && factor >> kept->width / 2) ||
	       (factor >> quarters && (most - factor + 1) >> quarters);
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
	if (by_large(et, kept) || is_mixed(et))
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

/* Has it lost upper bits: by a factor of so many, or in a sum of such. */
static bool is_shifted_out(const struct et *et, unsigned bits, unsigned depth)
{
	if (et->op == ET_ADD && depth)
		return is_shifted_out(et->arg[0], bits, depth - 1) && is_shifted_out(et->arg[1], bits, depth - 1);
	if (et->flags || (et->op != ET_SHL && et->op != ET_MUL) || !et_is_const(et->arg[1]))
		return false;
	uint64_t factor = et->arg[1]->value, most = ~UINT64_C(0) >> (64 - et->width);
	return et->op == ET_SHL ? factor >= bits : factor >> bits && (most - factor + 1) >> bits;
}

/* x << k >> k: nothing but to take bits off. */
static bool is_brought_back(const struct et *shift, const struct et *operand)
{
	return operand->op == ET_SHL && !operand->flags && operand->arg[1] == shift->arg[1] && !et_is_const(shift->arg[1]);
}

bool keeps_scrambled_part(const struct et *user, const struct et *operand)
{
	switch ((enum et_op)user->op) {
	case ET_LSHR:
		return is_brought_back(user, operand) ||
		       is_shifted_out(operand, user->width / 4 * (shifts_far(user) ? 2u : 3u), DEPTH) ||
		       (shifts_far(user) && is_scrambled(operand, operand->width));
	case ET_UREM:
		return scrambles(
			operand, &(struct kept){ user->width, user->arg[1] }, DEPTH);
	case ET_AND:
		return is_shifted_out(operand, user->width / 2, DEPTH) || is_scrambled(operand, user->width);
	case ET_TRUNC:
		return is_scrambled(operand, user->width);
	case ET_XOR:
		return is_mixed(user) || is_scrambled(operand, operand->width);
	default:
		return false;
	}
}
