#include "kernelanalysis/draws/drawing.h"

/*
 * How many threads come to an access behind a guard for their number in the grid: of
 *     i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
 * no more than n, where every thread has a number of its own.
 */

static bool is_id(const struct et *term, const struct symbol *id)
{
	return term->op == ET_SYM && term->sym == id;
}

/* The size of a block that the product of a block's number is made with; NULL: it is no such product. */
static const struct et *block_size_in(const struct kernel *kernel, const struct et *term)
{
	if (term->op != ET_MUL)
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		if (is_id(term->arg[i], kernel->ctaid[0]))
			return term->arg[!i];
	return NULL;
}

/* Condition for the term to be a number that each thread of the grid has for itself; false: it is none. */
static const struct et *is_own_number(struct kernel *kernel, const struct et *term)
{
	struct ets *ets = kernel->ets;
	const struct et *one = et_const(ets, 32, 1), *size = NULL;
	if (term->op != ET_ADD || term->width != 32)
		return et_bool(ets, false);
	for (unsigned i = 0; i < 2 && !size; i++)
		if (is_id(term->arg[i], kernel->tid[0]))
			size = block_size_in(kernel, term->arg[!i]);
	if (!size || !(et_is_const(size) || is_id(size, kernel->ntid[0])))
		return et_bool(ets, false);
	const struct et *own = et_binary(ets, ET_ULE, 0, et_sym(ets, kernel->ntid[0]), size);
	for (unsigned i = 1; i < 3; i++) {
		own = et_and(ets, own, et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ntid[i]), one));
		own = et_and(ets, own, et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->nctaid[i]), one));
	}
	return own;
}

/* The number that such a term is below, by one part of a guard; NULL: it is none. */
static const struct et *bound_in(struct kernel *kernel, const struct et *guard, const struct et **own)
{
	if (guard->op == ET_AND && guard->width == 1) {
		const struct et *bound = bound_in(kernel, guard->arg[0], own);
		return bound ? bound : bound_in(kernel, guard->arg[1], own);
	}
	if ((guard->op != ET_SLT && guard->op != ET_ULT) || !term_is_common(guard->arg[1], LEVEL_GRID))
		return NULL;
	*own = is_own_number(kernel, guard->arg[0]);
	return et_is_false(*own) ? NULL : guard->arg[1];
}

const struct et *threads_below_guard(struct kernel *kernel, const struct et *guard, const struct et **own)
{
	*own = et_bool(kernel->ets, false);
	return bound_in(kernel, guard, own);
}

const struct et *threads_below(struct kernel *kernel, const struct access *access, const struct et **own)
{
	*own = et_bool(kernel->ets, false);
	return access->block->loop ? NULL : threads_below_guard(kernel, access->guard, own);
}
