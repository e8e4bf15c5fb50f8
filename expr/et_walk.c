#include "expr/et.h"

/* Walks over shared terms: sets, maps and evaluation keyed by the dense id. */

struct et_set {
	struct arena *arena;
	uint8_t *bits;
	size_t room;
};

struct et_set *et_set_new(struct arena *arena)
{
	struct et_set *set = arena_alloc(arena, sizeof(*set));
	set->arena = arena;
	return set;
}

bool et_set_has(const struct et_set *set, const struct et *et)
{
	return et->id / 8 < set->room && (set->bits[et->id / 8] >> et->id % 8 & 1);
}

bool et_set_add(struct et_set *set, const struct et *et)
{
	if (et_set_has(set, et))
		return false;
	if (et->id / 8 >= set->room) {
		size_t room = 2 * (size_t)(et->id / 8) + 64;
		uint8_t *bits = arena_alloc(set->arena, room);
		if (set->room)
			memcpy(bits, set->bits, set->room);
		set->bits = bits;
		set->room = room;
	}
	set->bits[et->id / 8] |= (uint8_t)(1u << et->id % 8);
	return true;
}

void et_each(struct et_set *seen, const struct et *et, et_visit_fn *visit, void *data)
{
	if (!et_set_add(seen, et))
		return;
	for (unsigned i = 0; i < et->nargs; i++)
		et_each(seen, et->arg[i], visit, data);
	visit(data, et);
}

struct mention {
	const struct et *term;
	bool found;
};

static void mention_visit(void *data, const struct et *et)
{
	struct mention *mention = data;
	mention->found |= et == mention->term;
}

bool et_mentions(struct arena *arena, const struct et *et, const struct et *part)
{
	struct mention mention = { part, false };
	et_each(et_set_new(arena), et, mention_visit, &mention);
	return mention.found;
}

/* Results by id, in pages made on demand: a map may see few of very many terms. */
enum { MAP_PAGE = 256 };

struct et_map {
	struct ets *ets;
	et_leaf_fn *leaf;
	void *data;
	const struct et ***memo;
	size_t room; /* pages */
};

struct et_map *et_map_new(struct ets *ets, et_leaf_fn *leaf, void *data)
{
	struct et_map *map = arena_alloc(ets_arena(ets), sizeof(*map));
	map->ets = ets;
	map->leaf = leaf;
	map->data = data;
	return map;
}

static void map_remember(struct et_map *map, uint32_t id, const struct et *result)
{
	size_t page = id / MAP_PAGE;
	if (page >= map->room) {
		size_t room = page + page / 2 + 4;
		const struct et ***memo = arena_alloc(ets_arena(map->ets), room * sizeof(*memo));
		if (map->room)
			memcpy(memo, map->memo, map->room * sizeof(*memo));
		map->memo = memo;
		map->room = room;
	}
	if (!map->memo[page])
		map->memo[page] =
			arena_alloc(ets_arena(map->ets), MAP_PAGE * sizeof(**map->memo));
	map->memo[page][id % MAP_PAGE] = result;
}

static const struct et *map_known(const struct et_map *map, uint32_t id)
{
	size_t page = id / MAP_PAGE;
	return page < map->room && map->memo[page] ? map->memo[page][id % MAP_PAGE] : NULL;
}

const struct et *et_map_apply(struct et_map *map, const struct et *et)
{
	if (et->op == ET_CONST)
		return et;
	const struct et *known = map_known(map, et->id);
	if (known)
		return known;
	const struct et *args[256];
	bool changed = false;
	for (unsigned i = 0; i < et->nargs; i++) {
		args[i] = et_map_apply(map, et->arg[i]);
		changed |= args[i] != et->arg[i];
	}
	const struct et *result = changed ? et_rebuild(map->ets, et, args) : et;
	if (et->op == ET_SYM || et->op == ET_APP) {
		const struct et *other = map->leaf(map->data, map->ets, result);
		assert(!other || other->width == et->width);
		result = other ? other : result;
	}
	map_remember(map, et->id, result);
	return result;
}

struct eval {
	struct arena *arena;
	et_value_fn *leaf;
	void *data;
	const struct et **keys; /* open addressing, room is a power of two */
	uint64_t *values;
	size_t room, count;
};

static size_t eval_slot(const struct eval *eval, const struct et *et)
{
	size_t slot = (et->id * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (eval->room - 1);
	while (eval->keys[slot] && eval->keys[slot] != et)
		slot = (slot + 1) & (eval->room - 1);
	return slot;
}

static void eval_resize(struct eval *eval, size_t room)
{
	struct eval old = *eval;
	eval->room = room;
	eval->keys = arena_alloc(eval->arena, room * sizeof(*eval->keys));
	eval->values = arena_alloc(eval->arena, room * sizeof(*eval->values));
	for (size_t i = 0; i < old.room; i++) {
		if (!old.keys[i])
			continue;
		size_t slot = eval_slot(eval, old.keys[i]);
		eval->keys[slot] = old.keys[i];
		eval->values[slot] = old.values[i];
	}
}

static bool eval_term(struct eval *eval, const struct et *et, uint64_t *value)
{
	if (et->op == ET_CONST) {
		*value = et->value;
		return true;
	}
	size_t slot = eval_slot(eval, et);
	if (eval->keys[slot]) {
		*value = eval->values[slot];
		return true;
	}
	uint64_t args[256];
	for (unsigned i = 0; i < et->nargs; i++)
		if (!eval_term(eval, et->arg[i], &args[i]))
			return false;
	if (et->op == ET_SYM || et->op == ET_APP) {
		if (!eval->leaf(eval->data, et, args, value))
			return false;
		*value &= mask_bits(et->width);
	} else {
		unsigned arg_width = et->arg[et->nargs - 1]->width;
		*value = et_fold((enum et_op)et->op, et->width, arg_width, args);
	}
	if (2 * ++eval->count > eval->room)
		eval_resize(eval, 2 * eval->room);
	slot = eval_slot(eval, et);
	eval->keys[slot] = et;
	eval->values[slot] = *value;
	return true;
}

bool et_eval(
	struct arena *scratch, const struct et *et, et_value_fn *leaf, void *data, uint64_t *value)
{
	struct eval eval = { .arena = scratch, .leaf = leaf, .data = data };
	eval_resize(&eval, 64);
	return eval_term(&eval, et, value);
}
