#include "expr/et_simplify.h"

/* What the signs of terms tell. */

enum { SIGN_DEPTH = 16 };

static bool is_natural(const struct et *et, unsigned depth)
{
	if (!depth)
		return false;
	switch ((enum et_op)et->op) {
	case ET_CONST:
		return et_signed(et) >= 0;
	case ET_SYM:
	case ET_APP:
		return et->sym->bounded && et->sym->lo >= 0;
	case ET_TRUNC:
		return et->arg[0]->op == ET_SYM && is_natural(et->arg[0], depth - 1) &&
		       et->arg[0]->sym->hi >> (et->width - 1) == 0;
	case ET_ADD:
	case ET_MUL:
		return (et->flags & ET_NSW) && is_natural(et->arg[0], depth - 1) && is_natural(et->arg[1], depth - 1);
	case ET_SHL:
		return (et->flags & ET_NSW) && is_natural(et->arg[0], depth - 1);
	case ET_SEXT:
		return is_natural(et->arg[0], depth - 1);
	default:
		return et->op == ET_ZEXT;
	}
}

bool et_is_natural(const struct et *et)
{
	return is_natural(et, SIGN_DEPTH);
}

bool never_wraps(const struct et *product)
{
	const struct et *a = product->arg[0];
	bool extended = a->op == ET_ZEXT || (a->op == ET_SEXT && et_is_natural(a));
	bool narrow = extended && a->arg[0]->width <= 32 && product->width == 64;
	return product->flags & ET_NSW || (narrow && product->arg[1]->value >> 32 == 0);
}

const struct et *simplify_udiv(struct ets *ets, const struct et *a, const struct et *b)
{
	if (is_value(b, 1) && b->width > 1)
		return a;
	bool exact = et_is_const(b) && b->value && a->op == ET_MUL && et_is_const(a->arg[1]) && a->arg[1]->value % b->value == 0;
	bool natural = exact && never_wraps(a) && et_is_natural(a->arg[0]) && et_signed(a->arg[1]) > 0;
	if (!natural && !(exact && a->flags & ET_NUW))
		return NULL;
	return et_binary(ets, ET_MUL, natural ? ET_NSW | ET_NUW : ET_NUW, a->arg[0], et_const(ets, a->width, a->arg[1]->value / b->value));
}

static bool is_below(const struct et *a, const struct et *b)
{
	return et_is_const(a) && et_signed(a) <= 0 && et_is_natural(b);
}

const struct et *simplify_extreme(const struct et *c, const struct et *a, const struct et *b)
{
	if (c->op != ET_SLT && c->op != ET_SLE)
		return NULL;
	bool least = c->arg[0] == a && c->arg[1] == b, greatest = c->arg[0] == b && c->arg[1] == a;
	if (!least && !greatest)
		return NULL;
	if (is_below(a, b))
		return least ? a : b;
	return is_below(b, a) ? (least ? b : a) : NULL;
}
