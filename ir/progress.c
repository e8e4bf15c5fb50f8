#include "ir/value_internal.h"

/* What follows for the numbers of a loop from its going on for so long, and from its ending. */

/* Is a number one of 0, the step, twice the step and so on. */
static const struct et *is_multiple(struct ets *ets, const struct et *et, const struct et *step)
{
	const struct et *zero = et_const(ets, et->width, 0);
	bool up = et_signed(step) > 0;
	return et_and(ets, et_binary(ets, ET_SLE, 0, up ? zero : et, up ? et : zero),
		et_binary(ets, ET_EQ, 0, et_binary(ets, ET_SREM, 0, et, step), zero));
}

/*
 * A number that steps by a constant until it is `bound` does not pass it: in a loop with no other end because the loop
 * ends, else where every round looks, from before the bound on, and steps of this size come to it.
 */
static const struct et *stays_before(struct value_env *env, const struct loop *loop,
	const struct et *i, const struct et *bound, bool alone)
{
	struct ets *ets = env->ets;
	const struct et *none = et_bool(ets, true), *first = term_at_round(env, loop, i, 0);
	const struct et *next = term_at_round(env, loop, i, 1);
	const struct et *step = et_binary(ets, ET_SUB, 0, next, first);
	if (first == i || !grows_evenly(env, loop, i) || counts_round(env, loop, bound) ||
		!et_is_const(step) || !step->value)
		return none;
	bool up = et_signed(step) > 0;
	const struct et *before = et_binary(ets, ET_SLE, 0, up ? i : bound, up ? bound : i);
	if (alone)
		return before;
	const struct et *begins =
		et_binary(ets, ET_SLE, 0, up ? first : bound, up ? bound : first);
	if (!rounds_between(ets, first, bound, et_signed(step)))
		begins = et_and(ets, begins,
			is_multiple(ets, et_binary(ets, ET_SUB, 0, bound, first), step));
	return et_or(ets, et_not(ets, begins), before);
}

/* What a condition for the loop to end, its only one or one that every round looks at, says of the rounds until then. */
static const struct et *until(
	struct value_env *env, const struct loop *loop, const struct et *ends, bool alone)
{
	if (ends->op == ET_OR && ends->width == 1)
		return et_and(env->ets, until(env, loop, ends->arg[0], false),
			until(env, loop, ends->arg[1], false));
	if (ends->op != ET_EQ || ends->arg[0]->width == 1)
		return et_bool(env->ets, true);
	return et_and(env->ets, stays_before(env, loop, ends->arg[0], ends->arg[1], alone),
		stays_before(env, loop, ends->arg[1], ends->arg[0], alone));
}

static const struct et *progress(struct value_env *env, const struct loop *loop)
{
	const struct et *result = et_bool(env->ets, true);
	bool alone = loop->exits.n == 1;
	vec_each(exit, &loop->exits) {
		const struct et *ends = value_edge(env, exit->from, exit->to);
		bool always = block_dominates(exit->from, loop->latch);
		if (exit->from->loop == loop && (always || (alone && ends->op == ET_EQ)))
			result = et_and(env->ets, result, until(env, loop, ends, alone));
	}
	return result;
}

/* The same number in 64 bits. */
static const struct et *as_64(struct ets *ets, const struct et *et, bool is_signed)
{
	return et->width == 64 ? et : et_cast(ets, is_signed ? ET_SEXT : ET_ZEXT, 64, et);
}

/*
 * A counter of 8 or 16 bits that is read as `wide` and below `bound` in each round that goes on: where a
 * further step stays within its width it does not wrap.
 */
static const struct et *narrow_counter(struct value_env *env, const struct loop *loop,
	const struct et *wide, const struct et *bound)
{
	struct ets *ets = env->ets;
	const struct et *none = et_bool(ets, true);
	bool is_signed = wide->op == ET_SEXT;
	if ((!is_signed && wide->op != ET_ZEXT) || wide->arg[0]->width >= 32 ||
		term_at_round(env, loop, bound, 0) != bound)
		return none;
	const struct et *i = wide->arg[0], *zero = et_const(ets, 64, 0);
	const struct et *first = term_at_round(env, loop, i, 0);
	const struct et *step = et_binary(ets, ET_SUB, 0, term_at_round(env, loop, i, 1), first);
	if (first == i || term_at_round(env, loop, step, 1) != step)
		return none;
	const struct et *most = et_const(ets, 64, mask_bits(i->width) >> is_signed);
	const struct et *from = as_64(ets, first, is_signed), *by = as_64(ets, step, is_signed);
	const struct et *last = et_binary(ets, ET_ADD, ET_NSW, as_64(ets, bound, true), by);
	const struct et *fits = et_and(ets, et_binary(ets, ET_SLT, 0, zero, by),
		et_and(ets, et_binary(ets, ET_SLE, 0, zero, from),
			et_binary(ets, ET_SLE, 0, last, most)));
	const struct et *way = et_binary(ets, ET_MUL, ET_NSW, loop_counter(env, loop), by);
	const struct et *now = et_binary(ets, ET_ADD, ET_NSW, from, way);
	return et_or(ets, et_not(ets, fits), et_binary(ets, ET_SLE, 0, now, most));
}

/*
 * An unsigned counter that steps down by one and is above `bound` in each round that goes on: it comes
 * to the bound before it could wrap.
 */
static const struct et *falling_counter(struct value_env *env, const struct loop *loop,
	const struct et *bound, const struct et *i)
{
	struct ets *ets = env->ets;
	const struct et *none = et_bool(ets, true), *zero = et_const(ets, 64, 0);
	const struct et *first = term_at_round(env, loop, i, 0);
	const struct et *step = et_binary(ets, ET_SUB, 0, term_at_round(env, loop, i, 1), first);
	if (first == i || !et_is_const(step) || et_signed(step) != -1 ||
		term_at_round(env, loop, bound, 0) != bound)
		return none;
	const struct et *counter = loop_counter(env, loop), *from = as_64(ets, first, false);
	const struct et *left = et_binary(ets, ET_SUB, ET_NSW, from, as_64(ets, bound, false));
	const struct et *known = et_or(ets, et_binary(ets, ET_EQ, 0, counter, zero),
		et_binary(ets, ET_SLE, 0, counter, left));
	bool fits = i->width < 64;
	return fits ? known : et_or(ets, et_binary(ets, ET_SLT, 0, from, zero), known);
}

/* An unsigned number that may wrap is below `bound` where a loop goes on that looks at its end: behind the first round as well. */
static const struct et *first_below(struct value_env *env, const struct loop *loop, const struct et *i, const struct et *bound)
{
	struct ets *ets = env->ets;
	const struct et *first = term_at_round(env, loop, i, 0), *counter = loop_counter(env, loop);
	if (i->width != 32 || first == i || !grows_evenly(env, loop, i) || term_at_round(env, loop, bound, 0) != bound)
		return et_bool(ets, true);
	return et_or(ets, et_binary(ets, ET_EQ, 0, counter, et_const(ets, 64, 0)), et_binary(ets, ET_ULT, 0, first, bound));
}

static const struct et *limited_counters(struct value_env *env, const struct loop *loop)
{
	struct ets *ets = env->ets;
	const struct et *result = et_bool(ets, true);
	vec_each(exit, &loop->exits) {
		if (exit->from->loop != loop || !block_dominates(exit->from, loop->latch))
			continue;
		const struct et *stay = et_not(ets, value_edge(env, exit->from, exit->to));
		if (stay->op == ET_SLT || stay->op == ET_SLE)
			result = et_and(ets, result,
				narrow_counter(env, loop, stay->arg[0], stay->arg[1]));
		if (stay->op == ET_ULT && exit->from == loop->latch)
			result = et_and(ets, result,
				first_below(env, loop, stay->arg[0], stay->arg[1]));
		if (stay->op == ET_ULT)
			result = et_and(ets, result,
				falling_counter(env, loop, stay->arg[0], stay->arg[1]));
	}
	return result;
}

const struct et *loop_progress(struct value_env *env, const struct loop *loop)
{
	return et_and(env->ets, progress(env, loop), limited_counters(env, loop));
}
