#include "solver/recall.h"

#include <string.h>

#include "base/ptrmap.h"
#include "base/vec.h"

typedef VEC(uint64_t) key_list;

struct entry {
	key_list key;
	struct answer answer;
	const struct entry *next; /* of the same hash */
};

struct recall {
	struct arena *arena;
	struct ptrmap *entries; /* hash -> struct entry */
};

struct recall *recall_new(struct arena *arena)
{
	struct recall *recall = arena_alloc(arena, sizeof(*recall));
	recall->arena = arena;
	recall->entries = ptrmap_new(arena);
	return recall;
}

static key_list key_of(struct arena *arena, const struct query *query)
{
	key_list key = { 0 };
	for (unsigned i = 0; i < 2; i++) {
		vec_push(arena, &key, query->offset[i] ? query->offset[i]->id + UINT64_C(1) : 0);
		vec_push(arena, &key, query->size[i]);
		vec_push(arena, &key, query->inside[i]);
	}
	vec_push(arena, &key, query->proof_only);
	vec_each(condition, &query->conditions) vec_push(arena, &key, (*condition)->id);
	return key;
}

static void *hash_of(const key_list *key)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	vec_each(part, key) hash = (hash ^ *part) * UINT64_C(0x100000001b3);
	return (void *)(uintptr_t)((hash << 4) | 16);
}

const struct answer *recall_find(const struct recall *recall, const struct query *query)
{
	struct arena *scratch = arena_new();
	key_list key = key_of(scratch, query);
	const struct entry *entry = ptrmap_get(recall->entries, hash_of(&key));
	while (entry && (entry->key.n != key.n ||
				memcmp(entry->key.at, key.at, key.n * sizeof(*key.at))))
		entry = entry->next;
	arena_free(scratch);
	return entry ? &entry->answer : NULL;
}

void recall_keep(struct recall *recall, const struct query *query, const struct answer *answer)
{
	struct entry *entry = arena_alloc(recall->arena, sizeof(*entry));
	entry->key = key_of(recall->arena, query);
	entry->answer = *answer;
	entry->next = ptrmap_get(recall->entries, hash_of(&entry->key));
	ptrmap_set(recall->entries, hash_of(&entry->key), entry);
}
