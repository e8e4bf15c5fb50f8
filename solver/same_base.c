#include "solver/check_pair.h"

/* That it is this pointer is not followed: a race that rests on it is none that is known. */
static const struct et *found_in_local(struct check *check, const struct symbol *base)
{
	struct symbol *sym = symbol_new(check->kernel->ets, SYM_HAVOC, LEVEL_GRID, 1,
		"a pointer kept in local memory");
	sym->loc = base->loc;
	return et_sym(check->kernel->ets, sym);
}

bool same_base(struct check *check, const struct place *a, const struct place *b,
	const struct et **condition)
{
	struct ets *ets = check->kernel->ets;
	*condition = et_bool(ets, true);
	if (a->base == b->base)
		return true;
	const struct symbol *x = a->base->sym, *y = b->base->sym;
	if ((x->original ? x->original : x) != (y->original ? y->original : y) ||
		symbol_is_fresh(check->kernel, x))
		return false;
	if (x != y || a->base->op != ET_APP) {
		*condition = et_binary(ets, ET_EQ, 0, a->base, b->base);
		if (symbol_is_kept(check->kernel, x))
			*condition = et_and(ets, *condition, found_in_local(check, x));
		return true;
	}
	check->result->assumptions |= ASSUME_NO_ALIAS;
	for (unsigned i = 0; i < a->base->nargs; i++)
		*condition = et_and(ets, *condition,
			et_binary(ets, ET_EQ, 0, a->base->arg[i], b->base->arg[i]));
	return true;
}
