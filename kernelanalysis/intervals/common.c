#include <stdlib.h>

#include "expr/linear.h"
#include "expr/place.h"
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
	const struct block *round; /* they are in the same round of all loops around it; NULL: of none */
};

static bool is_common(struct common *common, const struct et *term)
{
	if (term == common->shared)
		return true;
	if (common->kernel && is_warp_number(common->kernel, term)) {
		common->flat = true;
		return true;
	}
	if (common->round && term->op == ET_SYM && term->sym->kind == SYM_LOOP)
		return loop_contains(term->sym->origin, common->round);
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
	return is_common(&(struct common){ group, shared, NULL, false, NULL }, term);
}

bool term_is_common_in_warp(
	const struct kernel *kernel, const struct et *term, const struct et *shared, bool *flat)
{
	struct common common = { LEVEL_WARP, shared, kernel, false, NULL };
	if (!is_common(&common, term))
		return false;
	*flat |= common.flat;
	return true;
}

bool term_is_common_in_round(const struct kernel *kernel, const struct et *term, const struct block *block)
{
	return is_common(&(struct common){ LEVEL_WARP, NULL, kernel, false, block }, term);
}

bool is_warp_place(struct kernel *kernel, const struct et *address, unsigned size)
{
	struct ets *ets = kernel->ets;
	place_list places = { 0 };
	int64_t factor, constant;
	const struct et *x = et_sym(ets, kernel->tid[0]);
	const struct et *shifted = et_binary(ets, ET_LSHR, 0, x, et_const(ets, x->width, 5));
	const struct et *divided = et_binary(ets, ET_UDIV, 0, x, et_const(ets, x->width, EXTENT_WARP));
	if (!address_places(ets, address, &places) || places.n != 1)
		return false;
	const struct et *base = places.at[0].base, *offset = places.at[0].offset;
	return base->op == ET_SYM && base->sym->level <= LEVEL_BLOCK &&
	       ((et_linear(offset, shifted, &factor, &constant) && llabs(factor) >= size) ||
		       (et_linear(offset, divided, &factor, &constant) && llabs(factor) >= size));
}

const struct et *block_is_row(struct kernel *kernel)
{
	struct ets *ets = kernel->ets;
	const struct et *row = et_bool(ets, true), *one = et_const(ets, 32, 1);
	for (unsigned i = 1; i < 3; i++)
		row = et_and(ets, row, et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ntid[i]), one));
	return row;
}

bool term_is_common(const struct et *term, enum level group)
{
	return term_is_common_given(term, group, NULL);
}
