#include "solver/check_pair.h"

/* That it is this pointer is not followed: a race that rests on it is none that is known. */
static const struct et *not_followed(struct check *check, struct loc loc, const char *what)
{
	struct symbol *sym = symbol_new(check->kernel->ets, SYM_HAVOC, LEVEL_GRID, 1, what);
	sym->loc = loc;
	return et_sym(check->kernel->ets, sym);
}

static const struct et *found_in_local(struct check *check, const struct symbol *base)
{
	return not_followed(check, base->loc, "a pointer kept in local memory");
}

/* The place in an object that begins anywhere. */
static void lose_offset(struct check *check, struct place *place)
{
	struct symbol *sym = symbol_new(check->kernel->ets, SYM_HAVOC, LEVEL_GRID, 64,
		"the place that a pointer is chosen for");
	place->offset = et_sym(check->kernel->ets, sym);
}

bool chosen_base(struct check *check, const struct pair *pair, struct place *a, struct place *b,
	const struct et **condition)
{
	struct ets *ets = check->kernel->ets;
	const struct access *const of[] = { pair->a.access, pair->b.access };
	const struct symbol *const base[] = { a->base->sym, b->base->sym };
	const struct et *same = NULL;
	if (a->base == b->base)
		return false;
	enum chosen_meeting meeting = chosen_bases_meet(check->kernel, of, base);
	if (meeting == CHOSEN_APART)
		return false;
	*condition = not_followed(check, access_loc(check->kernel, of[0]), "which memory a pointer is chosen for");
	if (meeting == CHOSEN_ANYWHERE)
		lose_offset(check, a);
	else if (same_base(check, a, b, &same))
		*condition = et_or(ets, same, *condition);
	return true;
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
	if (launch_entries_alike(check->launch, a->base))
		*condition = et_or(ets, *condition,
			not_followed(check, check->launch->host->loc, "which pointers the host puts into a table"));
	return true;
}
