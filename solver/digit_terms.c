#include "solver/digits_internal.h"

/*
 * Terms as polynomials over atoms. Arithmetic is that of integers: where the language excludes
 * overflow because it does, elsewhere as a duty of the proof. Divisions by products of naturals
 * become quotients and digits of their first dividend, so that (x / a) / b and x / (a * b) are one
 * atom, and so are x % (a * b) % a and x % a. A sum that divides gets a variable of its own.
 */

static const struct poly *one(struct digits *d)
{
	return poly_const(d->ps, 1);
}

static bool is_one(const struct poly *poly)
{
	return poly_is_const(poly) && poly_constant(poly) == 1;
}

/* Atoms. */

struct shares {
	bool no;
};

static void shares_visit(void *data, const struct et *et)
{
	struct shares *shares = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		shares->no |= et->sym->copy != 0;
}

static bool is_shared_term(struct digits *d, const struct et *et)
{
	struct shares shares = { false };
	et_each(et_set_new(d->arena), et, shares_visit, &shares);
	return !shares.no;
}

static bool is_shared(const struct digits *d, const struct poly *poly)
{
	for (uint32_t i = 0; i < poly->n; i++)
		for (uint32_t k = 0; k < poly->at[i].mono->degree; k++)
			if (!d->atoms.at[poly->at[i].mono->var[k]].shared)
				return false;
	return true;
}

static bool same_atom(const struct atom *a, const struct atom *b)
{
	return a->kind == b->kind && a->et == b->et && a->is_unsigned == b->is_unsigned &&
	       a->scale == b->scale && a->of == b->of && a->place == b->place && a->radix == b->radix;
}

/* The variable of an atom; *is_new says that nothing is known of it yet. */
static uint32_t atom_var(struct digits *d, const struct atom *atom, bool *is_new)
{
	*is_new = true;
	for (uint32_t i = 0; i < d->atoms.n; i++) {
		if (atom->et || atom->of)
			*is_new = !same_atom(&d->atoms.at[i], atom);
		if (!*is_new)
			return i;
	}
	vec_push(d->arena, &d->atoms, *atom);
	return (uint32_t)d->atoms.n - 1;
}

/* Says something about an atom that holds by arithmetic alone. */
static void know_always(struct digits *d, const struct poly *poly)
{
	int fact = d->fact;
	d->fact = -1;
	digits_know(d, poly);
	d->fact = fact;
}

static void know_between(struct digits *d, const struct poly *var, int128 lo, int128 hi)
{
	know_always(d, poly_add_const(d->ps, var, -lo));
	know_always(d, poly_sub(d->ps, poly_const(d->ps, hi), var));
}

const struct poly *digits_slack(struct digits *d, int128 lo, int128 hi)
{
	bool is_new;
	struct atom atom = { .kind = ATOM_PLAIN };
	const struct poly *var = poly_var(d->ps, atom_var(d, &atom, &is_new));
	know_between(d, var, lo, hi);
	return var;
}

static bool is_leaf(const struct et *et)
{
	return et->op == ET_SYM || et->op == ET_APP;
}

/* Is the term known not to be negative: then both ways to read it are one. */
static bool reads_natural(const struct digits *d, const struct et *et)
{
	vec_each(atom, &d->atoms) {
		if (atom->et == et && !atom->is_unsigned)
			return atom->natural && atom->scale > 0;
	}
	return false;
}

/* Is what was read as unsigned known to be no less as a signed number. */
static bool reads_small(struct digits *d, const struct et *et)
{
	int128 most = ((int128)1 << (et->width - 1)) - 1;
	for (uint32_t i = 0; i < d->atoms.n; i++) {
		const struct atom *atom = &d->atoms.at[i];
		if (atom->et == et && atom->is_unsigned)
			return digits_nonneg(d,
				poly_sub(d->ps, poly_const(d->ps, most),
					poly_scale(d->ps, poly_var(d->ps, i), atom->scale)));
	}
	return false;
}

static int128 scale_of(struct digits *d, const struct et *et)
{
	int128 scale = 1;
	vec_each(multiple, &d->multiples) {
		if (multiple->leaf != et || multiple->of % scale)
			continue;
		scale = multiple->of;
		if (multiple->fact >= 0)
			d->used[multiple->fact] = true;
	}
	return scale;
}

static const struct divisor *divisor_of(const struct digits *d, const struct et *et)
{
	vec_each(divisor, &d->divisors) {
		if (divisor->leaf == et)
			return divisor;
	}
	return NULL;
}

/* A divisor is its sign times a variable that is at least 1. */
static const struct poly *signed_divisor(struct digits *d, const struct divisor *divisor)
{
	struct atom atom = { .kind = ATOM_PLAIN, .et = divisor->leaf, .natural = true,
		.shared = true, .scale = divisor->negative ? -1 : 1 };
	bool is_new;
	const struct poly *var = poly_var(d->ps, atom_var(d, &atom, &is_new));
	if (is_new) {
		know_always(d, poly_add_const(d->ps, var, -1));
		digits_know_wide(d,
			poly_sub(d->ps,
				poly_const(d->ps, (int128)1 << (divisor->leaf->width - 1)), var));
	}
	return poly_scale(d->ps, var, atom.scale);
}

static const struct poly *plain(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct divisor *divisor = divisor_of(d, et);
	bool bounded = is_leaf(et) && et->sym->bounded, is_new;
	bool natural = bounded && et->sym->lo >= 0;
	if (divisor && !(divisor->negative && is_unsigned))
		return signed_divisor(d, divisor);
	if (natural || reads_natural(d, et))
		is_unsigned = false;
	else if (!is_unsigned)
		is_unsigned = reads_small(d, et);
	struct atom atom = { .kind = ATOM_PLAIN, .et = et, .is_unsigned = is_unsigned,
		.scale = scale_of(d, et), .natural = natural || is_unsigned,
		.shared = is_shared_term(d, et) };
	const struct poly *var = poly_var(d->ps, atom_var(d, &atom, &is_new));
	var = poly_scale(d->ps, var, atom.scale);
	int128 half = (int128)1 << (et->width - 1);
	if (is_new && bounded)
		know_between(d, var, et->sym->lo, et->sym->hi);
	if (!is_new || bounded)
		return var;
	digits_know_wide(d, poly_add_const(d->ps, var, is_unsigned ? 0 : half));
	const struct poly *most = poly_const(d->ps, is_unsigned ? 2 * half - 1 : half - 1);
	digits_know_wide(d, poly_sub(d->ps, most, var));
	return var;
}

/* Division. */

/* a / by, when that leaves nothing. */
static const struct poly *exactly(struct digits *d, const struct poly *a, const struct poly *by)
{
	const struct poly *quotient, *rest;
	if (by->n != 1)
		return NULL;
	poly_split(d->ps, a, by->at[0].mono, &quotient, &rest);
	if (rest->n)
		return NULL;
	poly_split_const(d->ps, quotient, by->at[0].coef, &a, &rest);
	return rest->n ? NULL : a;
}

/* of < most + 1 = place * m gives of / place < m. */
static void know_quotient(struct digits *d, const struct atom *atom, const struct poly *var)
{
	const struct poly *product = poly_mul(d->ps, atom->place, var);
	size_t n = d->known.n;
	int128 limit;
	if (poly_is_const(atom->place) && digits_most(d, atom->of, &limit))
		know_always(d, poly_sub(d->ps,
				       poly_const(d->ps, limit / poly_constant(atom->place)), var));
	know_always(d, poly_sub(d->ps, atom->of, product));
	know_always(d, poly_sub(d->ps, poly_add(d->ps, product, atom->place),
			       poly_add_const(d->ps, atom->of, 1)));
	for (size_t i = 0; i < n; i++) {
		struct at_least known = d->known.at[i];
		const struct poly *most = poly_add(d->ps, known.poly, atom->of);
		if (!most || !is_shared(d, most) || is_shared(d, known.poly))
			continue;
		const struct poly *below =
			exactly(d, poly_add_const(d->ps, most, 1), atom->place);
		if (!below)
			continue;
		int fact = d->fact;
		d->fact = known.fact;
		digits_know(d, poly_sub(d->ps, poly_add_const(d->ps, below, -1), var));
		d->fact = fact;
	}
}

static const struct poly *part_of(struct digits *d, const struct poly *of,
	const struct poly *place, const struct poly *radix)
{
	if (!place || (!radix && is_one(place)))
		return place ? of : NULL;
	struct atom atom = { .kind = radix ? ATOM_DIGIT : ATOM_QUOTIENT, .of = of, .place = place,
		.radix = radix, .natural = true, .shared = is_shared(d, of) && is_shared(d, place) };
	bool is_new;
	const struct poly *var = poly_var(d->ps, atom_var(d, &atom, &is_new));
	if (is_new && radix)
		know_always(d, poly_sub(d->ps, poly_add_const(d->ps, radix, -1), var));
	else if (is_new)
		know_quotient(d, &atom, var);
	return var;
}

static const struct atom *only_atom(const struct digits *d, const struct poly *poly)
{
	if (poly->n != 1 || poly->at[0].coef != 1 || poly->at[0].mono->degree != 1)
		return NULL;
	return &d->atoms.at[poly->at[0].mono->var[0]];
}

/* The greatest divisor of a constant and all coefficients. */
static int128 common_factor(const struct poly *poly, int128 value)
{
	for (uint32_t i = 0; i < poly->n; i++) {
		int128 a = poly->at[i].coef < 0 ? -poly->at[i].coef : poly->at[i].coef;
		while (a) {
			int128 rest = value % a;
			value = a;
			a = rest;
		}
	}
	return value;
}

/* x / by or x % by of a natural x. */
static const struct poly *divided(
	struct digits *d, const struct poly *x, const struct poly *by, bool rest)
{
	const struct atom *atom = only_atom(d, x);
	if (is_one(by))
		return rest ? poly_const(d->ps, 0) : x;
	if (atom && atom->kind == ATOM_QUOTIENT) {
		const struct poly *of = atom->of, *place = atom->place;
		return rest ? part_of(d, of, place, by)
			    : part_of(d, of, poly_mul(d->ps, place, by), NULL);
	}
	const struct poly *radix =
		atom && atom->kind == ATOM_DIGIT ? exactly(d, atom->radix, by) : NULL;
	if (radix) {
		const struct poly *of = atom->of, *place = atom->place;
		if (rest)
			return part_of(d, of, place, by);
		place = poly_mul(d->ps, place, by);
		return is_one(radix) ? poly_const(d->ps, 0) : part_of(d, of, place, radix);
	}
	int128 common = common_factor(x, by->at[0].coef);
	if (common > 1) {
		x = exactly(d, x, poly_const(d->ps, common));
		by = exactly(d, by, poly_const(d->ps, common));
		const struct poly *part = divided(d, x, by, rest);
		return rest && part ? poly_scale(d->ps, part, common) : part;
	}
	const struct poly *whole, *left;
	poly_split(d->ps, x, by->at[0].mono, &whole, &left);
	const struct poly *kept = left;
	poly_split_const(d->ps, whole, by->at[0].coef, &whole, &left);
	left = poly_add(d->ps, kept, poly_mul(d->ps, left, poly_mono(d->ps, by->at[0].mono, 1)));
	if (left && whole->n && digits_nonneg(d, left) && digits_less(d, left, by))
		return rest ? left : whole;
	return part_of(d, x, rest ? one(d) : by, rest ? by : NULL);
}

/* One variable for a sum, as rows - 1. */
static const struct poly *named_sum(struct digits *d, const struct poly *sum)
{
	struct atom atom = { .kind = ATOM_SUM, .of = sum, .shared = is_shared(d, sum) };
	bool is_new;
	uint32_t var = atom_var(d, &atom, &is_new);
	if (is_new) {
		know_always(d, poly_sub(d->ps, poly_var(d->ps, var), sum));
		know_always(d, poly_sub(d->ps, sum, poly_var(d->ps, var)));
		d->atoms.at[var].natural = digits_nonneg(d, poly_var(d->ps, var));
	}
	return poly_var(d->ps, var);
}

static const struct poly *named_unit(struct digits *d, const struct poly *sum)
{
	const struct poly *var = named_sum(d, sum);
	know_always(d, poly_add_const(d->ps, var, -1));
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

/* Signed division rounds towards 0: the signs of both sides only give the result's. */
static const struct poly *division(
	struct digits *d, const struct et *et, bool is_unsigned, bool reads_unsigned, bool rest)
{
	const struct poly *x = digits_read(d, et->arg[0], reads_unsigned);
	const struct poly *by = digits_read(d, et->arg[1], reads_unsigned);
	bool minus = !reads_unsigned && by && by->n == 1 && by->at[0].coef < 0;
	by = unit_of(d, minus ? poly_scale(d->ps, by, -1) : by, reads_unsigned);
	if (!x || !by)
		return plain(d, et, is_unsigned);
	bool below = !reads_unsigned && !digits_nonneg(d, x);
	x = below ? poly_scale(d->ps, x, -1) : x;
	if (below && !digits_nonneg(d, x))
		return plain(d, et, is_unsigned);
	const struct poly *part = divided(d, digits_fold(d, x), by, rest);
	return part && below != (minus && !rest) ? poly_scale(d->ps, part, -1) : part;
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
		return plain(d, et, is_unsigned);
	return divided(d, digits_fold(d, x), poly_const(d->ps, (int128)by), rest);
}

/* Arithmetic. */

/* An operand; constants are added as signed ones: x + 0xffffffff is x - 1. */
static const struct poly *read_operand(
	struct digits *d, const struct et *et, const struct et *operand, bool is_unsigned)
{
	return digits_read(
		d, operand, is_unsigned && (et->op == ET_MUL || !et_is_const(operand)));
}

/* A factor that is a sum of what both threads share, under a name where that is wanted. */
static const struct poly *factor(struct digits *d, const struct poly *poly)
{
	bool sum = poly->n > 1 && is_shared(d, poly);
	d->meets_sums |= sum;
	return sum && d->names_sums ? named_sum(d, poly) : poly;
}

static const struct poly *combined(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *a = read_operand(d, et, et->arg[0], is_unsigned);
	const struct poly *b = read_operand(d, et, et->arg[1], is_unsigned);
	if (et->op == ET_SHL)
		b = poly_const(d->ps, (int128)1 << et->arg[1]->value);
	if (et->op == ET_MUL && a && b && !poly_is_const(a) && !poly_is_const(b)) {
		a = factor(d, a);
		b = factor(d, b);
	}
	return et->op == ET_ADD   ? poly_add(d->ps, a, b)
	       : et->op == ET_SUB ? poly_sub(d->ps, a, b)
				  : poly_mul(d->ps, a, b);
}

/* Is it arithmetic that wraps on purpose: of narrow types, or with a factor as hashes have. */
static bool is_modular(const struct et *et)
{
	const struct et *factor = et->arg[1];
	bool hashes = et->op == ET_MUL && et_is_const(factor) && factor->value >> et->width / 2;
	return et->width < 32 || hashes;
}

/* Sums and products of 64 bits that may wrap are those of sizes: they are read as unsigned. */
static const struct poly *arithmetic(struct digits *d, const struct et *et, bool is_unsigned)
{
	bool is_size = et->width == 64 && !et->flags;
	bool reads_unsigned = (is_unsigned || is_size) && !(et->flags & ET_NSW);
	const struct poly *poly = combined(d, et, reads_unsigned);
	int128 half = (int128)1 << (et->width - 1);
	if (!poly || (is_unsigned && !reads_unsigned && !digits_nonneg(d, poly)))
		return plain(d, et, is_unsigned);
	if (et->flags & (reads_unsigned ? ET_NUW : ET_NSW))
		return poly;
	bool wraps = !digits_between(
		d, poly, reads_unsigned ? 0 : -half, is_unsigned ? 2 * half - 1 : half - 1);
	if (wraps && is_modular(et))
		return plain(d, et, is_unsigned);
	d->may_wrap |= wraps;
	return poly;
}

static const struct poly *extension(struct digits *d, const struct et *et, bool is_unsigned)
{
	if (et->arg[0]->width == 1)
		return plain(d, et, is_unsigned);
	const struct poly *poly = digits_read(d, et->arg[0], et->op == ET_ZEXT);
	if (et->op == ET_SEXT && is_unsigned && poly && !digits_nonneg(d, poly))
		return plain(d, et, is_unsigned);
	return poly;
}

/* Cutting off nothing. */
static const struct poly *truncation(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct poly *poly = digits_read(d, et->arg[0], is_unsigned);
	int128 half = (int128)1 << (et->width - 1);
	if (digits_between(d, poly, 0, half - 1))
		return poly;
	return plain(d, et, is_unsigned);
}

static bool is_power(uint64_t value)
{
	return value && !(value & (value - 1));
}

static const struct poly *read_operator(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct et *by = et->nargs == 2 && et_is_const(et->arg[1]) ? et->arg[1] : NULL;
	bool shift = by && by->value < et->width && by->value < 63;
	switch ((enum et_op)et->op) {
	case ET_ADD:
	case ET_SUB:
	case ET_MUL:
		return arithmetic(d, et, is_unsigned);
	case ET_SHL:
		return shift ? arithmetic(d, et, is_unsigned) : plain(d, et, is_unsigned);
	case ET_UDIV:
	case ET_UREM:
		return division(d, et, is_unsigned, true, et->op == ET_UREM);
	case ET_SDIV:
	case ET_SREM:
		return division(d, et, is_unsigned, false, et->op == ET_SREM);
	case ET_LSHR:
	case ET_ASHR:
		return shift ? by_constant(d, et, is_unsigned, UINT64_C(1) << by->value, false)
			     : plain(d, et, is_unsigned);
	case ET_AND:
		return by && is_power(by->value + 1)
			       ? by_constant(d, et, is_unsigned, by->value + 1, true)
			       : plain(d, et, is_unsigned);
	case ET_ZEXT:
	case ET_SEXT:
		return extension(d, et, is_unsigned);
	case ET_TRUNC:
		return truncation(d, et, is_unsigned);
	case ET_CONST:
		return poly_const(d->ps, is_unsigned ? (int128)et->value : et_signed(et));
	case ET_SYM:
	case ET_APP:
	case ET_OR:
	case ET_XOR:
	case ET_EQ:
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
	case ET_ITE:
	case ET_OPS:
		break;
	}
	return plain(d, et, is_unsigned);
}

const struct poly *digits_read(struct digits *d, const struct et *et, bool is_unsigned)
{
	assert(et->width > 1);
	const struct poly *poly = ptrmap_get(d->read[is_unsigned], et);
	if (poly)
		return poly;
	poly = read_operator(d, et, is_unsigned);
	if (poly)
		ptrmap_set(d->read[is_unsigned], et, poly);
	return poly;
}

const struct poly *digits_of(struct digits *d, const struct poly *x, const struct poly *place)
{
	if (!x || !place || !digits_nonneg(d, x))
		return NULL;
	return poly_add(d->ps, poly_mul(d->ps, place, divided(d, x, place, false)),
		divided(d, x, place, true));
}

/* Remainders written as differences. */

static const struct poly *fold_quotient(struct digits *d, const struct poly *poly, uint32_t var)
{
	struct atom atom = d->atoms.at[var];
	const struct poly *cofactor, *rest;
	poly_split(d->ps, poly, mono_var(d->ps, var), &cofactor, &rest);
	const struct poly *times = cofactor->n ? exactly(d, cofactor, atom.place) : NULL;
	if (!times)
		return poly;
	const struct poly *own = poly_mul(d->ps, atom.place, poly_var(d->ps, var));
	const struct poly *difference = poly_sub(d->ps, atom.of, own);
	const struct poly *digit = part_of(d, atom.of, one(d), atom.place);
	if (!difference || !digit)
		return poly;
	const struct poly *folded = poly_add(d->ps, poly,
		poly_mul(d->ps, times, poly_sub(d->ps, difference, digit)));
	return folded && folded->n < poly->n ? folded : poly;
}

const struct poly *digits_fold(struct digits *d, const struct poly *poly)
{
	for (uint32_t var = 0; poly && var < d->atoms.n; var++)
		if (d->atoms.at[var].kind == ATOM_QUOTIENT)
			poly = fold_quotient(d, poly, var);
	return poly;
}

/* Conditions as bounds. */

static void read_comparison(struct digits *d, const struct et *et)
{
	bool is_unsigned = et->op == ET_ULT || et->op == ET_ULE;
	bool strict = et->op == ET_ULT || et->op == ET_SLT;
	const struct poly *a = digits_read(d, et->arg[0], is_unsigned);
	const struct poly *b = digits_read(d, et->arg[1], is_unsigned);
	const struct poly *room = poly_sub(d->ps, b, a);
	if (!room)
		return;
	digits_know(d, poly_add_const(d->ps, room, strict ? -1 : 0));
	if (et->op == ET_EQ)
		digits_know(d, poly_scale(d->ps, room, -1));
}

static void divides_visit(void *data, const struct et *et)
{
	bool *divides = data;
	*divides |= et->op == ET_UDIV || et->op == ET_SDIV || et->op == ET_UREM || et->op == ET_SREM;
}

/* Reads those with divisions, or those without: that a dividend is natural has to be known first. */
static void read_condition(struct digits *d, const struct et *et, bool with)
{
	bool divides = false;
	if (et->op == ET_AND && et->width == 1) {
		read_condition(d, et->arg[0], with);
		read_condition(d, et->arg[1], with);
		return;
	}
	et_each(et_set_new(d->arena), et, divides_visit, &divides);
	if (divides == with && et_op_class((enum et_op)et->op) == ET_COMPARE && et->arg[0]->width > 1)
		read_comparison(d, et);
}

static void read_conditions(struct digits *d, bool with)
{
	const struct query *query = d->query;
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		d->fact = (int)i;
		read_condition(d, query->facts->at[i].cond, with);
	}
	d->fact = -1;
	for (size_t i = 0; i < query->conditions.n; i++)
		read_condition(d, query->conditions.at[i], with);
}

/* The leaf that is a multiple of *by, a power of two, when the term is; NULL: none. */
static const struct et *multiple_leaf(const struct et *et, int128 *by)
{
	while (!is_leaf(et)) {
		bool scaled = (et->op == ET_MUL || et->op == ET_SHL) && et_is_const(et->arg[1]);
		if (et->op != ET_SEXT && et->op != ET_ZEXT && !scaled)
			*by = 1;
		if (*by == 1)
			return NULL;
		int128 factor = !scaled		    ? 1
				: et->op == ET_SHL ? (int128)1 << (et->arg[1]->value & 63)
						   : (int128)et->arg[1]->value;
		for (; *by > 1 && factor % 2 == 0; factor /= 2)
			*by /= 2;
		et = et->arg[0];
	}
	return *by > 1 ? et : NULL;
}

/* x % c == 0 */
static void read_multiple(struct digits *d, const struct et *et)
{
	if (et->op == ET_AND && et->width == 1) {
		read_multiple(d, et->arg[0]);
		read_multiple(d, et->arg[1]);
		return;
	}
	bool zero = et->op == ET_EQ && et_is_const(et->arg[1]) && !et->arg[1]->value;
	const struct et *rest = et->nargs ? et->arg[0] : et;
	if (!zero || rest->nargs != 2 || !et_is_const(rest->arg[1]))
		return;
	int128 by = rest->op == ET_AND ? (int128)rest->arg[1]->value + 1 : et_signed(rest->arg[1]);
	bool divides = rest->op == ET_AND || rest->op == ET_UREM || rest->op == ET_SREM;
	if (!divides || by < 2 || !is_power((uint64_t)by))
		return;
	const struct et *leaf = multiple_leaf(rest->arg[0], &by);
	if (leaf)
		vec_push(d->arena, &d->multiples, ((struct multiple){ leaf, by, d->fact }));
}

static void read_multiples(struct digits *d)
{
	const struct query *query = d->query;
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		d->fact = (int)i;
		read_multiple(d, query->facts->at[i].cond);
	}
	d->fact = -1;
	for (size_t i = 0; i < query->conditions.n; i++)
		read_multiple(d, query->conditions.at[i]);
}

void digits_read_bounds(struct digits *d)
{
	read_multiples(d);
	read_conditions(d, false);
	digits_know_dividends(d);
	read_conditions(d, true);
	if (!d->names_sums)
		return;
	/* what is divided may be natural by what was read just now */
	for (uint32_t i = 0; i < d->atoms.n; i++)
		if (d->atoms.at[i].kind == ATOM_SUM && !d->atoms.at[i].natural)
			d->atoms.at[i].natural = digits_nonneg(d, poly_var(d->ps, i));
	for (unsigned i = 0; i < 2; i++)
		d->read[i] = ptrmap_new(d->arena);
	read_conditions(d, true);
}

static void add_divisor(struct digits *d, const struct et *leaf)
{
	const struct poly *poly = digits_read(d, leaf, false);
	if (poly->n == 1 && poly->at[0].mono->degree == 1 && is_shared(d, poly) &&
		!digits_natural(d, poly->at[0].mono) && !divisor_of(d, leaf))
		vec_push(d->arena, &d->divisors, ((struct divisor){ leaf, false }));
}

static void divisor_leaves(struct digits *d, const struct et *et)
{
	if (is_leaf(et)) {
		add_divisor(d, et);
	} else if (et->op == ET_MUL || et->op == ET_SEXT) {
		for (unsigned i = 0; i < et->nargs; i++)
			divisor_leaves(d, et->arg[i]);
	}
}

static void divisor_visit(void *data, const struct et *et)
{
	if (et->op == ET_SDIV || et->op == ET_SREM)
		divisor_leaves(data, et->arg[1]);
}

void digits_find_divisors(struct digits *d)
{
	for (unsigned i = 0; i < 2; i++)
		et_each(et_set_new(d->arena), d->query->offset[i], divisor_visit, d);
}
