#include "hostanalysis/pass.h"

/*
 * Powers of two. Host code says that a size is one by (x & (x - 1)) == 0, or by
 * dividing it by two as long as it is even and looking at what is left. Both
 * become x == rest << e with an exponent e of its own, which has few values.
 */

struct halving {
	const struct et *whole, *left; /* left is whole, halved in each round */
	const struct loop *loop;
};

static void find_counter(void *data, const struct et *et)
{
	const struct symbol **counter = data;
	if (et->op == ET_SYM && et->sym->kind == SYM_LOOP)
		*counter = et->sym;
}

static const struct symbol *counter_in(struct arena *arena, const struct et *et)
{
	const struct symbol *counter = NULL;
	et_once(arena, et, find_counter, &counter);
	return counter;
}

/* One bit a round: x >> k, or x / (1 << k). */
static bool halving_fill(struct halving *halving, struct arena *arena, const struct et *left)
{
	const struct et *rounds = NULL;
	if (left->op == ET_LSHR || left->op == ET_ASHR)
		rounds = left->arg[1];
	else if (left->op == ET_SDIV && left->arg[1]->op == ET_SHL &&
		 et_is_const(left->arg[1]->arg[0]) && left->arg[1]->arg[0]->value == 1)
		rounds = left->arg[1]->arg[1];
	if (!rounds || (rounds->op != ET_TRUNC && rounds->op != ET_SYM))
		return false;
	const struct symbol *counter = counter_in(arena, rounds);
	if (!counter || counter_in(arena, left->arg[0]))
		return false;
	*halving = (struct halving){ left->arg[0], left, counter->origin };
	return true;
}

static bool is_value(const struct et *et, uint64_t value)
{
	return et_is_const(et) && et->value == value;
}

/* A term of which the lowest bit is that of x. */
static bool is_low_bit(const struct et *et, const struct et *x)
{
	switch ((enum et_op)et->op) {
	case ET_AND:
		return (et->arg[0] == x && is_value(et->arg[1], 1)) ||
		       (et->arg[1] == x && is_value(et->arg[0], 1));
	case ET_UREM:
	case ET_SREM:
		return et->arg[0] == x && is_value(et->arg[1], 2);
	case ET_TRUNC:
		return et->width == 1 && et->arg[0] == x;
	default:
		return false;
	}
}

/* Does the condition, or a part of it, say that x is even? */
static bool says_even(const struct et *cond, const struct et *x)
{
	if (cond->op == ET_AND && cond->width == 1)
		return says_even(cond->arg[0], x) || says_even(cond->arg[1], x);
	if (cond->op == ET_XOR && cond->width == 1 && is_value(cond->arg[1], 1))
		return is_low_bit(cond->arg[0], x);
	if (cond->op != ET_EQ)
		return false;
	return (is_value(cond->arg[1], 0) && is_low_bit(cond->arg[0], x)) ||
	       (is_value(cond->arg[0], 0) && is_low_bit(cond->arg[1], x));
}

static bool is_exact(struct root *root, const struct halving *halving)
{
	const struct loop *loop = halving->loop;
	struct value_env *env = root->env;
	if (!loop->latch)
		return false;
	const struct et *stay = et_and(env->ets, value_reach_from(env, loop->header, loop->latch),
		value_edge(env, loop->latch, loop->header));
	return says_even(stay, halving->left);
}

/* Does the fact exclude that x is 0? */
static bool excludes_zero(struct ets *ets, const struct et *cond, const struct et *x)
{
	const struct et *zero = et_const(ets, x->width, 0);
	if (cond == et_not(ets, et_binary(ets, ET_EQ, 0, x, zero)))
		return true;
	if (cond->nargs != 2 || cond->arg[1] != x || !et_is_const(cond->arg[0]))
		return false;
	switch ((enum et_op)cond->op) {
	case ET_ULT:
		return true;
	case ET_ULE:
		return cond->arg[0]->value > 0;
	case ET_SLT:
		return et_signed(cond->arg[0]) >= 0;
	case ET_SLE:
		return et_signed(cond->arg[0]) > 0;
	default:
		return false;
	}
}

/* x == rest << e */
static const struct et *shifted(struct root *root, const struct et *x, const struct et *rest)
{
	struct ets *ets = root->pass->ets;
	struct symbol *exponent = symbol_new(ets, SYM_HOST, LEVEL_GRID, x->width,
		arena_printf(root->pass->arena, "log2(%s)", et_show(root->pass->arena, x, false)));
	exponent->bounded = true;
	exponent->lo = 0;
	exponent->hi = x->width - 1;
	return et_binary(ets, ET_EQ, 0, x, et_binary(ets, ET_SHL, 0, rest, et_sym(ets, exponent)));
}

static bool is_leaf(const struct et *et)
{
	return (et->op == ET_SYM || et->op == ET_APP) && et->width > 1;
}

/* (x & (x - 1)) == 0 */
static const struct et *single_bit(struct root *root, const struct et *bits, const fact_list *facts)
{
	struct ets *ets = root->pass->ets;
	if (bits->op != ET_AND)
		return NULL;
	for (unsigned side = 0; side < 2; side++) {
		const struct et *x = bits->arg[side], *less = bits->arg[!side];
		const struct et *one = et_const(ets, x->width, 1);
		if (!is_leaf(x) || less != et_binary(ets, ET_SUB, 0, x, one))
			continue;
		const struct et *power = shifted(root, x, one);
		vec_each(fact, facts)
			if (excludes_zero(ets, fact->cond, x))
				return power;
		const struct et *zero = et_const(ets, x->width, 0);
		return et_or(ets, et_binary(ets, ET_EQ, 0, x, zero), power);
	}
	return NULL;
}

/* x, halved while it is even, is `rest` in the end. */
static const struct et *exact_halving(
	struct root *root, const struct et *left, const struct et *rest)
{
	struct halving halving;
	if (!halving_fill(&halving, root->pass->arena, left) || !is_leaf(halving.whole) ||
		counter_in(root->pass->arena, rest) || !is_exact(root, &halving))
		return NULL;
	return shifted(root, halving.whole, rest);
}

/* Of a choice between constants' sides: the one that equals the other operand. */
static const struct et *chosen_side(const struct et *et, const struct et *other)
{
	while (et->op == ET_ITE && et_is_const(other)) {
		bool first = et_is_const(et->arg[1]) && et->arg[1] != other;
		bool second = et_is_const(et->arg[2]) && et->arg[2] != other;
		if (first == second)
			break;
		et = et->arg[first ? 2 : 1];
	}
	return et;
}

const struct et *power_condition(struct root *root, const struct et *cond, const fact_list *facts)
{
	if (cond->op != ET_EQ || cond->arg[0]->width == 1)
		return NULL;
	for (unsigned side = 0; side < 2; side++) {
		const struct et *a = cond->arg[side], *b = cond->arg[!side];
		a = chosen_side(a, b);
		const struct et *power =
			is_value(b, 0) ? single_bit(root, a, facts) : exact_halving(root, a, b);
		if (power)
			return power;
	}
	return NULL;
}
