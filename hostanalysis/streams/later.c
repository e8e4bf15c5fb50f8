#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/ptrmap.h"

/* Terms of what comes after a first launch, told by the counters of that: in the same round of a
 * loop around it, or a later one. */

/* The counter of a loop around the first launch alone: what it was in the end. */
static const struct et *final_counter(
	const struct later *later, struct ets *ets, const struct symbol *counter)
{
	struct symbol *final = ptrmap_get(later->finals, counter);
	if (!final) {
		final = symbol_new(
			ets, counter->kind, counter->level, counter->width, counter->name);
		final->loc = counter->loc;
		ptrmap_set(later->finals, counter, final);
	}
	return et_sym(ets, final);
}

/* A later round of the loop that was gone round, the first ones of those entered on the way. */
static const struct et *later_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct later *later = data;
	const struct loop *loop = leaf->sym->origin, *round = later->round;
	if (leaf->sym->kind != SYM_LOOP || leaf->op != ET_SYM || !loop)
		return NULL;
	bool around_first = loop_contains(loop, later->here);
	if (!loop_contains(loop, later->there))
		return around_first ? final_counter(later, ets, leaf->sym) : NULL;
	if (loop == round)
		return et_binary(
			ets, ET_ADD, ET_NSW, leaf, et_const(ets, leaf->width, later->times));
	if (around_first && (!round || loop_encloses(loop, round)))
		return NULL;
	return later->any_round ? NULL : et_const(ets, leaf->width, 0);
}

struct et_map *later_map(struct ets *ets, const struct later *later)
{
	return et_map_new(ets, later_leaf, (void *)later);
}

void launch_map(struct arena *arena, struct et_map *map, struct host_launch *launch)
{
	struct host_launch old = *launch;
	launch->stream = et_map_apply(map, old.stream);
	launch->shared = et_map_apply(map, old.shared);
	for (unsigned i = 0; i < 3; i++) {
		launch->grid[i] = et_map_apply(map, old.grid[i]);
		launch->block[i] = et_map_apply(map, old.block[i]);
	}
	memset(&launch->args, 0, sizeof(launch->args));
	memset(&launch->facts, 0, sizeof(launch->facts));
	vec_each(arg, &old.args) {
		struct host_arg mapped = { .size = arg->size };
		vec_each(piece, &arg->pieces) {
			struct host_piece one = *piece;
			one.value = et_map_apply(map, piece->value);
			vec_push(arena, &mapped.pieces, one);
		}
		vec_push(arena, &launch->args, mapped);
	}
	vec_each(fact, &old.facts) {
		struct fact mapped = *fact;
		mapped.cond = et_map_apply(map, fact->cond);
		vec_push(arena, &launch->facts, mapped);
	}
}
