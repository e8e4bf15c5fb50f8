#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/ptrmap.h"
#include "base/strmap.h"

/* One table with open addressing serves both kinds of key. */
struct map {
	struct arena *arena;
	const struct kind {
		uint64_t (*hash)(const void *key);
		bool (*equal)(const void *a, const void *b);
	} *kind;
	const void **keys, **values;
	size_t room, count; /* room is a power of two */
};

struct strmap {
	struct map map;
};

struct ptrmap {
	struct map map;
};

/* FNV-1a. */
static uint64_t hash_string(const void *key)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (const unsigned char *c = key; *c; c++)
		hash = (hash ^ *c) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

static bool equal_strings(const void *a, const void *b)
{
	return !strcmp(a, b);
}

static uint64_t hash_pointer(const void *key)
{
	return ((uintptr_t)key >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 24;
}

static bool equal_pointers(const void *a, const void *b)
{
	return a == b;
}

static void map_init(struct map *map, struct arena *arena, const struct kind *kind, size_t room)
{
	*map = (struct map){ .arena = arena, .kind = kind, .room = room };
	map->keys = arena_alloc(arena, room * sizeof(*map->keys));
	map->values = arena_alloc(arena, room * sizeof(*map->values));
}

static size_t slot_of(const struct map *map, const void *key)
{
	assert(key);
	size_t slot = (size_t)map->kind->hash(key) & (map->room - 1);
	while (map->keys[slot] && !map->kind->equal(map->keys[slot], key))
		slot = (slot + 1) & (map->room - 1);
	return slot;
}

static void *map_get(const struct map *map, const void *key)
{
	return (void *)(uintptr_t)map->values[slot_of(map, key)];
}

static void tables_reuse(const struct map *map)
{
	arena_reuse(map->arena, map->keys, map->room * sizeof(*map->keys));
	arena_reuse(map->arena, map->values, map->room * sizeof(*map->values));
}

static void grow(struct map *map)
{
	struct map old = *map;
	map_init(map, old.arena, old.kind, 2 * old.room);
	map->count = old.count;
	for (size_t i = 0; i < old.room; i++) {
		if (!old.keys[i])
			continue;
		size_t slot = slot_of(map, old.keys[i]);
		map->keys[slot] = old.keys[i];
		map->values[slot] = old.values[i];
	}
	tables_reuse(&old);
}

static void map_set(struct map *map, const void *key, const void *value)
{
	size_t slot = slot_of(map, key);
	if (!map->keys[slot] && 2 * ++map->count > map->room) {
		grow(map);
		slot = slot_of(map, key);
	}
	map->keys[slot] = key;
	map->values[slot] = value;
}

enum { FIRST_ROOM = 16 };

struct strmap *strmap_new(struct arena *arena)
{
	static const struct kind strings = { hash_string, equal_strings };
	struct strmap *map = arena_alloc(arena, sizeof(*map));
	map_init(&map->map, arena, &strings, FIRST_ROOM);
	return map;
}

void *strmap_get(const struct strmap *map, const char *key)
{
	return map_get(&map->map, key);
}

void strmap_set(struct strmap *map, const char *key, const void *value)
{
	map_set(&map->map, key, value);
}

struct ptrmap *ptrmap_new(struct arena *arena)
{
	static const struct kind pointers = { hash_pointer, equal_pointers };
	struct ptrmap *map = arena_alloc(arena, sizeof(*map));
	map_init(&map->map, arena, &pointers, FIRST_ROOM);
	return map;
}

void *ptrmap_get(const struct ptrmap *map, const void *key)
{
	return map_get(&map->map, key);
}

void ptrmap_set(struct ptrmap *map, const void *key, const void *value)
{
	map_set(&map->map, key, value);
}

void ptrmap_drop(struct ptrmap *map)
{
	tables_reuse(&map->map);
}
