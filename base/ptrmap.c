#include "base/ptrmap.h"

#include <assert.h>
#include <stdint.h>

struct ptrmap {
	struct arena *arena;
	const void **keys, **values;
	size_t room, count; /* room is a power of two */
};

struct ptrmap *ptrmap_new(struct arena *arena)
{
	struct ptrmap *map = arena_alloc(arena, sizeof(*map));
	map->arena = arena;
	map->room = 16;
	map->keys = arena_alloc(arena, map->room * sizeof(*map->keys));
	map->values = arena_alloc(arena, map->room * sizeof(*map->values));
	return map;
}

static size_t slot_of(const struct ptrmap *map, const void *key)
{
	uint64_t hash = ((uintptr_t)key >> 3) * UINT64_C(0x9e3779b97f4a7c15);
	size_t slot = (size_t)(hash >> 24) & (map->room - 1);
	while (map->keys[slot] && map->keys[slot] != key)
		slot = (slot + 1) & (map->room - 1);
	return slot;
}

void *ptrmap_get(const struct ptrmap *map, const void *key)
{
	assert(key);
	return (void *)(uintptr_t)map->values[slot_of(map, key)];
}

static void grow(struct ptrmap *map)
{
	struct ptrmap old = *map;
	map->room *= 2;
	map->keys = arena_alloc(map->arena, map->room * sizeof(*map->keys));
	map->values = arena_alloc(map->arena, map->room * sizeof(*map->values));
	for (size_t i = 0; i < old.room; i++) {
		if (!old.keys[i])
			continue;
		size_t slot = slot_of(map, old.keys[i]);
		map->keys[slot] = old.keys[i];
		map->values[slot] = old.values[i];
	}
}

void ptrmap_set(struct ptrmap *map, const void *key, const void *value)
{
	assert(key);
	size_t slot = slot_of(map, key);
	if (!map->keys[slot] && 2 * ++map->count > map->room) {
		grow(map);
		slot = slot_of(map, key);
	}
	map->keys[slot] = key;
	map->values[slot] = value;
}
