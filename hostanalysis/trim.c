#include "hostanalysis/pass.h"

#include "base/ptrmap.h"

/*
 * Conditions of many parts come from code that parses, searches and prints on
 * the way to a launch. They are replaced by unknown bits, the same for the
 * same condition, so that what depends on them stays readable and cheap. This
 * only loses information.
 */

enum { MOST_PARTS = 48 };

static void count(struct et_set *seen, const struct et *et, unsigned *n)
{
	if (*n > MOST_PARTS || !et_set_add(seen, et))
		return;
	++*n;
	if (et->op != ET_APP)
		for (unsigned i = 0; i < et->nargs; i++)
			count(seen, et->arg[i], n);
}

static bool too_large(struct root *root, const struct et *et)
{
	unsigned n = 0;
	count(et_set_new(root->pass->arena), et, &n);
	return n > MOST_PARTS;
}

static const struct et *unknown_bit(struct root *root)
{
	return et_sym(root->pass->ets,
		symbol_new(root->pass->ets, SYM_HAVOC, LEVEL_GRID, 1, "condition"));
}

static const struct et *trimmed(struct root *root, const struct et *et)
{
	if (et->op == ET_SYM || et->op == ET_APP)
		base_own(root->pass, et);
	if (et->op == ET_SYM || et->op == ET_APP || !et->nargs)
		return et;
	const struct et *known = ptrmap_get(root->trimmed, et);
	if (known)
		return known;
	const struct et *result = et;
	if (et->width == 1 && too_large(root, et)) {
		result = unknown_bit(root);
	} else {
		const struct et *args[3];
		bool changed = false;
		assert(et->nargs <= 3);
		for (unsigned i = 0; i < et->nargs; i++) {
			args[i] = trimmed(root, et->arg[i]);
			changed |= args[i] != et->arg[i];
		}
		if (changed)
			result = et_rebuild(root->pass->ets, et, args);
	}
	ptrmap_set(root->trimmed, et, result);
	return result;
}

const struct et *host_term(struct root *root, LLVMValueRef value)
{
	return trimmed(root, value_et(root->env, value));
}

const struct et *host_condition(struct root *root, const struct et *cond)
{
	return too_large(root, cond) ? et_bool(root->pass->ets, true) : trimmed(root, cond);
}
