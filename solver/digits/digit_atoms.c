#include "solver/digits/digits_internal.h"

/* Atoms: what polynomials take for variables, and what holds for each by arithmetic alone. */

struct shares {
	bool no;
};

static void shares_visit(void *data, const struct et *et)
{
	struct shares *shares = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		shares->no |= et->sym->copy != 0;
}

bool digits_is_shared_term(struct digits *d, const struct et *et)
{
	struct shares shares = { false };
	et_once(d->arena, et, shares_visit, &shares);
	return !shares.no;
}

bool digits_is_shared(const struct digits *d, const struct poly *poly)
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
	       a->scale == b->scale && a->of == b->of && a->place == b->place && a->radix == b->radix &&
	       a->left == b->left && a->right == b->right;
}

/* The variable of an atom; *is_new says that nothing is known of it yet. */
uint32_t digits_atom_var(struct digits *d, const struct atom *atom, bool *is_new)
{
	*is_new = true;
	for (uint32_t i = 0; i < d->atoms.n; i++) {
		if (atom->et || atom->of || atom->left)
			*is_new = !same_atom(&d->atoms.at[i], atom);
		if (!*is_new)
			return i;
	}
	vec_push(d->arena, &d->atoms, *atom);
	return (uint32_t)d->atoms.n - 1;
}

/* Says something about an atom that holds by arithmetic alone. */
void digits_know_always(struct digits *d, const struct poly *poly)
{
	int fact = d->fact;
	d->fact = -1;
	digits_know(d, poly);
	d->fact = fact;
}

static void know_between(struct digits *d, const struct poly *var, int128 lo, int128 hi)
{
	digits_know_always(d, poly_add_const(d->ps, var, -lo));
	digits_know_always(d, poly_sub(d->ps, poly_const(d->ps, hi), var));
}

const struct poly *digits_slack(struct digits *d, int128 lo, int128 hi)
{
	bool is_new;
	struct atom atom = { .kind = ATOM_PLAIN };
	const struct poly *var = poly_var(d->ps, digits_atom_var(d, &atom, &is_new));
	know_between(d, var, lo, hi);
	return var;
}

bool digits_is_leaf(const struct et *et)
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

const struct divisor *digits_divisor_of(const struct digits *d, const struct et *et)
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
	const struct poly *var = poly_var(d->ps, digits_atom_var(d, &atom, &is_new));
	if (is_new) {
		digits_know_always(d, poly_add_const(d->ps, var, -1));
		digits_know_wide(d,
			poly_sub(d->ps,
				poly_const(d->ps, (int128)1 << (divisor->leaf->width - 1)), var));
	}
	return poly_scale(d->ps, var, atom.scale);
}

/* By how much the constant is shifted at most, less than would reach the sign; false: that is not known. */
static bool shifted_most(struct digits *d, const struct et *et, const struct poly *by, int128 *most)
{
	int128 room = et->width - 1;
	if (et->op == ET_SHL)
		for (room = -1; room < et->width - 2 && !(et_signed(et->arg[0]) >> (et->width - 2 - room)); room++)
			;
	if (digits_most(d, by, most) && *most <= room)
		return true;
	*most = room;
	return room >= 0 && digits_nonneg(d, poly_sub(d->ps, poly_const(d->ps, room), by));
}

/* c << e and c >> e of a constant are between those of the least and the greatest e. */
static void know_shift(struct digits *d, const struct poly *var, const struct et *et)
{
	bool left = et->op == ET_SHL;
	int128 most = 0, base = et_signed(et->arg[0]);
	const struct poly *by = digits_read(d, et->arg[1], false);
	if (base > 0 && left && et->flags & (ET_NUW | ET_NSW))
		digits_know_always(d, poly_add_const(d->ps, var, -base));
	if (base <= 0 || !digits_nonneg(d, by) || !shifted_most(d, et, by, &most))
		return;
	know_between(d, var, left ? base : base >> most, left ? base << most : base);
}

static bool shifts_constant(const struct et *et)
{
	return (et->op == ET_SHL || et->op == ET_LSHR || et->op == ET_ASHR) &&
	       et_is_const(et->arg[0]) && !et_is_const(et->arg[1]);
}

/* Is it (-1) the lesser or (1) the greater of what it chooses between; 0: neither. */
static int chosen_end(const struct et *et, bool is_unsigned)
{
	const struct et *when = et->arg[0];
	bool compares = is_unsigned ? when->op == ET_ULT || when->op == ET_ULE
				    : when->op == ET_SLT || when->op == ET_SLE;
	if (compares && when->arg[0] == et->arg[1] && when->arg[1] == et->arg[2])
		return -1;
	return compares && when->arg[0] == et->arg[2] && when->arg[1] == et->arg[1] ? 1 : 0;
}

/* A choice lies between the ends of both; the lesser of two is at most either, the greater at least. */
static void know_choice(
	struct digits *d, const struct poly *var, const struct et *et, bool is_unsigned)
{
	int128 least[2], most[2];
	if (digits_chooses_divided(d, et))
		return;
	int end = chosen_end(et, is_unsigned);
	bool above[2] = { false }, below[2] = { false };
	for (unsigned i = 0; i < 2; i++) {
		const struct poly *part = digits_read(d, et->arg[1 + i], is_unsigned);
		above[i] = part && digits_least(d, part, &least[i]);
		below[i] = part && digits_most(d, part, &most[i]);
		if (part && end)
			digits_know_always(d, end < 0 ? poly_sub(d->ps, part, var)
						      : poly_sub(d->ps, var, part));
		if (end < 0 && below[i])
			digits_know_always(d, poly_sub(d->ps, poly_const(d->ps, most[i]), var));
		if (end > 0 && above[i])
			digits_know_always(d, poly_add_const(d->ps, var, -least[i]));
	}
	if (above[0] && above[1])
		digits_know_always(d,
			poly_add_const(d->ps, var, -(least[0] < least[1] ? least[0] : least[1])));
	if (below[0] && below[1])
		digits_know_always(d, poly_sub(d->ps,
			poly_const(d->ps, most[0] > most[1] ? most[0] : most[1]), var));
}

/* The lesser of two that is less than one of them is the other; so is the greater. Later readings take that one for it. */
static bool take_side(struct digits *d, const struct poly *var, const struct et *et, bool is_unsigned)
{
	int end = chosen_end(et, is_unsigned);
	for (unsigned i = 0; end && i < 2; i++) {
		const struct poly *side = digits_read(d, et->arg[1 + i], is_unsigned);
		if (!side || !(end < 0 ? digits_less(d, var, side) : digits_less(d, side, var)))
			continue;
		ptrmap_set(d->taken, et, (void *)(uintptr_t)et->arg[2 - i]);
		return true;
	}
	return false;
}

bool digits_know_operands(struct digits *d)
{
	bool taken = false;
	for (uint32_t i = 0, n = (uint32_t)d->atoms.n; i < n; i++) {
		const struct atom atom = d->atoms.at[i];
		if (atom.kind != ATOM_PLAIN || !atom.et || atom.scale != 1)
			continue;
		if (shifts_constant(atom.et))
			know_shift(d, poly_var(d->ps, i), atom.et);
		if (atom.et->op != ET_ITE)
			continue;
		know_choice(d, poly_var(d->ps, i), atom.et, atom.is_unsigned);
		taken |= take_side(d, poly_var(d->ps, i), atom.et, atom.is_unsigned);
	}
	return taken;
}

const struct poly *digits_plain(struct digits *d, const struct et *et, bool is_unsigned)
{
	const struct divisor *divisor = digits_divisor_of(d, et);
	bool bounded = digits_is_leaf(et) && et->sym->bounded, is_new;
	bool natural = bounded && et->sym->lo >= 0;
	if (divisor && !(divisor->negative && is_unsigned))
		return signed_divisor(d, divisor);
	if (natural || reads_natural(d, et))
		is_unsigned = false;
	else if (!is_unsigned)
		is_unsigned = reads_small(d, et);
	struct atom atom = { .kind = ATOM_PLAIN, .et = et, .is_unsigned = is_unsigned,
		.scale = scale_of(d, et), .natural = natural || is_unsigned,
		.shared = digits_is_shared_term(d, et) };
	const struct poly *var = poly_var(d->ps, digits_atom_var(d, &atom, &is_new));
	var = poly_scale(d->ps, var, atom.scale);
	int128 half = (int128)1 << (et->width - 1);
	if (is_new && bounded)
		know_between(d, var, et->sym->lo, et->sym->hi);
	if (!is_new || bounded)
		return var;
	if (et->width < 32)
		know_between(d, var, is_unsigned ? 0 : -half, is_unsigned ? 2 * half - 1 : half - 1);
	digits_know_wide(d, poly_add_const(d->ps, var, is_unsigned ? 0 : half));
	const struct poly *most = poly_const(d->ps, is_unsigned ? 2 * half - 1 : half - 1);
	digits_know_wide(d, poly_sub(d->ps, most, var));
	if (shifts_constant(et))
		know_shift(d, var, et);
	if (et->op == ET_ITE && atom.scale == 1)
		know_choice(d, var, et, is_unsigned);
	return var;
}
