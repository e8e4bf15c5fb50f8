#include "hostanalysis/host.h"

/*
 * Memory of two pointers of one launch. A pointer is an allocation's base plus
 * an offset, or a choice between such: choices are followed case by case, the
 * same condition deciding both sides, so that buffers which are exchanged each
 * round (c ? a : b and c ? b : a) come out as different. A condition that a
 * number is a constant decides all others on that number.
 */

enum { MOST_CASES = 256, SAME_PLACE_CASES = 64 };

struct split {
	struct ets *ets;
	const struct et *cond, *negated;
	const struct et *number, *is; /* the condition says that the one is the other, a constant; or NULL */
	bool value;
};

static struct split split_by(struct ets *ets, const struct et *cond, bool value)
{
	struct split split = { .ets = ets, .cond = cond, .negated = et_not(ets, cond), .value = value };
	const struct et *says = value ? cond : split.negated;
	for (unsigned i = 0; says->op == ET_EQ && i < 2; i++)
		if (et_is_const(says->arg[i]) && !et_is_const(says->arg[1 - i])) {
			split.number = says->arg[1 - i];
			split.is = says->arg[i];
		}
	return split;
}

/* The first condition that a conjunction or disjunction is made of. */
static const struct et *part_of(const struct et *cond)
{
	while (cond->op == ET_AND || cond->op == ET_OR)
		cond = cond->arg[0];
	return cond;
}

/* A condition without choices inside that a term depends on; NULL when it has none. */
static const struct et *choice_of(const struct et *et)
{
	if (et->op == ET_SYM || et->op == ET_APP)
		return NULL;
	for (unsigned i = 0; i < et->nargs; i++) {
		const struct et *inner = choice_of(et->arg[i]);
		if (inner)
			return inner;
	}
	return et->op == ET_ITE ? part_of(et->arg[0]) : NULL;
}

/* The term with the condition (or its negation) decided. */
static const struct et *decide(const struct split *split, const struct et *et)
{
	const struct et *args[3];
	bool changed = false;
	if (et == split->cond || et == split->negated)
		return et_bool(split->ets, split->value == (et == split->cond));
	if (et == split->number)
		return split->is;
	if (et->op == ET_SYM || et->op == ET_APP || !et->nargs)
		return et;
	assert(et->nargs <= 3);
	for (unsigned i = 0; i < et->nargs; i++) {
		args[i] = decide(split, et->arg[i]);
		changed |= args[i] != et->arg[i];
	}
	return changed ? et_rebuild(split->ets, et, args) : et;
}

/* Splits a sum into its base (a symbol, in loops applied to their counters) and the rest. */
static const struct et *base_of(struct ets *ets, const struct et *et, const struct et **offset)
{
	const struct et *base = NULL;
	if ((et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_BASE) {
		*offset = et_const(ets, 64, 0);
		return et;
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
	const struct et *base = base_of(ets, pointer, offset);
	return base ? base->sym->origin : NULL;
}

const struct host_alloc *host_pointee_any(struct ets *ets, const struct et *pointer)
{
	const struct et *offset;
	while (pointer->op == ET_ITE)
		pointer = pointer->arg[1];
	return host_pointee(ets, pointer, &offset);
}

static const char *alloc_name(const struct host_alloc *alloc)
{
	return alloc->base->name;
}

static bool is_allocation(const struct host_alloc *alloc)
{
	return alloc->memory != HOST_ARGUMENT && alloc->memory != HOST_UNKNOWN;
}

/* What was passed in existed before the function's own allocations. */
static bool are_separate(const struct host_alloc *x, const struct host_alloc *y)
{
	if (is_allocation(x) && is_allocation(y))
		return true;
	bool fresh = (is_allocation(x) && x->memory != HOST_GLOBAL) ||
		     (is_allocation(y) && y->memory != HOST_GLOBAL);
	return fresh && (x->memory == HOST_ARGUMENT || y->memory == HOST_ARGUMENT);
}

static const char null_reason[] = "one of the pointers is null";

static bool is_null(const struct et *pointer)
{
	return et_is_const(pointer) && !pointer->value;
}

static struct host_aliasing plain_alias(
	struct arena *arena, struct ets *ets, const struct et *a, const struct et *b)
{
	struct host_aliasing result = { .alias = HOST_ALIAS_UNKNOWN,
		.reason = "the host program does not tell where one of the pointers comes from" };
	const struct et *offset[2];
	const struct et *base[2] = { base_of(ets, a, &offset[0]), base_of(ets, b, &offset[1]) };
	const struct host_alloc *x = base[0] ? base[0]->sym->origin : NULL;
	const struct host_alloc *y = base[1] ? base[1]->sym->origin : NULL;
	if (a == b) {
		result.alias = HOST_ALIAS_SAME;
		result.delta = et_const(ets, 64, 0);
		result.reason = "the same pointer is passed twice";
	} else if (x && base[0] == base[1]) {
		result.alias = HOST_ALIAS_SAME;
		result.delta = et_binary(ets, ET_SUB, ET_NSW, offset[1], offset[0]);
		result.reason = arena_printf(arena, "both point into '%s'", alloc_name(x));
		result.loc = x->loc;
	} else if (x && x == y && is_allocation(x)) {
		/* one call in a loop, perhaps in different iterations */
		result.alias = HOST_ALIAS_MAY;
		result.reason = arena_printf(arena,
			"'%s' is allocated in a loop, in the same or another round", alloc_name(x));
		result.loc = x->loc;
	} else if (x && y && x != y && are_separate(x, y)) {
		result.alias = HOST_ALIAS_DISTINCT;
		result.reason = arena_printf(arena, "'%s' and '%s' are separate allocations",
			alloc_name(x), alloc_name(y));
		result.loc = is_allocation(x) ? x->loc : y->loc;
	} else if (is_null(a) || is_null(b)) {
		result.reason = null_reason;
	}
	return result;
}

static bool always_null(const struct host_aliasing *aliasing)
{
	return aliasing->reason == null_reason && !aliasing->same_or_null;
}

static bool same_or_null(const struct host_aliasing *x, const struct host_aliasing *y)
{
	bool same[] = { x->alias == HOST_ALIAS_SAME || x->same_or_null, y->alias == HOST_ALIAS_SAME || y->same_or_null };
	return (same[0] && same[1]) || (same[0] && always_null(y)) || (same[1] && always_null(x));
}

/* Of the cases of a condition. */
static struct host_aliasing join(struct arena *arena, struct ets *ets, const struct et *cond,
	struct host_aliasing x, struct host_aliasing y)
{
	x.same_or_null = y.same_or_null = same_or_null(&x, &y);
	x.meet = y.meet = x.meet || y.meet;
	if (x.alias == HOST_ALIAS_SAME && y.alias == HOST_ALIAS_SAME)
		x.delta = y.delta = et_ite(ets, cond, x.delta, y.delta);
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

/* Case by case, but where both bases are known: choices in an offset do not change which memory it is. */
static struct host_aliasing cases(struct arena *arena, struct ets *ets, const struct et *a,
	const struct et *b, unsigned *left)
{
	struct host_aliasing plain = plain_alias(arena, ets, a, b);
	bool known = plain.alias == HOST_ALIAS_SAME || plain.alias == HOST_ALIAS_DISTINCT;
	const struct et *cond = known ? NULL : choice_of(a);
	if (!cond && !known)
		cond = choice_of(b);
	if (!cond || !*left) {
		plain.meet = cond || plain.alias == HOST_ALIAS_SAME || plain.alias == HOST_ALIAS_MAY;
		return plain;
	}
	--*left;
	struct split yes = split_by(ets, cond, true), no = split_by(ets, cond, false);
	struct host_aliasing x = cases(arena, ets, decide(&yes, a), decide(&yes, b), left);
	return join(arena, ets, cond, x, cases(arena, ets, decide(&no, a), decide(&no, b), left));
}

struct host_aliasing host_alias(struct arena *arena, struct ets *ets, const struct et *a,
	const struct et *b)
{
	unsigned left = MOST_CASES;
	return cases(arena, ets, a, b, &left);
}

static const struct et *plain_same_place(struct ets *ets, const struct et *a, const struct et *b)
{
	const struct et *offset[2];
	const struct et *x = base_of(ets, a, &offset[0]), *y = base_of(ets, b, &offset[1]);
	if (a == b)
		return et_bool(ets, true);
	if (!x || !y || x->sym != y->sym || x->nargs != y->nargs)
		return et_bool(ets, false);
	const struct et *same = et_binary(ets, ET_EQ, 0, offset[0], offset[1]);
	for (unsigned i = 0; x->op == ET_APP && i < x->nargs; i++)
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, x->arg[i], y->arg[i]));
	return same;
}

static const struct et *same_in_cases(struct ets *ets, const struct et *a, const struct et *b, unsigned *left)
{
	const struct et *cond = choice_of(a);
	if (!cond)
		cond = choice_of(b);
	if (!cond || !*left)
		return plain_same_place(ets, a, b);
	--*left;
	struct split yes = split_by(ets, cond, true), no = split_by(ets, cond, false);
	const struct et *then = same_in_cases(ets, decide(&yes, a), decide(&yes, b), left);
	return et_ite(ets, cond, then, same_in_cases(ets, decide(&no, a), decide(&no, b), left));
}

const struct et *host_same_place(struct ets *ets, const struct et *a, const struct et *b)
{
	unsigned left = SAME_PLACE_CASES;
	return same_in_cases(ets, a, b, &left);
}
