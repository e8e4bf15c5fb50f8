#include "kernelanalysis/signals/choice.h"

#include "expr/linear.h"

/*
 * An address that is linear in ids and a round is a number in mixed radix, with these as digits:
 * `flags[i]` with `i = threadIdx.x + k * blockDim.x` is that of thread `i % blockDim.x` in round `i
 * / blockDim.x`. Whether the digits lead to the address is asked of the address itself; that they
 * are the only ones follows from how many values each may have.
 */

struct digit {
	struct chosen *of;
	const struct et *step; /* of the address */
	const struct et *rate; /* ... in steps of the first digit */
};

struct digits {
	struct ets *ets;
	struct digit at[MOST_CHOSEN];
	unsigned n;
};

static const struct et *step_sum(
	struct ets *ets, const struct et *term, const struct et *a, const struct et *b)
{
	const struct et *zero = et_const(ets, term->width, 0);
	if (!b)
		return a;
	return et_binary(ets, (enum et_op)term->op, ET_NSW, a ? a : zero, b);
}

/* By how much the term grows from one value to the next; *linear: that is always as much. NULL: it
 * stays. */
static const struct et *step_of(
	struct ets *ets, const struct et *term, const struct et *which, bool *linear)
{
	if (term == which)
		return et_const(ets, term->width, 1);
	if (!et_mentions(ets_arena(ets), term, which))
		return NULL;
	const struct et *of[2] = { NULL, NULL };
	for (unsigned i = 0; i < term->nargs && i < 2; i++)
		of[i] = step_of(ets, term->arg[i], which, linear);
	if (!*linear)
		return NULL;
	switch ((enum et_op)term->op) {
	case ET_ADD:
	case ET_SUB:
		return step_sum(ets, term, of[0], of[1]);
	case ET_MUL:
		*linear &= !of[0] || !of[1];
		return et_binary(ets, ET_MUL, ET_NSW, of[0] ? of[0] : term->arg[0],
			of[0] ? term->arg[1] : of[1]);
	case ET_SHL:
		*linear &= !of[1];
		return of[0] ? et_binary(ets, ET_SHL, ET_NSW, of[0], term->arg[1]) : NULL;
	case ET_SEXT:
	case ET_ZEXT:
	case ET_TRUNC:
		*linear &= term->width >= 32 && term->arg[0]->width >= 32;
		return et_cast(ets, term->op == ET_TRUNC ? ET_TRUNC : ET_SEXT, term->width, of[0]);
	default:
		*linear = false;
		return NULL;
	}
}

static bool has_variable(const struct choice *choice, const struct et *term)
{
	for (unsigned i = 0; i < choice->n; i++)
		if (et_mentions(ets_arena(choice->ets), term, choice->of[i].which))
			return true;
	return false;
}

/* The variables that the address depends on; false: in a way that is not followed. */
static bool digits_fill(struct digits *digits, struct choice *choice, const struct et *y)
{
	for (unsigned i = 0; i < choice->n; i++) {
		bool linear = true;
		const struct et *step = step_of(choice->ets, y, choice->of[i].which, &linear);
		if (!linear || (step && has_variable(choice, step)))
			return false;
		if (step && !(et_is_const(step) && !step->value))
			digits->at[digits->n++] = (struct digit){ &choice->of[i], step, NULL };
	}
	return true;
}

/* Constant steps come first, smaller ones before. */
static bool comes_below(const struct digit *a, const struct digit *b)
{
	bool known = et_is_const(a->step), other = et_is_const(b->step);
	return known != other ? known : known && et_signed(a->step) < et_signed(b->step);
}

/* false: some steps are negative. */
static bool digits_sort(struct digits *digits)
{
	for (unsigned i = 0; i < digits->n; i++) {
		if (et_is_const(digits->at[i].step) && et_signed(digits->at[i].step) < 0)
			return digits->n == 1;
		for (unsigned j = i; j && comes_below(&digits->at[j], &digits->at[j - 1]); j--) {
			struct digit digit = digits->at[j];
			digits->at[j] = digits->at[j - 1];
			digits->at[j - 1] = digit;
		}
	}
	return true;
}

/* The term divided by a step, as its form shows, or (`exactly` not set) in any case. */
static const struct et *divided(
	struct ets *ets, const struct et *term, const struct et *step, bool exactly)
{
	int64_t by = et_is_const(step) ? et_signed(step) : 0, common = by;
	const struct et *quotient = by > 0 ? et_quotient(ets, term, by) : NULL;
	if (quotient || exactly)
		return quotient;
	while (common > 1 && common % 2 == 0 && !quotient) {
		common /= 2;
		quotient = et_quotient(ets, term, common);
	}
	if (!quotient)
		return et_binary(ets, ET_SDIV, 0, term, step);
	return et_binary(
		ets, ET_SDIV, 0, quotient, et_const(ets, step->width, (uint64_t)(by / common)));
}

static bool rates_fill(struct digits *digits)
{
	for (unsigned i = 0; i < digits->n; i++) {
		struct digit *digit = &digits->at[i];
		digit->rate = i ? divided(digits->ets, digit->step, digits->at[0].step, true)
				: et_const(digits->ets, digit->step->width, 1);
		if (!digit->rate)
			return false;
	}
	return true;
}

/* Sign-extended or cut to the width. */
static const struct et *fitted(struct ets *ets, unsigned width, const struct et *term)
{
	if (term->width == width)
		return term;
	return et_cast(ets, term->width > width ? ET_TRUNC : ET_SEXT, width, term);
}

/* A digit's value above its least one, and what is left for the lower ones. */
static void take_digit(
	struct digits *digits, struct choice *choice, unsigned i, const struct et **rest)
{
	struct ets *ets = digits->ets;
	struct digit *digit = &digits->at[i];
	struct chosen *of = digit->of;
	const struct et *value = i ? et_binary(ets, ET_SDIV, 0, *rest, digit->rate) : *rest;
	if (i)
		*rest = et_binary(ets, ET_SREM, 0, *rest, digit->rate);
	of->found = et_binary(ets, ET_ADD, ET_NSW, of->first, fitted(ets, of->which->width, value));
	if (of->count)
		choice->valid = et_and(ets, choice->valid,
			et_binary(ets, ET_SLT, 0, value, fitted(ets, value->width, of->count)));
	if (i + 1 == digits->n)
		return;
	const struct et *next = digits->at[i + 1].rate;
	const struct et *apart = et_bool(ets, false);
	if (of->count && !has_variable(choice, of->count))
		apart = et_binary(ets, ET_SLE, 0,
			et_binary(ets, ET_MUL, ET_NSW, fitted(ets, next->width, of->count),
				digit->rate),
			next);
	choice->unique = et_and(ets, choice->unique, apart);
}

const struct et *choice_put(const struct choice *choice, const struct et *term)
{
	for (unsigned i = 0; i < choice->n; i++)
		term = with_value(choice->ets, term, choice->of[i].which->sym, choice->of[i].found);
	return term;
}

/* Variables that the address does not depend on take their least value. */
static void begin(struct choice *choice)
{
	struct ets *ets = choice->ets;
	choice->valid = choice->unique = et_bool(ets, true);
	for (unsigned i = 0; i < choice->n; i++)
		choice->of[i].found = choice->of[i].first;
}

static void only_one(const struct digits *digits, struct choice *choice)
{
	struct ets *ets = choice->ets;
	for (unsigned i = 0; i < choice->n; i++) {
		const struct chosen *of = &choice->of[i];
		bool is_digit = of->free;
		for (unsigned j = 0; j < digits->n; j++)
			is_digit |= digits->at[j].of == of;
		if (!is_digit)
			choice->unique = et_and(ets, choice->unique,
				of->count ? et_binary(ets, ET_EQ, 0, of->count,
						    et_const(ets, of->count->width, 1))
					  : et_bool(ets, false));
	}
}

enum choice_result choice_solve(struct choice *choice, const struct et *x, const struct et *y)
{
	struct ets *ets = choice->ets;
	struct digits digits = { .ets = ets };
	begin(choice);
	if (!digits_fill(&digits, choice, y))
		return CHOICE_UNKNOWN;
	if (!digits.n)
		return CHOICE_OF_NONE;
	if (!digits_sort(&digits) || !rates_fill(&digits))
		return CHOICE_UNKNOWN;
	only_one(&digits, choice);
	const struct et *begins = choice_put(choice, y), *step = digits.at[0].step;
	bool down = et_is_const(step) && et_signed(step) < 0;
	const struct et *distance =
		down ? et_difference(ets, begins, x) : et_difference(ets, x, begins);
	if (down)
		step = et_const(ets, step->width, -step->value);
	const struct et *rest = divided(ets, distance, step, false);
	choice->valid = et_binary(ets, ET_SLE, 0, et_const(ets, rest->width, 0), rest);
	for (unsigned i = digits.n; i; i--)
		take_digit(&digits, choice, i - 1, &rest);
	return CHOICE_SOLVED;
}
