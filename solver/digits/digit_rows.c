#include "solver/digits/digits_internal.h"

#include <string.h>

/*
 * Packed triangles, whose row i begins at a square of i: i * (i + 1) / 2 + j. An equation with the square of one number of each thread is
 * refuted where either is the greater one, by bounds; then both are the same row, and the equation is one between places in that row.
 * A row's number is one variable wherever it stands, and half of what is always even is exact.
 */
#define EVEN_VARS_MAX 6

struct rows {
	const struct poly *equation;
	uint32_t var[2];
};

static bool is_own(const struct atom *atom)
{
	return !atom->shared || (atom->et && atom->et->op == ET_SYM && atom->et->sym->kind == SYM_ID);
}

/* What of a polynomial the threads have of their own, and by their block. */
static const struct poly *own_part(struct digits *d, const struct poly *poly)
{
	const struct poly *own = poly_const(d->ps, 0);
	for (uint32_t i = 0; poly && i < poly->n; i++) {
		bool is_one = false;
		for (uint32_t k = 0; k < poly->at[i].mono->degree; k++)
			is_one |= is_own(&d->atoms.at[poly->at[i].mono->var[k]]);
		if (is_one)
			own = poly_add(d->ps, own, poly_mono(d->ps, poly->at[i].mono, poly->at[i].coef));
	}
	return poly ? own : NULL;
}

static bool is_row(const struct digits *d, const struct poly *own)
{
	vec_each(row, &d->rows)
		if (*row == own)
			return true;
	return false;
}

const struct poly *digits_under_row(struct digits *d, const struct poly *poly)
{
	const struct poly *own = d->rows.n ? own_part(d, poly) : NULL;
	for (int sign = 1; own && own->n > 1 && sign >= -1; sign -= 2) {
		const struct poly *row = poly_scale(d->ps, own, sign);
		if (is_row(d, row))
			return poly_add_multiple(d->ps, poly_sub(d->ps, poly, own), digits_named_sum(d, row), sign);
	}
	return poly;
}

void digits_name_rows(struct digits *d)
{
	poly_vec rows = { 0 };
	vec_each(term, &d->row_terms) {
		const struct poly *own = own_part(d, digits_read(d, *term, false));
		if (!own || own->n < 2)
			continue;
		own = own->at[0].coef < 0 ? poly_scale(d->ps, own, -1) : own;
		if (own)
			vec_push(d->arena, &rows, own);
	}
	if (!rows.n)
		return;
	d->rows = rows;
	for (unsigned i = 0; i < 2; i++)
		d->read[i] = ptrmap_new(d->arena);
	digits_read_conditions(d);
}

/* Is it even for all values of its variables: only whether these are odd matters. */
static bool is_even(const struct poly *poly)
{
	uint32_t vars[EVEN_VARS_MAX], n = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		for (uint32_t k = 0; k < poly->at[i].mono->degree; k++) {
			uint32_t at = 0, var = poly->at[i].mono->var[k];
			while (at < n && vars[at] != var)
				at++;
			if (at == EVEN_VARS_MAX)
				return false;
			vars[at] = var;
			n += at == n;
		}
	}
	for (unsigned odd = 0; odd < 1u << n; odd++) {
		bool sum = false;
		for (uint32_t i = 0; i < poly->n; i++) {
			bool product = poly->at[i].coef & 1;
			for (uint32_t at = 0; at < n; at++)
				product &= (odd >> at & 1) || !mono_has(poly->at[i].mono, vars[at]);
			sum ^= product;
		}
		if (sum)
			return false;
	}
	return true;
}

/* Twice the equation, or more, without halves that are exact. */
static const struct poly *without_halves(struct digits *d, const struct poly *equation)
{
	for (uint32_t var = 0; equation && var < d->atoms.n; var++) {
		struct atom atom = d->atoms.at[var];
		const struct poly *by, *rest;
		bool half = atom.kind == ATOM_QUOTIENT && poly_is_const(atom.place) && poly_constant(atom.place) == 2;
		if (!half || !is_even(atom.of))
			continue;
		poly_split(d->ps, equation, mono_var(d->ps, var), &by, &rest);
		bool linear = by && by->n;
		for (uint32_t i = 0; linear && i < by->n; i++)
			linear = !mono_has(by->at[i].mono, var);
		if (linear)
			equation = poly_add_multiple(d->ps, poly_mul(d->ps, atom.of, by), rest, 2);
	}
	int128 content = equation ? poly_content(equation) : 1;
	if (content > 1 && poly_constant(equation) % content == 0)
		poly_split_const(d->ps, equation, content, &equation, &(const struct poly *){ NULL });
	return equation;
}

/* The two variables of threads that it has squares of; false: they are not two. */
static bool squares_of(const struct digits *d, const struct poly *equation, uint32_t var[2])
{
	unsigned n = 0;
	for (uint32_t i = 0; i < equation->n; i++) {
		const struct mono *mono = equation->at[i].mono;
		for (uint32_t k = 0; k + 1 < mono->degree; k++) {
			bool square = mono->var[k] == mono->var[k + 1] && !d->atoms.at[mono->var[k]].shared;
			bool seen = square && ((n > 0 && var[0] == mono->var[k]) || (n > 1 && var[1] == mono->var[k]));
			if (!square || seen)
				continue;
			if (n == 2)
				return false;
			var[n++] = mono->var[k];
		}
	}
	return n == 2;
}

static bool find_rows(struct digits *d, struct rows *rows)
{
	vec_each(equation, &d->equal) {
		rows->equation = without_halves(d, *equation);
		if (rows->equation && squares_of(d, rows->equation, rows->var))
			return true;
	}
	return false;
}

/* The polynomial with another one in the place of a variable. */
static const struct poly *put(struct digits *d, const struct poly *poly, uint32_t var, const struct poly *by)
{
	const struct poly *some, *rest;
	if (!poly)
		return NULL;
	poly_split(d->ps, poly, mono_var(d->ps, var), &some, &rest);
	if (!some || !some->n)
		return some ? poly : NULL;
	return poly_add(d->ps, rest, poly_mul(d->ps, by, put(d, some, var, by)));
}

/* Says of the greater row what is known of it as the lesser one, 1 and a natural number. */
static const struct poly *know_greater(struct digits *d, uint32_t less, uint32_t more)
{
	bool is_new;
	struct atom atom = { .kind = ATOM_PLAIN, .natural = true };
	const struct poly *beyond = poly_var(d->ps, digits_atom_var(d, &atom, &is_new));
	const struct poly *greater = poly_add_const(d->ps, poly_add(d->ps, poly_var(d->ps, less), beyond), 1);
	for (size_t i = 0, n = d->known.n; i < n; i++) {
		struct at_least known = d->known.at[i];
		const struct poly *same = known.wide ? known.poly : put(d, known.poly, more, greater);
		d->fact = known.fact;
		if (same != known.poly)
			digits_know(d, same);
	}
	d->fact = -1;
	digits_know(d, beyond);
	return greater;
}

static bool speaks_of(const struct poly *poly, uint32_t var)
{
	for (uint32_t i = 0; i < poly->n; i++)
		if (mono_has(poly->at[i].mono, var))
			return true;
	return false;
}

/* Leaves aside what speaks of other variables than the polynomial or leaves that both threads share, and what is known twice. */
static void look_aside(struct digits *d, const struct poly *poly)
{
	for (size_t i = 0; i < d->known.n; i++) {
		struct at_least *known = &d->known.at[i];
		for (size_t k = 0; k < i && !known->wide; k++)
			known->wide = d->known.at[k].poly == known->poly && !d->known.at[k].wide;
		for (uint32_t var = 0; var < d->atoms.n && !known->wide; var++) {
			bool leaf = d->atoms.at[var].kind == ATOM_PLAIN && d->atoms.at[var].shared;
			known->wide = !leaf && speaks_of(known->poly, var) && !speaks_of(poly, var);
		}
	}
}

static bool refute_order(struct digits *d, const struct rows *rows, unsigned less)
{
	const struct poly *greater = know_greater(d, rows->var[less], rows->var[!less]);
	const struct poly *equation = put(d, rows->equation, rows->var[!less], greater);
	if (equation)
		look_aside(d, equation);
	return equation && (digits_at_least(d, equation, 1) || digits_at_least(d, poly_scale(d->ps, equation, -1), 1));
}

static void derive_same(struct digits *d, const struct rows *rows)
{
	const struct atom first = d->atoms.at[rows->var[0]], second = d->atoms.at[rows->var[1]];
	digits_derive(d, poly_sub(d->ps, poly_var(d->ps, rows->var[0]), poly_var(d->ps, rows->var[1])), SPLIT_DEPTH);
	if (first.kind == ATOM_SUM && second.kind == ATOM_SUM)
		digits_derive(d, poly_sub(d->ps, first.of, second.of), SPLIT_DEPTH);
	digits_derive(d, put(d, rows->equation, rows->var[1], poly_var(d->ps, rows->var[0])), SPLIT_DEPTH);
}

/* Finds the equation in an attempt begun anew. All are read alike; `shown` is how the first one reads, NULL in that one. */
static bool find_again(struct digits *d, struct rows *rows, const char **shown)
{
	if (!find_rows(d, rows))
		return false;
	const char *now = poly_show(d->arena, rows->equation);
	*shown = *shown ? *shown : now;
	return !strcmp(*shown, now);
}

static bool refute_rows(struct digits *d, struct arena *scratch, const struct query *query)
{
	const char *shown = NULL;
	for (unsigned turn = 0; turn < 3; turn++) {
		struct rows rows;
		digits_start(d, scratch, query, d->used);
		if (digits_refute(d))
			return true;
		if (!find_again(d, &rows, &shown))
			return false;
		if (turn == 2)
			derive_same(d, &rows);
		else if (!refute_order(d, &rows, turn))
			return false;
	}
	return digits_conclude(d);
}

bool digits_refute_rows(struct digits *d, struct arena *scratch, const struct query *query)
{
	if (!d->row_terms.n)
		return false;
	d->skips_parts = d->splits = d->spells = d->names_sums = d->ties_powers = false;
	d->names_rows = true;
	bool refuted = refute_rows(d, scratch, query);
	d->names_rows = false;
	return refuted;
}
