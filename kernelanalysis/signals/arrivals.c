#include "kernelanalysis/signals/arrivals.h"

#include "expr/linear.h"
#include "expr/place.h"

/* How many threads come to an access, at most, by what its guard says of their ids. */

const struct et *threads_let(struct kernel *kernel, const struct object *object, const struct et *guard)
{
	struct ets *ets = kernel->ets;
	const struct et *n = et_const(ets, 32, 1);
	for (unsigned i = 0; i < (is_of_block(kernel, object) ? 3 : 6); i++) {
		const struct et *id = et_sym(ets, i < 3 ? kernel->tid[i] : kernel->ctaid[i - 3]);
		const struct et *all = et_sym(ets, i < 3 ? kernel->ntid[i] : kernel->nctaid[i - 3]);
		n = et_binary(
			ets, ET_MUL, ET_NSW | ET_NUW, n, ids_left(kernel->arena, ets, guard, id, all));
	}
	return n;
}

const struct et *threads_at(struct kernel *kernel, const struct access *access)
{
	return threads_let(kernel, access->object, access->guard);
}

/* The term without casts that keep 32 bits. */
static const struct et *uncast(const struct et *et)
{
	while ((et->op == ET_TRUNC || et->op == ET_SEXT || et->op == ET_ZEXT) &&
		et->width >= 32 && et->arg[0]->width >= 32)
		et = et->arg[0];
	return et;
}

/* Is it one axis' block index and as many times another one's as that axis is long: the two follow from it. */
static bool is_rank(struct kernel *kernel, const struct et *index, unsigned inner, unsigned outer)
{
	struct ets *ets = kernel->ets;
	const struct et *id = et_sym(ets, kernel->ctaid[inner]), *row = et_sym(ets, kernel->ctaid[outer]);
	const struct et *length = et_sym(ets, kernel->nctaid[inner]);
	for (unsigned i = 0; index->op == ET_ADD && i < 2; i++) {
		const struct et *rows = uncast(index->arg[1 - i]);
		if (uncast(index->arg[i]) != id || rows->op != ET_MUL)
			continue;
		const struct et *a = uncast(rows->arg[0]), *b = uncast(rows->arg[1]);
		if ((a == row && b == length) || (b == row && a == length))
			return true;
	}
	return false;
}

/* The one part of an index that is not the same for the whole grid, if the rest is added or it is multiplied by a constant. */
static const struct et *varying_part(const struct et *index)
{
	for (;;) {
		index = uncast(index);
		bool sum = index->op == ET_ADD, product = index->op == ET_MUL || index->op == ET_SHL;
		if (sum && is_of_grid(index->arg[0]))
			index = index->arg[1];
		else if ((sum && is_of_grid(index->arg[1])) ||
			 (product && et_is_const(index->arg[1]) && index->arg[1]->value))
			index = index->arg[0];
		else
			return index;
	}
}

static const struct et *rounded_up(struct ets *ets, const struct et *n, const struct et *by)
{
	const struct et *less = et_binary(ets, ET_SUB, 0, by, et_const(ets, by->width, 1));
	return et_binary(ets, ET_UDIV, 0, et_binary(ets, ET_ADD, ET_NSW | ET_NUW, n, less), by);
}

static const struct et *least(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_ite(ets, et_binary(ets, ET_ULT, 0, a, b), a, b);
}

/* Blocks along an axis that share a place in groups: those that follow each other, or those a number of blocks apart. */
static bool shared_by_groups(struct kernel *kernel, const struct et *part, unsigned axis, struct sharing *sharing)
{
	struct ets *ets = kernel->ets;
	const struct et *n = et_sym(ets, kernel->nctaid[axis]);
	if (part->nargs != 2 || uncast(part->arg[0]) != et_sym(ets, kernel->ctaid[axis]) ||
		!et_is_const(part->arg[1]) || part->width != 32)
		return false;
	uint64_t by = part->arg[1]->value;
	bool mask = part->op == ET_AND && by && !(by & (by + 1)), shift = part->op == ET_LSHR && by < 31;
	by = mask ? by + 1 : shift ? 1ULL << by : by;
	const struct et *size = et_const(ets, 32, by), *id = et_sym(ets, kernel->ctaid[axis]), *rest = NULL;
	if (by && (shift || part->op == ET_UDIV || part->op == ET_SDIV)) {
		const struct et *begun = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, part, size);
		const struct et *blocks = least(ets, size, et_binary(ets, ET_SUB, ET_NSW | ET_NUW, n, begun));
		rest = by > 1 ? et_binary(ets, ET_UREM, 0, id, size) : NULL;
		*sharing = (struct sharing){ 1U << axis, blocks, least(ets, n, size), rounded_up(ets, n, size), part, rest };
		return true;
	}
	if (!by || (!mask && part->op != ET_UREM && part->op != ET_SREM))
		return false;
	const struct et *blocks = rounded_up(ets, et_binary(ets, ET_SUB, ET_NSW | ET_NUW, n, part), size);
	rest = by > 1 ? et_binary(ets, ET_UDIV, 0, id, size) : NULL;
	*sharing = (struct sharing){ 1U << axis, blocks, rounded_up(ets, n, size), least(ets, n, size), part, rest };
	return true;
}

bool sharing_find(struct kernel *kernel, const struct access *access, struct sharing *sharing)
{
	struct ets *ets = kernel->ets;
	place_list places = { 0 };
	int64_t factor, constant;
	if (is_of_block(kernel, access->object) || !address_places(ets, access->address, &places) ||
		places.n != 1)
		return false;
	const struct et *base = places.at[0].base, *offset = places.at[0].offset;
	const struct et *index = et_quotient(ets, offset, access->size), *one = et_const(ets, 32, 1);
	if (base->op != ET_SYM || base->sym->level > LEVEL_GRID)
		return false;
	for (unsigned i = 0; i < 3; i++) {
		const struct et *n = et_sym(ets, kernel->nctaid[i]);
		if (et_linear(offset, et_sym(ets, kernel->ctaid[i]), &factor, &constant) && factor) {
			*sharing = (struct sharing){ 1U << i, one, one, n, et_sym(ets, kernel->ctaid[i]), NULL };
			return true;
		}
		for (unsigned j = 0; index && j < 3; j++)
			if (i != j && is_rank(kernel, uncast(index), i, j)) {
				n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n, et_sym(ets, kernel->nctaid[j]));
				*sharing = (struct sharing){ 1U << i | 1U << j, one, one, n, uncast(index), NULL };
				return true;
			}
		if (index && shared_by_groups(kernel, varying_part(index), i, sharing))
			return true;
	}
	return false;
}

/* So many blocks along the axes that the sharing says, and as many threads along the others as the guard lets through. */
static const struct et *threads_beside(
	struct kernel *kernel, const struct access *access, const struct et *blocks, unsigned axes)
{
	struct ets *ets = kernel->ets;
	const struct et *n = blocks;
	for (unsigned i = 0; i < 6; i++) {
		const struct et *id = et_sym(ets, i < 3 ? kernel->tid[i] : kernel->ctaid[i - 3]);
		const struct et *all = et_sym(ets, i < 3 ? kernel->ntid[i] : kernel->nctaid[i - 3]);
		if (i < 3 || !(axes >> (i - 3) & 1))
			n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n,
				ids_left(kernel->arena, ets, access->guard, id, all));
	}
	return n;
}

const struct et *threads_sharing(struct kernel *kernel, const struct access *access, const struct sharing *sharing)
{
	return threads_beside(kernel, access, sharing->most, sharing->axes);
}

/* How many of the blocks that share the thread's place the guard lets through, by what it says of the number of each among them. */
static const struct et *blocks_left(
	struct kernel *kernel, const struct access *access, const struct sharing *sharing)
{
	return sharing->rest ? ids_left(kernel->arena, kernel->ets, access->guard, sharing->rest, sharing->blocks)
			     : sharing->blocks;
}

const struct et *threads_at_place(struct kernel *kernel, const struct access *access)
{
	struct sharing sharing;
	const struct et *when, *chosen = threads_chosen(kernel, access, &when);
	const struct et *n = sharing_find(kernel, access, &sharing)
				     ? threads_beside(kernel, access, blocks_left(kernel, access, &sharing), sharing.axes)
				     : threads_at(kernel, access);
	return chosen ? et_ite(kernel->ets, when, chosen, n) : n;
}

const struct et *threads_of_block_at(struct kernel *kernel, const struct access *access)
{
	struct ets *ets = kernel->ets;
	const struct et *n = et_const(ets, 32, 1);
	for (unsigned i = 0; i < 3; i++)
		n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n,
			ids_left(kernel->arena, ets, access->guard, et_sym(ets, kernel->tid[i]), et_sym(ets, kernel->ntid[i])));
	return n;
}
