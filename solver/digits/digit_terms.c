#include "solver/digits/digits_internal.h"

#include "solver/encoding/ints.h"
#include "solver/witnesses/scrambled.h"

#define ROW_TERMS_MAX 8

/*
 * Terms as polynomials over atoms. Arithmetic is that of integers: where the language excludes
 * overflow because it does, elsewhere as a duty of the proof. A sum that divides gets a variable of
 * its own.
 */

const struct poly *digits_named_sum(struct digits *d, const struct poly *sum)
{
	struct atom atom = { .kind = ATOM_SUM, .of = sum, .shared = digits_is_shared(d, sum) };
	int128 least;
	bool is_new;
	uint32_t var = digits_atom_var(d, &atom, &is_new);
	if (is_new) {
		digits_know_always(d, poly_sub(d->ps, poly_var(d->ps, var), sum));
		digits_know_always(d, poly_sub(d->ps, sum, poly_var(d->ps, var)));
		if (digits_least(d, sum, &least))
			digits_know_always(d, poly_add_const(d->ps, poly_var(d->ps, var), -least));
		d->atoms.at[var].natural = digits_nonneg(d, poly_var(d->ps, var));
	}
	return poly_var(d->ps, var);
}

static const struct poly *named_unit(struct digits *d, const struct poly *sum)
{
	const struct poly *var = digits_named_sum(d, sum);
	digits_know_always(d, poly_add_const(d->ps, var, -1));
	return var;
}

/* A divisor, which is at least 1 as dividing by 0 is excluded, as one term; NULL: not natural. */
static const struct poly *unit_of(struct digits *d, const struct poly *by, bool is_unsigned)
{
	if (!by || !by->n)
		return NULL;
	if (by->n > 1)
		return is_unsigned || digits_nonneg(d, by) ? named_unit(d, by) : NULL;
	return by->at[0].coef > 0 && digits_natural(d, by->at[0].mono) ? by : NULL;
}

/* A division read as a whole: what is left of a natural number is natural, whatever divides it, and no larger. */
static const struct poly *plain_part(struct digits *d, const struct et *et, bool is_unsigned, const struct poly *x, bool rest)
{
	const struct poly *part = digits_plain(d, et, is_unsigned);
	if (rest && part && et->op == ET_SREM && digits_nonneg(d, x)) {
		digits_know_always(d, part);
		digits_know_always(d, poly_sub(d->ps, x, part));
	}
	return part;
}

/* Signed division rounds towards 0: the signs of both sides only give the result's. */
static const struct poly *quotient_or_rest(
	struct digits *d, const struct et *et, bool is_unsigned, bool reads_unsigned, bool rest)
{
	const struct poly *x = digits_read(d, et->arg[0], reads_unsigned);
	const struct poly *by = digits_read(d, et->arg[1], reads_unsigned);
	bool minus = !reads_unsigned && by && by->n == 1 && by->at[0].coef < 0;
	by = unit_of(d, minus ? poly_scale(d->ps, by, -1) : by, reads_unsigned);
	if (!x || !by)
		return x ? plain_part(d, et, is_unsigned, x, rest) : digits_plain(d, et, is_unsigned);
	x = digits_fold(d, x);
	const struct poly *filled = x ? digits_filled(d, x, by) : NULL;
	if (filled && rest)
		return poly_const(d->ps, 0);
	x = filled ? filled : x;
	bool below = x && !reads_unsigned && !digits_nonneg(d, x);
	x = below ? poly_scale(d->ps, x, -1) : x;
	if (below && !digits_nonneg(d, x))
		return digits_plain(d, et, is_unsigned);
	const struct poly *part = x ? digits_divided(d, x, by, rest) : NULL;
	return part && below != (minus && !rest) ? poly_scale(d->ps, part, -1) : part;
}

/* Is what divides without a sign the same number as signed: it is, where the dividend is. */
static bool is_small(struct digits *d, const struct et *et, const struct poly *part)
{
	int128 most = ((int128)1 << (et->width - 1)) - 1;
	const struct poly *x = digits_read(d, et->arg[0], true);
	return (x && digits_between(d, x, 0, most)) || digits_between(d, part, 0, most);
}

/* A result of one signedness that is read as one of the other has to be the same number there. */
static const struct poly *division(
	struct digits *d, const struct et *et, bool is_unsigned, bool reads_unsigned, bool rest)
{
	const struct poly *part = quotient_or_rest(d, et, is_unsigned, reads_unsigned, rest);
	if (!part || is_unsigned == reads_unsigned ||
		(is_unsigned ? digits_nonneg(d, part) : is_small(d, et, part)))
		return part;
	return digits_plain(d, et, is_unsigned);
}

/* Shifts and masks by constants that are divisions. */
static const struct poly *by_constant(
	struct digits *d, const struct et *et, bool is_unsigned, uint64_t by, bool rest)
{
	bool reads_unsigned = et->op != ET_ASHR;
	const struct poly *x = digits_read(d, et->arg[0], et->op == ET_AND ? false : reads_unsigned);
	if (et->op == ET_AND && x && !digits_nonneg(d, x))
		x = digits_read(d, et->arg[0], true);
	if (!x || (et->op == ET_ASHR && !digits_nonneg(d, x)))
		return digits_plain(d, et, is_unsigned);
	return digits_divided(d, digits_fold(d, x), poly_const(d->ps, (int128)by), rest);
}

/* Arithmetic. */

/* An operand; constants are added as signed ones: x + 0xffffffff is x - 1. */
static const struct poly *read_operand(
	struct digits *d, const struct et *et, const struct et *operand, bool is_unsigned)
{
	return digits_read(
		d, operand, is_unsigned && (et->op == ET_MUL || !et_is_const(operand)));
}

static const struct et *unextended(const struct et *et)
{
	while (et->op == ET_ZEXT || et->op == ET_SEXT)
		et = et->arg[0];
	return et;
}

static bool is_met_sum(const struct digits *d, const struct et *et)
{
	vec_each(sum, &d->sums)
		if (*sum == et)
			return true;
	return false;
}

/* A factor that is a sum of what both threads share, under a name where that is wanted. */
static const struct poly *factor(struct digits *d, const struct et *et, const struct poly *poly)
{
	bool sum = poly->n > 1 && digits_is_shared(d, poly);
	d->meets_sums |= sum;
	if (sum && !is_met_sum(d, unextended(et)))
		vec_push(d->arena, &d->sums, unextended(et));
	return sum && d->names_sums ? digits_named_sum(d, poly) : poly;
}

/* A term under the name that it has as a factor. */
static const struct poly *under_name(
	struct digits *d, const struct et *et, const struct poly *poly)
{
	bool named = d->names_wholly && poly && poly->n > 1 && is_met_sum(d, et);
	return named && digits_is_shared(d, poly) ? digits_named_sum(d, poly) : poly;
}

/* Keeps the factors of a product of two numbers of one thread, until they are named. */
static void meet_rows(struct digits *d, const struct et *product)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct et *term = unextended(product->arg[i]);
		bool met = d->row_terms.n == ROW_TERMS_MAX || d->names_rows;
		vec_each(other, &d->row_terms)
			met |= *other == term;
		if (!met)
			vec_push(d->arena, &d->row_terms, term);
	}
}

static const struct poly *combined(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *a = read_operand(d, et, et->arg[0], is_unsigned);
	const struct poly *b = read_operand(d, et, et->arg[1], is_unsigned);
	if (et->op == ET_SHL)
		b = et_is_const(et->arg[1]) ? poly_const(d->ps, (int128)1 << et->arg[1]->value)
					    : digits_power(d, et->width, et->arg[1]);
	if (!b)
		return NULL;
	if (et->op == ET_MUL && a && b && !poly_is_const(a) && !poly_is_const(b)) {
		if (!digits_is_shared(d, a) && !digits_is_shared(d, b))
			meet_rows(d, et);
		a = factor(d, et->arg[0], a);
		b = factor(d, et->arg[1], b);
	}
	return et->op == ET_ADD   ? poly_add(d->ps, a, b)
	       : et->op == ET_SUB ? poly_sub(d->ps, a, b)
				  : poly_mul(d->ps, a, b);
}

/* Is it arithmetic that wraps on purpose: of narrow types, or scrambled. */
static bool is_modular(const struct et *et)
{
	return et->width < 32 || is_scrambled(et, et->width);
}

/* Is it made of ids alone: all values that they take do occur, so that a difference does come below zero. */
static bool is_of_ids(const struct digits *d, const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		const struct mono *mono = poly->at[i].mono;
		for (uint32_t k = 0; k < mono->degree; k++) {
			const struct et *et = d->atoms.at[mono->var[k]].et;
			if (!et || et->op != ET_SYM ||
				(et->sym->builtin != BUILTIN_TID && et->sym->builtin != BUILTIN_CTAID))
				return false;
		}
	}
	return true;
}

/* Is it one size less another: width - radius comes below zero where the radius is the greater one. */
static bool is_difference(const struct digits *d, const struct et *et, const struct poly *poly)
{
	return et->op == ET_SUB && !et_is_const(et->arg[0]) && !et_is_const(et->arg[1]) && digits_is_shared(d, poly);
}

/* Sums and products of 64 bits that may wrap are those of sizes: they are read as unsigned. */
static const struct poly *arithmetic(struct digits *d, const struct et *et, bool is_unsigned)
{
	bool is_size = et->width == 64 && !et->flags;
	bool reads_unsigned = (is_unsigned || is_size) && !(et->flags & ET_NSW);
	const struct poly *poly = combined(d, et, reads_unsigned);
	int128 half = (int128)1 << (et->width - 1);
	if (!poly || (is_unsigned && !reads_unsigned && !digits_nonneg(d, poly)))
		return digits_plain(d, et, is_unsigned);
	if (et->flags & (reads_unsigned ? ET_NUW : ET_NSW))
		return poly;
	bool wraps = !digits_between(
		d, poly, reads_unsigned ? 0 : -half, is_unsigned ? 2 * half - 1 : half - 1);
	bool below = reads_unsigned && wraps && (is_of_ids(d, poly) || is_difference(d, et, poly)) && !digits_nonneg(d, poly);
	if (below || (wraps && is_modular(et)))
		return digits_plain(d, et, is_unsigned);
	d->may_wrap |= wraps;
	return poly;
}

static const struct poly *extension(struct digits *d, const struct et *et, bool is_unsigned)
{
	if (et->arg[0]->width == 1)
		return et->op == ET_ZEXT ? digits_truth(d, et->arg[0]) : digits_plain(d, et, is_unsigned);
	const struct poly *poly = digits_read(d, et->arg[0], et->op == ET_ZEXT);
	if (et->op == ET_SEXT && is_unsigned && poly && !digits_nonneg(d, poly))
		return digits_plain(d, et, is_unsigned);
	return poly;
}

/* Does a term count the rounds of a loop of the host. */
static bool counts_for_host(const struct et *et)
{
	return et->op == ET_SYM && et->sym->kind == SYM_LOOP && !et->sym->copy && et->sym->bounded &&
	       et->sym->lo >= 0;
}

/* A size of the host that is given in fewer bits: that it fits is no-wrap, as where Z3 is asked. */
static bool is_narrowed_size(struct digits *d, const struct et *et, const struct poly *poly)
{
	return poly && ints_may_wrap(d->ets, et) && digits_is_shared(d, poly) && digits_nonneg(d, poly);
}

/* Cutting off nothing: a counter of as many bits does not wrap. */
static const struct poly *truncation(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *poly = digits_read(d, et->arg[0], is_unsigned);
	int128 half = (int128)1 << (et->width - 1);
	if (digits_between(d, poly, is_unsigned ? 0 : -half, half - 1))
		return poly;
	if ((et->width >= 32 && counts_for_host(et->arg[0])) || is_narrowed_size(d, et, poly)) {
		d->may_wrap = true;
		return poly;
	}
	return digits_plain(d, et, is_unsigned);
}

static bool is_power(uint64_t value)
{
	return value && !(value & (value - 1));
}

static bool is_positive_power(const struct et *et)
{
	return is_power(et->value) && et_signed(et) > 0;
}

static const struct poly *or_plain(
	struct digits *d, const struct et *et, bool is_unsigned, const struct poly *poly)
{
	return poly ? poly : digits_plain(d, et, is_unsigned);
}

static const struct poly *exclusive_or(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *flip = digits_flip(d, et, is_unsigned);
	return flip ? flip : digits_xor(d, et);
}

/* Does a part alone remain of an operand that may wrap on purpose. */
static bool cuts_wrapping(struct digits *d, const struct et *et)
{
	bool cuts = et->op == ET_LSHR || et->op == ET_AND || et->op == ET_UREM;
	if (!cuts || !keeps_scrambled_part(et, et->arg[0]))
		return false;
	const struct poly *whole = digits_read(d, et->arg[0], true);
	return !whole || !digits_between(d, whole, 0, (int128)mask_bits(et->width));
}

static const struct poly *read_operator(struct digits *d, const struct et *et, bool is_unsigned)
{
	if (cuts_wrapping(d, et))
		return digits_plain(d, et, is_unsigned);
	const struct et *by = et->nargs == 2 && et_is_const(et->arg[1]) ? et->arg[1] : NULL;
	bool shift = by && by->value < et->width && by->value < 63;
	switch ((enum et_op)et->op) {
	case ET_ADD:
	case ET_SUB:
	case ET_MUL:
		return arithmetic(d, et, is_unsigned);
	case ET_SHL:
		if (digits_shifts_one(et))
			return digits_one_shifted(d, et, is_unsigned);
		return shift || (!by && !(et_is_const(et->arg[0]) && !is_positive_power(et->arg[0])))
			       ? arithmetic(d, et, is_unsigned)
			       : digits_plain(d, et, is_unsigned);
	case ET_UDIV:
	case ET_UREM:
		return division(d, et, is_unsigned, true, et->op == ET_UREM);
	case ET_SDIV:
	case ET_SREM:
		return division(d, et, is_unsigned, false, et->op == ET_SREM);
	case ET_LSHR:
	case ET_ASHR:
		if (shift)
			return by_constant(d, et, is_unsigned, UINT64_C(1) << by->value, false);
		return or_plain(d, et, is_unsigned,
			by ? NULL : digits_shift_right(d, et, is_unsigned));
	case ET_OR:
		return or_plain(d, et, is_unsigned, digits_or(d, et, is_unsigned));
	case ET_AND:
		if (by && is_power(by->value + 1))
			return by_constant(d, et, is_unsigned, by->value + 1, true);
		return or_plain(d, et, is_unsigned, digits_mask(d, et, is_unsigned));
	case ET_XOR:
		return or_plain(d, et, is_unsigned, exclusive_or(d, et, is_unsigned));
	case ET_ZEXT:
	case ET_SEXT:
		return extension(d, et, is_unsigned);
	case ET_TRUNC:
		return truncation(d, et, is_unsigned);
	case ET_CONST:
		return poly_const(d->ps, is_unsigned ? (int128)et->value : et_signed(et));
	case ET_ITE:
		return or_plain(d, et, is_unsigned, digits_choice(d, et, is_unsigned));
	case ET_SYM:
	case ET_APP:
	case ET_EQ:
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
	case ET_OPS:
		break;
	}
	return digits_plain(d, et, is_unsigned);
}

const struct poly *digits_read(struct digits *d, const struct et *et, bool is_unsigned)
{
	assert(et->width > 1);
	const struct poly *poly = ptrmap_get(d->read[is_unsigned], et);
	if (poly)
		return poly;
	poly = digits_under_row(d, under_name(d, et, read_operator(d, et, is_unsigned)));
	if (poly)
		ptrmap_set(d->read[is_unsigned], et, poly);
	return poly;
}

const struct poly *digits_of(struct digits *d, const struct poly *x, const struct poly *place)
{
	if (!x || !place || !digits_nonneg(d, x))
		return NULL;
	return poly_add(d->ps, poly_mul(d->ps, place, digits_divided(d, x, place, false)),
		digits_divided(d, x, place, true));
}
