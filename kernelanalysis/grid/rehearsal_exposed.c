#include "kernelanalysis/pairs/pair.h"
#include "kernelanalysis/grid/rehearsal.h"

/*
 * Pairs of which one access comes before a round of a barrier, the other behind it, with no other barrier of the grid between,
 * by blocks of which the second leaves it without knowing that the first has come. Only where nothing else
 * in the kernel could tell it so: no strong write outside of such barriers.
 */

static bool may_tell(const struct kernel *kernel)
{
	vec_each(access, &kernel->accesses)
		if (strong_write(*access) && !(*access)->of_rehearsed &&
			(*access)->object->space != SPACE_SHARED)
			return true;
	return false;
}

static bool joins_blocks(const struct sync *sync)
{
	return sync->by_hand || (sync->kind != SYNC_FENCE && sync->extent > EXTENT_BLOCK);
}

static bool comes_first(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return a == b || instruction_dominates(kernel->func, a, b);
}

/* Do the two stand in the same round of the same loops, the second behind the first, and no barrier of the
 * grid between but at the ends. */
static bool are_adjacent(const struct kernel *kernel, LLVMValueRef first, LLVMValueRef second)
{
	const struct block *a = instruction_block(kernel->func, first);
	const struct block *b = instruction_block(kernel->func, second);
	if (a->loop != b->loop || first == second || !comes_first(kernel, first, second))
		return false;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if (joins_blocks(*each) && !comes_first(kernel, at, first) &&
			!comes_first(kernel, second, at))
			return false;
	}
	return true;
}

static const struct et *is_at(struct kernel *kernel, struct et_map *map, const uint64_t *ids,
	const struct exposure *exposure)
{
	struct ets *ets = kernel->ets;
	const struct et *is = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *id = et_map_apply(map, et_sym(ets, kernel->ctaid[i]));
		is = et_and(ets, is, et_binary(ets, ET_EQ, 0, id, et_const(ets, 32, ids[i])));
	}
	const struct loop *loop = instruction_block(kernel->func, exposure->barrier->from)->loop;
	for (; loop; loop = loop->parent) {
		const struct symbol *counter = kernel->env->loops[loop->index].counter;
		const struct et *k = et_map_apply(map, et_sym(ets, counter));
		is = et_and(ets, is, et_binary(ets, ET_EQ, 0, k,
					     et_const(ets, k->width, exposure->rounds[loop->index])));
	}
	return is;
}

const struct et *rehearsal_exposed(
	struct kernel *kernel, const struct pair *pair, struct et_map *launch)
{
	struct ets *ets = kernel->ets;
	const struct et *exposed = et_bool(ets, false);
	if (!pair->interval->doubted || rehearsal_of(kernel, launch) != REHEARSAL_FAILS ||
		!kernel->exposure || may_tell(kernel))
		return exposed;
	const struct exposure *exposure = kernel->exposure;
	const struct grid_barrier *barrier = exposure->barrier;
	const struct instance *sides[2] = { &pair->a, &pair->b };
	for (unsigned i = 0; i < 2; i++) {
		const struct instance *before = sides[i], *behind = sides[1 - i];
		if (!are_adjacent(kernel, before->access->instruction, barrier->from) ||
			!are_adjacent(kernel, barrier->to, behind->access->instruction))
			continue;
		struct et_map *map[2] = {
			renaming_map(kernel, pair->interval, before->state, i + 1),
			renaming_map(kernel, pair->interval, behind->state, 2 - i) };
		exposed = et_or(ets, exposed,
			et_and(ets, is_at(kernel, map[0], exposure->comes, exposure),
				is_at(kernel, map[1], exposure->leaves, exposure)));
	}
	return exposed;
}
