#include "kernelanalysis/signals/arrivals.h"

#include <stdlib.h>

#include "expr/place.h"

/*
 * How many blocks share one place of an access, where that follows from block indices in any way,
 * as the counter of a row of tiles does from a tile's number: tried for all blocks of a launch of
 * known size.
 */

enum { MOST_BLOCKS = 4096 };

struct block_ids {
	uint64_t id[3];
};

static bool id_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct block_ids *block = data;
	(void)args;
	if (leaf->op != ET_SYM || leaf->sym->builtin != BUILTIN_CTAID)
		return false;
	*value = block->id[leaf->sym->axis];
	return true;
}

/* May the block come to the access: no part of the guard that its indices decide is false. */
static bool may_come(struct arena *arena, const struct et *guard, struct block_ids *block)
{
	uint64_t holds;
	if (guard->op == ET_AND && guard->width == 1)
		return may_come(arena, guard->arg[0], block) &&
		       may_come(arena, guard->arg[1], block);
	return !et_eval(arena, guard, id_value, block, &holds) || holds;
}

/* How often the commonest of the numbers occurs, which are put in order. */
static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static uint64_t commonest(uint64_t *values, size_t n)
{
	uint64_t most = 0, run = 0;
	qsort(values, n, sizeof(*values), by_size);
	for (size_t i = 0; i < n; i++) {
		run = i && values[i] == values[i - 1] ? run + 1 : 1;
		most = run > most ? run : most;
	}
	return most;
}

/* The numbers of blocks along the axes, all of them known and not too many. */
static bool grid_of(struct kernel *kernel, struct et_map *launch, uint64_t n[3])
{
	uint64_t all = 1;
	for (unsigned i = 0; i < 3; i++) {
		const struct et *axis =
			et_map_apply(launch, et_sym(kernel->ets, kernel->nctaid[i]));
		if (!et_is_const(axis) || !axis->value || axis->value > MOST_BLOCKS)
			return false;
		n[i] = axis->value;
		all *= n[i];
	}
	return all <= MOST_BLOCKS;
}

static uint64_t tried(struct kernel *kernel, struct et_map *launch, const struct access *access)
{
	struct arena *arena = kernel->arena;
	uint64_t n[3];
	place_list places = { 0 };
	if (is_of_block(kernel, access->object) ||
		!address_places(kernel->ets, access->address, &places) || places.n != 1 ||
		places.at[0].base->op != ET_SYM || places.at[0].base->sym->level > LEVEL_GRID ||
		!grid_of(kernel, launch, n))
		return 0;
	const struct et *offset = et_map_apply(launch, places.at[0].offset),
			*guard = et_map_apply(launch, access->guard);
	uint64_t all = n[0] * n[1] * n[2], *at = arena_alloc(arena, all * sizeof(*at));
	size_t come = 0;
	for (uint64_t b = 0; b < all; b++) {
		struct block_ids block = { { b % n[0], b / n[0] % n[1], b / n[0] / n[1] } };
		if (!may_come(arena, guard, &block))
			continue;
		if (!et_eval(arena, offset, id_value, &block, &at[come++]))
			return 0;
	}
	return commonest(at, come);
}

uint64_t blocks_sharing(struct kernel *kernel, struct et_map *launch, const struct access *access)
{
	if (!launch)
		return 0;
	vec_each(known, &kernel->tried_blocks)
		if (known->launch == launch && known->access == access)
			return known->blocks;
	struct tried_blocks made = { launch, access, tried(kernel, launch, access) };
	vec_push(kernel->arena, &kernel->tried_blocks, made);
	return made.blocks;
}
