#include "expr/et_simplify.h"

#define CHAIN_DEPTH 12

/* Identities of conjunctions, disjunctions and exclusive disjunctions. */

static bool opposite_compares(const struct et *a, const struct et *b)
{
	bool crossed =
		a->nargs == 2 && b->nargs == 2 && a->arg[0] == b->arg[1] && a->arg[1] == b->arg[0];
	return crossed &&
	       ((a->op == ET_SLT && b->op == ET_SLE) || (a->op == ET_SLE && b->op == ET_SLT) ||
		       (a->op == ET_ULT && b->op == ET_ULE) ||
		       (a->op == ET_ULE && b->op == ET_ULT));
}

/* Is one term surely the negation of the other; De Morgan's laws down to `depth`. */
static bool opposite(const struct et *a, const struct et *b, unsigned depth)
{
	if (a->width != 1 || b->width != 1)
		return false;
	if (a->op == ET_XOR && a->arg[0] == b && is_value(a->arg[1], 1))
		return true;
	if (b->op == ET_XOR && b->arg[0] == a && is_value(b->arg[1], 1))
		return true;
	if (opposite_compares(a, b))
		return true;
	bool dual = (a->op == ET_AND && b->op == ET_OR) || (a->op == ET_OR && b->op == ET_AND);
	if (!dual || !depth)
		return false;
	depth--;
	return (opposite(a->arg[0], b->arg[0], depth) && opposite(a->arg[1], b->arg[1], depth)) ||
	       (opposite(a->arg[0], b->arg[1], depth) && opposite(a->arg[1], b->arg[0], depth));
}

static bool complements(const struct et *a, const struct et *b)
{
	return opposite(a, b, 3);
}

/* Is `part` one of the operands of the chain of `op` under `et`. */
static bool chain_has(const struct et *et, enum et_op op, const struct et *part, unsigned depth)
{
	if (et == part)
		return true;
	if (et->op != op || !depth)
		return false;
	return chain_has(et->arg[0], op, part, depth - 1) ||
	       chain_has(et->arg[1], op, part, depth - 1);
}

static bool chain_has_complement(
	const struct et *et, enum et_op op, const struct et *part, unsigned depth)
{
	if (complements(et, part))
		return true;
	if (et->op != op || !depth)
		return false;
	return chain_has_complement(et->arg[0], op, part, depth - 1) ||
	       chain_has_complement(et->arg[1], op, part, depth - 1);
}

/* The chain of `op` under `et` without `part`; NULL when nothing is left. */
static const struct et *chain_without(
	struct ets *ets, const struct et *et, enum et_op op, const struct et *part)
{
	if (et == part)
		return NULL;
	if (et->op != op)
		return et;
	const struct et *a = chain_without(ets, et->arg[0], op, part);
	const struct et *b = chain_without(ets, et->arg[1], op, part);
	if (a == et->arg[0] && b == et->arg[1])
		return et;
	if (!a || !b)
		return a ? a : b;
	return et_binary(ets, op, 0, a, b);
}

/* a op b, where dual is the other of AND, OR; both of width 1. */
static const struct et *simplify_logic(
	struct ets *ets, enum et_op op, const struct et *a, const struct et *b)
{
	enum et_op dual = op == ET_AND ? ET_OR : ET_AND;
	if (chain_has_complement(a, op, b, CHAIN_DEPTH) ||
		chain_has_complement(b, op, a, CHAIN_DEPTH))
		return et_bool(ets, op == ET_OR);
	if (chain_has(a, op, b, CHAIN_DEPTH) || chain_has(b, dual, a, CHAIN_DEPTH))
		return a;
	if (chain_has(b, op, a, CHAIN_DEPTH) || chain_has(a, dual, b, CHAIN_DEPTH))
		return b;
	if (a->op == dual && chain_has_complement(a, dual, b, CHAIN_DEPTH)) {
		for (unsigned i = 0; i < 2; i++)
			if (complements(a->arg[i], b))
				return et_binary(ets, op, 0, a->arg[!i], b);
	}
	if (b->op == dual && chain_has_complement(b, dual, a, CHAIN_DEPTH)) {
		for (unsigned i = 0; i < 2; i++)
			if (complements(b->arg[i], a))
				return et_binary(ets, op, 0, a, b->arg[!i]);
	}
	if (a->op != dual || b->op != dual)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		const struct et *common = a->arg[i];
		if (!chain_has(b, dual, common, CHAIN_DEPTH))
			continue;
		const struct et *rest = chain_without(ets, b, dual, common);
		if (!rest)
			return common;
		return et_binary(ets, dual, 0, common, et_binary(ets, op, 0, a->arg[!i], rest));
	}
	return NULL;
}

/* Of two conditions as numbers: that of the conditions. */
static const struct et *simplify_numbers(struct ets *ets, enum et_op op, const struct et *a, const struct et *b)
{
	bool conditions = a->op == ET_ZEXT && b->op == ET_ZEXT && a->arg[0]->width == 1 && b->arg[0]->width == 1;
	return conditions ? et_cast(ets, ET_ZEXT, a->width, et_binary(ets, op, 0, a->arg[0], b->arg[0])) : NULL;
}

const struct et *simplify_and(struct ets *ets, const struct et *a, const struct et *b)
{
	if (a == b || is_value(b, UINT64_MAX))
		return a;
	if (is_value(b, 0))
		return b;
	if (b->op == ET_CONST && ((b->value + 1) & b->value) == 0 &&
		known_width(a) <= known_width(b) && b->value)
		return a;
	if (a->op == ET_AND && b->op == ET_CONST && a->arg[1]->op == ET_CONST)
		return et_binary(ets, ET_AND, 0, a->arg[0],
			et_const(ets, a->width, a->arg[1]->value & b->value));
	return a->width == 1 ? simplify_logic(ets, ET_AND, a, b) : simplify_numbers(ets, ET_AND, a, b);
}

const struct et *simplify_or(struct ets *ets, const struct et *a, const struct et *b)
{
	if (a == b || is_value(b, 0))
		return a;
	if (is_value(b, UINT64_MAX))
		return b;
	return a->width == 1 ? simplify_logic(ets, ET_OR, a, b) : simplify_numbers(ets, ET_OR, a, b);
}

const struct et *simplify_xor(struct ets *ets, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	if (a == b)
		return et_const(ets, a->width, 0);
	if (a->op == ET_XOR && b->op == ET_CONST && a->arg[1]->op == ET_CONST)
		return et_binary(ets, ET_XOR, 0, a->arg[0],
			et_const(ets, a->width, a->arg[1]->value ^ b->value));
	if (a->width == 1 && is_value(b, 1))
		return negated_compare(ets, a);
	return NULL;
}
