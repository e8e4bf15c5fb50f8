#include "hostanalysis/host.h"

/*
 * Memory of two pointers of one launch. A pointer is an allocation's base plus
 * an offset, or a choice between such: choices are followed case by case, the
 * same condition deciding both sides, so that buffers which are exchanged each
 * round (c ? a : b and c ? b : a) come out as different.
 */

struct split {
	struct ets *ets;
	const struct et *cond;
	bool value;
};

/* The first condition a pointer's value is chosen by; NULL when it is a plain sum. */
static const struct et *choice_of(const struct et *et)
{
	if (et->op == ET_ITE)
		return et->arg[0];
	if (et->op != ET_ADD && et->op != ET_SUB)
		return NULL;
	const struct et *cond = choice_of(et->arg[0]);
	return cond ? cond : choice_of(et->arg[1]);
}

/* The term with choices by `cond` (or its negation) decided. */
static const struct et *decide(const struct split *split, const struct et *et)
{
	if (et->op == ET_ITE) {
		const struct et *c = et->arg[0];
		if (c == split->cond)
			return decide(split, et->arg[split->value ? 1 : 2]);
		if (c == et_not(split->ets, split->cond))
			return decide(split, et->arg[split->value ? 2 : 1]);
	}
	if (et->op != ET_ADD && et->op != ET_SUB && et->op != ET_ITE)
		return et;
	const struct et *args[3];
	for (unsigned i = 0; i < et->nargs; i++)
		args[i] = et->op == ET_ITE && !i ? et->arg[i] : decide(split, et->arg[i]);
	return et_rebuild(split->ets, et, args);
}

/* Splits a sum into its base symbol and the rest. */
static const struct symbol *base_of(
	struct ets *ets, const struct et *et, const struct et **offset)
{
	const struct symbol *base = NULL;
	if (et->op == ET_SYM && et->sym->kind == SYM_BASE) {
		*offset = et_const(ets, 64, 0);
		return et->sym;
	}
	if (et->op != ET_ADD && et->op != ET_SUB)
		return NULL;
	const struct et *rest;
	base = base_of(ets, et->arg[0], &rest);
	if (base) {
		*offset = et_binary(ets, et->op, et->flags, rest, et->arg[1]);
		return base;
	}
	if (et->op == ET_SUB)
		return NULL;
	base = base_of(ets, et->arg[1], &rest);
	if (base)
		*offset = et_binary(ets, et->op, et->flags, et->arg[0], rest);
	return base;
}

const struct host_alloc *host_pointee(struct ets *ets, const struct et *pointer,
	const struct et **offset)
{
	const struct symbol *base = base_of(ets, pointer, offset);
	return base ? base->origin : NULL;
}

static const char *alloc_name(const struct host_alloc *alloc)
{
	return alloc->base->name;
}

static struct host_aliasing plain_alias(
	struct arena *arena, struct ets *ets, const struct et *a, const struct et *b)
{
	struct host_aliasing result = { .alias = HOST_ALIAS_UNKNOWN,
		.reason = "the host program does not tell where one of the pointers comes from" };
	const struct et *offset[2];
	const struct host_alloc *x = host_pointee(ets, a, &offset[0]);
	const struct host_alloc *y = host_pointee(ets, b, &offset[1]);
	if (a == b) {
		result.alias = HOST_ALIAS_SAME;
		result.delta = et_const(ets, 64, 0);
		result.reason = "the same pointer is passed twice";
	} else if (x && x == y) {
		result.alias = HOST_ALIAS_SAME;
		result.delta = et_binary(ets, ET_SUB, ET_NSW, offset[1], offset[0]);
		result.reason = arena_printf(arena, "both point into '%s'", alloc_name(x));
		result.loc = x->loc;
	} else if (x && y) {
		result.alias = HOST_ALIAS_DISTINCT;
		result.reason = arena_printf(arena, "'%s' and '%s' are separate allocations",
			alloc_name(x), alloc_name(y));
		result.loc = x->loc;
	}
	return result;
}

static struct host_aliasing join(
	struct arena *arena, struct host_aliasing x, struct host_aliasing y)
{
	if (x.alias == y.alias && (x.alias != HOST_ALIAS_SAME || x.delta == y.delta)) {
		if (x.alias == HOST_ALIAS_DISTINCT)
			x.reason = arena_printf(arena, "%s in every case", x.reason);
		return x;
	}
	if (x.alias == HOST_ALIAS_UNKNOWN)
		return x;
	if (y.alias == HOST_ALIAS_UNKNOWN)
		return y;
	x.alias = HOST_ALIAS_MAY;
	x.delta = NULL;
	x.reason = "it depends on the run whether they are the same";
	return x;
}

static struct host_aliasing cases(struct arena *arena, struct ets *ets, const struct et *a,
	const struct et *b, unsigned depth)
{
	const struct et *cond = choice_of(a);
	if (!cond)
		cond = choice_of(b);
	if (!cond || !depth || a == b)
		return plain_alias(arena, ets, a, b);
	struct split yes = { ets, cond, true }, no = { ets, cond, false };
	return join(arena, cases(arena, ets, decide(&yes, a), decide(&yes, b), depth - 1),
		cases(arena, ets, decide(&no, a), decide(&no, b), depth - 1));
}

struct host_aliasing host_alias(struct arena *arena, struct ets *ets, const struct et *a,
	const struct et *b)
{
	return cases(arena, ets, a, b, 8);
}
