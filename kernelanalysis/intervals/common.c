#include "kernelanalysis/pairs/order.h"

/* Terms whose value the threads of a group have in common. */

/* Does the symbol stand for a function of its arguments, and not for one value of a round of loops. */
static bool is_function(const struct symbol *sym)
{
	return sym->kind == SYM_LOAD || sym->kind == SYM_BASE || sym->kind == SYM_FLOAT;
}

/* The warp's number in its block, where warps are consecutive in x: tid.x / 32. */
static bool is_warp_number(const struct kernel *kernel, const struct et *term)
{
	bool by_shift = term->op == ET_LSHR || term->op == ET_ASHR;
	bool by_division = term->op == ET_UDIV || term->op == ET_SDIV;
	return (by_shift || by_division) && term->arg[0]->op == ET_SYM &&
	       term->arg[0]->sym == kernel->tid[0] && et_is_const(term->arg[1]) &&
	       term->arg[1]->value == (by_shift ? 5 : EXTENT_WARP);
}

struct common {
	enum level group;
	const struct et *shared;
	const struct kernel *kernel; /* NULL: numbers of warps do not count */
	bool flat;
};

static bool is_common(struct common *common, const struct et *term)
{
	if (term == common->shared)
		return true;
	if (common->kernel && is_warp_number(common->kernel, term)) {
		common->flat = true;
		return true;
	}
	if ((term->op == ET_SYM || term->op == ET_APP) &&
		(term->sym->level > common->group || !is_function(term->sym)))
		return term->sym->level <= common->group;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!is_common(common, term->arg[i]))
			return false;
	return true;
}

bool term_is_common_given(const struct et *term, enum level group, const struct et *shared)
{
	return is_common(&(struct common){ group, shared, NULL, false }, term);
}

bool term_is_common_in_warp(
	const struct kernel *kernel, const struct et *term, const struct et *shared, bool *flat)
{
	struct common common = { LEVEL_WARP, shared, kernel, false };
	if (!is_common(&common, term))
		return false;
	*flat |= common.flat;
	return true;
}

bool term_is_common(const struct et *term, enum level group)
{
	return term_is_common_given(term, group, NULL);
}
