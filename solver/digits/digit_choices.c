#include "solver/digits/digits_internal.h"

/*
 * Choices whose condition bounds decide, as what a counted loop has left of a number: `k <= 15 ? n >> 2 * k : n >> 31`, and those
 * between numbers a constant apart, as of quotients that are rounded up: `n % 16 ? n / 16 + 1 : n / 16`.
 */

#define MOST_NODES 200 /* of a side, as a tree */

/* Does it stand in the term wherever that chooses? Counts nodes off; false where there are too many. */
static bool always_has(const struct et *et, const struct et *part, unsigned *nodes)
{
	bool found = et == part;
	*nodes -= *nodes > 0;
	for (unsigned i = 0; !found && *nodes && i < (et->op == ET_ITE ? 1 : et->nargs); i++)
		found = always_has(et->arg[i], part, nodes);
	return found;
}

/* A shift that both sides have is below its width, whatever is chosen. */
static void know_shifts(struct digits *d, const struct et *et, const struct et *other, unsigned *nodes)
{
	unsigned others = MOST_NODES;
	*nodes -= *nodes > 0;
	if (digits_shifts_one(et) && always_has(other, et, &others)) {
		const struct poly *by = digits_read(d, et->arg[1], false);
		if (by)
			digits_know_always(d, poly_sub(d->ps, poly_const(d->ps, et->width - 1), by));
		return;
	}
	for (unsigned i = 0; *nodes && i < (et->op == ET_ITE ? 0 : et->nargs); i++)
		know_shifts(d, et->arg[i], other, nodes);
}

struct dividing {
	bool shifts, found;
};

static void dividing_visit(void *data, const struct et *et)
{
	struct dividing *dividing = data;
	bool divides = et->op == ET_UDIV || et->op == ET_SDIV || et->op == ET_UREM || et->op == ET_SREM;
	bool shifts = et->op == ET_SHL || et->op == ET_LSHR || et->op == ET_ASHR;
	dividing->found |= (divides || (shifts && dividing->shifts)) && !et_is_const(et->arg[1]);
}

bool digits_divides(const struct digits *d, const struct et *et, bool or_shifts)
{
	struct dividing dividing = { or_shifts, false };
	et_once(d->arena, et, dividing_visit, &dividing);
	return dividing.found;
}

bool digits_chooses_divided(const struct digits *d, const struct et *et)
{
	const struct et *condition = et->arg[0];
	bool always = et_op_class((enum et_op)condition->op) == ET_COMPARE && digits_divides(d, condition, false);
	return !always && (digits_divides(d, et->arg[1], false) || digits_divides(d, et->arg[2], false));
}

/* a <= b, or a < b. */
static bool holds(struct digits *d, const struct poly *a, const struct poly *b, bool strict)
{
	return digits_nonneg(d, poly_add_const(d->ps, poly_sub(d->ps, b, a), strict ? -1 : 0));
}

/* x - by * (x / by) of a term that takes a remainder of a natural x; NULL: it does not, or x is not known to be one. Fills by. */
static const struct poly *remainder_of(struct digits *d, const struct et *et, const struct poly **by)
{
	bool masks = et->op == ET_AND && et_is_const(et->arg[1]) && et_signed(et->arg[1]) > 0 && !(et->arg[1]->value & (et->arg[1]->value + 1));
	if (!masks && et->op != ET_UREM && et->op != ET_SREM)
		return NULL;
	bool is_unsigned = et->op == ET_UREM;
	const struct poly *x = digits_read(d, et->arg[0], is_unsigned);
	*by = masks ? poly_const(d->ps, (int128)et->arg[1]->value + 1) : digits_read(d, et->arg[1], is_unsigned);
	if (!x || !*by || (*by)->n != 1 || !digits_nonneg(d, x) || !digits_at_least(d, *by, 1))
		return NULL;
	const struct poly *quotient = digits_divided(d, digits_fold(d, x), *by, false);
	return quotient ? poly_sub(d->ps, x, poly_mul(d->ps, *by, quotient)) : NULL;
}

/* What a condition compares with 0; NULL: nothing. Fills whether it holds where that is 0, rather than above it. */
static const struct et *against_zero(const struct et *condition, bool *zero)
{
	const struct et *a = condition->arg[0], *b = condition->nargs == 2 ? condition->arg[1] : NULL;
	*zero = condition->op == ET_EQ;
	if (*zero && et_is_const(b) && !b->value)
		return a;
	bool above = (condition->op == ET_ULT || condition->op == ET_SLT) && et_is_const(a) && !a->value;
	return above ? b : NULL;
}

/* A remainder of which it is known whether it is 0 is 0, or from 1 up to less than what divides. */
static void know_remainder(struct digits *d, const struct et *condition, const struct poly *holds)
{
	bool zero;
	const struct et *et = against_zero(condition, &zero);
	const struct poly *by, *rest = et ? remainder_of(d, et, &by) : NULL;
	if (!rest)
		return;
	const struct poly *some = zero ? poly_sub(d->ps, poly_const(d->ps, 1), holds) : holds;
	digits_know_always(d, poly_sub(d->ps, rest, some));
	digits_know_always(d, poly_sub(d->ps, poly_mul(d->ps, poly_add_const(d->ps, by, -1), some), rest));
}

const struct poly *digits_truth(struct digits *d, const struct et *condition)
{
	bool is_new;
	if (condition->op == ET_XOR && et_is_true(condition->arg[1]))
		return poly_sub(d->ps, poly_const(d->ps, 1), digits_truth(d, condition->arg[0]));
	struct atom atom = { .kind = ATOM_PLAIN, .et = condition, .is_unsigned = true, .scale = 1, .natural = true,
		.shared = digits_is_shared_term(d, condition) };
	const struct poly *var = poly_var(d->ps, digits_atom_var(d, &atom, &is_new));
	if (!is_new)
		return var;
	digits_know_always(d, var);
	digits_know_always(d, poly_sub(d->ps, poly_const(d->ps, 1), var));
	know_remainder(d, condition, var);
	return var;
}

/* Where the sides differ by a constant: by whether the condition holds. NULL: they do not. */
static const struct poly *stepped(struct digits *d, const struct et *et, bool is_unsigned)
{
	if (digits_chooses_divided(d, et))
		return NULL;
	const struct poly *a = digits_read(d, et->arg[1], is_unsigned), *b = digits_read(d, et->arg[2], is_unsigned);
	const struct poly *step = a && b ? poly_sub(d->ps, a, b) : NULL;
	return step && poly_is_const(step) ? poly_add(d->ps, b, poly_mul(d->ps, step, digits_truth(d, et->arg[0]))) : NULL;
}

const struct poly *digits_choice(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct et *condition = et->arg[0], *taken = ptrmap_get(d->taken, et);
	if (taken)
		return digits_read(d, taken, is_unsigned);
	unsigned nodes = MOST_NODES;
	bool strict = condition->op == ET_ULT || condition->op == ET_SLT;
	bool by_bits = condition->op == ET_ULT || condition->op == ET_ULE;
	if (!strict && condition->op != ET_ULE && condition->op != ET_SLE)
		return stepped(d, et, is_unsigned);
	know_shifts(d, et->arg[1], et->arg[2], &nodes);
	const struct poly *a = digits_read(d, condition->arg[0], by_bits), *b = digits_read(d, condition->arg[1], by_bits);
	if (!a || !b)
		return NULL;
	if (holds(d, a, b, strict))
		return digits_read(d, et->arg[1], is_unsigned);
	if (holds(d, b, a, !strict))
		return digits_read(d, et->arg[2], is_unsigned);
	return stepped(d, et, is_unsigned);
}
