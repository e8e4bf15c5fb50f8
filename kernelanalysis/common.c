#include "kernelanalysis/order.h"

/* Terms whose value the threads of a group have in common. */

/* Does the symbol stand for a function of its arguments, and not for one value of a round of loops. */
static bool is_function(const struct symbol *sym)
{
	return sym->kind == SYM_LOAD || sym->kind == SYM_BASE || sym->kind == SYM_FLOAT;
}

bool term_is_common_given(const struct et *term, enum level group, const struct et *shared)
{
	if (term == shared)
		return true;
	if ((term->op == ET_SYM || term->op == ET_APP) &&
		(term->sym->level > group || !is_function(term->sym)))
		return term->sym->level <= group;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!term_is_common_given(term->arg[i], group, shared))
			return false;
	return true;
}

bool term_is_common(const struct et *term, enum level group)
{
	return term_is_common_given(term, group, NULL);
}
