#include "base/strmap.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

struct strmap {
	struct arena *arena;
	const char **keys;
	const void **values;
	size_t room, count; /* room is a power of two */
};

struct strmap *strmap_new(struct arena *arena)
{
	struct strmap *map = arena_alloc(arena, sizeof(*map));
	map->arena = arena;
	map->room = 16;
	map->keys = arena_alloc(arena, map->room * sizeof(*map->keys));
	map->values = arena_alloc(arena, map->room * sizeof(*map->values));
	return map;
}

/* FNV-1a. */
static uint64_t hash_of(const char *key)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

static size_t slot_of(const struct strmap *map, const char *key)
{
	size_t slot = (size_t)hash_of(key) & (map->room - 1);
	while (map->keys[slot] && strcmp(map->keys[slot], key))
		slot = (slot + 1) & (map->room - 1);
	return slot;
}

void *strmap_get(const struct strmap *map, const char *key)
{
	assert(key);
	return (void *)(uintptr_t)map->values[slot_of(map, key)];
}

static void grow(struct strmap *map)
{
	struct strmap old = *map;
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

void strmap_set(struct strmap *map, const char *key, const void *value)
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
