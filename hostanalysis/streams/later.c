#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/ptrmap.h"

/* Terms of what comes after a first launch, told by the counters of that: in the same round of a
 * loop around it, or a later one. */

/* Another counter that stands for one, the same each time. */
static const struct et *counter_for(struct ptrmap *others, struct ets *ets, const struct symbol *counter)
{
	struct symbol *other = ptrmap_get(others, counter);
	if (!other) {
		other = symbol_new(ets, counter->kind, counter->level, counter->width, counter->name);
		other->loc = counter->loc;
		ptrmap_set(others, counter, other);
	}
	return et_sym(ets, other);
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
		return around_first ? counter_for(later->finals, ets, leaf->sym) : NULL;
	if (loop == round)
		return et_binary(
			ets, ET_ADD, ET_NSW, leaf, et_const(ets, leaf->width, later->times));
	if (around_first && (!round || loop_encloses(loop, round)))
		return NULL;
	if (around_first && later->anew)
		return counter_for(later->anew, ets, leaf->sym);
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
