#include "solver/digits/digits_internal.h"

/*
 * Ranges that are shared out among threads: [r * p / n, r * (p + 1) / n) for the thread p of n. The
 * quotients follow their dividends: a <= b gives a / n <= b / n, and a / n < b / n gives a < b.
 * So the shares of two threads are one behind the other, whichever thread comes first.
 */
#define QUOTIENTS_MAX 12

static bool is_quotient(const struct et *et)
{
	return et->op == ET_SDIV && et_is_const(et->arg[1]) && et_signed(et->arg[1]) > 0;
}

/* The quotient that a sum is not less than; NULL: there is none. */
static const struct et *quotient_below(struct digits *d, const struct et *et)
{
	if (is_quotient(et))
		return et;
	if (et->op != ET_ADD || !(et->flags & ET_NSW))
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		if (is_quotient(et->arg[i]) &&
			digits_nonneg(d, digits_read(d, et->arg[!i], false)))
			return et->arg[i];
	return NULL;
}

static void know_dividends(struct digits *d, const struct et *et)
{
	if (et->op == ET_AND && et->width == 1) {
		know_dividends(d, et->arg[0]);
		know_dividends(d, et->arg[1]);
		return;
	}
	if (et->op != ET_SLT || !is_quotient(et->arg[1]))
		return;
	const struct et *high = et->arg[1], *low = quotient_below(d, et->arg[0]);
	if (!low || low->arg[1] != high->arg[1])
		return;
	const struct poly *room = poly_sub(d->ps, digits_read(d, high->arg[0], false),
		digits_read(d, low->arg[0], false));
	digits_know(d, poly_add_const(d->ps, room, -1));
}

void digits_know_dividends(struct digits *d)
{
	const struct query *query = d->query;
	for (size_t i = 0; i < query->conditions.n; i++)
		know_dividends(d, query->conditions.at[i]);
}

bool digits_shares_out(const struct digits *d)
{
	unsigned n = 0;
	vec_each(atom, &d->atoms)
		n += atom->kind == ATOM_QUOTIENT && poly_is_const(atom->place) && !atom->shared;
	return n > 1 && n <= QUOTIENTS_MAX;
}

static bool is_id(const struct et *et)
{
	return et->op == ET_SYM && et->sym->kind == SYM_ID && et->sym->copy;
}

bool digits_differ(const struct et *condition, const struct et *ids[2])
{
	if (condition->op != ET_XOR || condition->width != 1 || condition->arg[0]->op != ET_EQ)
		return false;
	const struct et *same = condition->arg[0];
	ids[0] = same->arg[0];
	ids[1] = same->arg[1];
	return is_id(ids[0]) && is_id(ids[1]) && ids[0]->sym->original == ids[1]->sym->original;
}

/* Quotients by one constant, whose dividends are in a known order. */
static void know_quotients(struct digits *d)
{
	size_t n = d->atoms.n;
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < n; k++) {
			const struct atom low = d->atoms.at[i], high = d->atoms.at[k];
			if (i == k || low.kind != ATOM_QUOTIENT || high.kind != ATOM_QUOTIENT ||
				low.place != high.place || !poly_is_const(low.place) ||
				!digits_nonneg(d, poly_sub(d->ps, high.of, low.of)))
				continue;
			digits_know(d, poly_sub(d->ps, poly_var(d->ps, k), poly_var(d->ps, i)));
		}
	}
}

void digits_know_order(struct digits *d, const struct et *less, const struct et *more)
{
	const struct poly *room =
		poly_sub(d->ps, digits_read(d, more, true), digits_read(d, less, true));
	digits_know(d, poly_add_const(d->ps, room, -1));
	know_quotients(d);
}
