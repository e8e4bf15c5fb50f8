#include "base/ptrmap.h"
#include "expr/et.h"

/* Walks over shared terms: sets, maps and evaluation keyed by the dense id. */

/*
 * Bits of 64 ids that follow each other, in a table with open addressing: of the size of what is in
 * the set, as very many are made for small terms whose ids are large.
 */
struct span {
	uint32_t first; /* id / 64 */
	bool used;
	uint64_t bits;
};

struct et_set {
	struct arena *arena;
	struct span *spans;
	size_t room, n; /* room is a power of two */
};

struct et_set *et_set_new(struct arena *arena)
{
	struct et_set *set = arena_alloc(arena, sizeof(*set));
	set->arena = arena;
	return set;
}

static struct span *span_of(const struct et_set *set, uint32_t first)
{
	size_t slot = (first * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (set->room - 1);
	while (set->spans[slot].used && set->spans[slot].first != first)
		slot = (slot + 1) & (set->room - 1);
	return &set->spans[slot];
}

static void set_grow(struct et_set *set)
{
	struct et_set old = *set;
	set->room = old.room ? 2 * old.room : 8;
	set->spans = arena_alloc(set->arena, set->room * sizeof(*set->spans));
	for (size_t i = 0; i < old.room; i++)
		if (old.spans[i].used)
			*span_of(set, old.spans[i].first) = old.spans[i];
	arena_reuse(set->arena, old.spans, old.room * sizeof(*old.spans));
}

bool et_set_has(const struct et_set *set, const struct et *et)
{
	return set->room && (span_of(set, et->id / 64)->bits >> et->id % 64 & 1);
}

bool et_set_add(struct et_set *set, const struct et *et)
{
	if (2 * set->n >= set->room)
		set_grow(set);
	struct span *span = span_of(set, et->id / 64);
	uint64_t bit = UINT64_C(1) << et->id % 64;
	if (span->bits & bit)
		return false;
	set->n += !span->used;
	span->first = et->id / 64;
	span->used = true;
	span->bits |= bit;
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

void et_once(struct arena *arena, const struct et *et, et_visit_fn *visit, void *data)
{
	struct et_set seen = { .arena = arena };
	et_each(&seen, et, visit, data);
	arena_reuse(arena, seen.spans, seen.room * sizeof(*seen.spans));
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
	et_once(arena, et, mention_visit, &mention);
	return mention.found;
}

struct et_map {
	struct ets *ets;
	et_leaf_fn *leaf;
	void *data;
	struct ptrmap *memo; /* of results */
	et_leaf_fn *operation; /* may be NULL */
	void *operation_data;
};

struct et_map *et_map_new(struct ets *ets, et_leaf_fn *leaf, void *data)
{
	struct et_map *map = arena_alloc(ets_arena(ets), sizeof(*map));
	map->ets = ets;
	map->leaf = leaf;
	map->data = data;
	map->memo = ptrmap_new(ets_arena(ets));
	return map;
}

void et_map_operations(struct et_map *map, et_leaf_fn *operation, void *data)
{
	map->operation = operation;
	map->operation_data = data;
}

const struct et *et_map_apply(struct et_map *map, const struct et *et)
{
	if (et->op == ET_CONST)
		return et;
	const struct et *known = ptrmap_get(map->memo, et);
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
		const struct et *other = map->leaf ? map->leaf(map->data, map->ets, result) : NULL;
		assert(!other || other->width == et->width);
		result = other ? other : result;
	} else if (map->operation) {
		const struct et *other = map->operation(map->operation_data, map->ets, result);
		assert(!other || other->width == et->width);
		result = other ? other : result;
	}
	ptrmap_set(map->memo, et, result);
	return result;
}

const struct et *et_map_once(
	struct ets *ets, const struct et *et, et_leaf_fn *leaf, void *data)
{
	struct et_map map = { .ets = ets, .leaf = leaf, .data = data, .memo = ptrmap_new(ets_arena(ets)) };
	const struct et *result = et_map_apply(&map, et);
	ptrmap_drop(map.memo);
	return result;
}

struct replacement {
	const struct et *leaf, *by;
};

static const struct et *replaced(void *data, struct ets *ets, const struct et *leaf)
{
	const struct replacement *replacement = data;
	(void)ets;
	return leaf == replacement->leaf ? replacement->by : NULL;
}

const struct et *et_with(struct ets *ets, const struct et *et, const struct et *leaf, const struct et *by)
{
	struct replacement replacement = { leaf, by };
	return et_map_once(ets, et, replaced, &replacement);
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

static void eval_drop(struct eval *eval)
{
	arena_reuse(eval->arena, eval->keys, eval->room * sizeof(*eval->keys));
	arena_reuse(eval->arena, eval->values, eval->room * sizeof(*eval->values));
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
	eval_drop(&old);
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
	bool known = eval_term(&eval, et, value);
	eval_drop(&eval);
	return known;
}
