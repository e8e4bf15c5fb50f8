#include "solver/reductions/recall.h"

#include <string.h>

#include "base/ptrmap.h"
#include "base/vec.h"

typedef VEC(uint64_t) key_list;

struct entry {
	key_list key;
	const fact_list *facts; /* of the launch that it was asked for */
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

static bool has_fact(const fact_list *facts, const struct et *cond, size_t *index)
{
	for (*index = 0; facts && *index < facts->n; ++*index)
		if (facts->at[*index].cond == cond)
			return true;
	return false;
}

/* Are all facts of the one list in the other? */
static bool are_among(const fact_list *facts, const fact_list *others)
{
	size_t index;
	for (size_t i = 0; facts && i < facts->n; i++)
		if (!has_fact(others, facts->at[i].cond, &index))
			return false;
	return true;
}

/* The proof of an entry, for a launch that has all facts of that one. */
static const struct answer *proof_for(struct recall *recall, const struct entry *entry, const fact_list *facts)
{
	struct answer *answer = arena_alloc(recall->arena, sizeof(*answer));
	*answer = (struct answer){ .kind = ANSWER_UNSAT, .assumptions = entry->answer.assumptions };
	vec_each(old, &entry->answer.core) {
		size_t index;
		if (has_fact(facts, entry->facts->at[*old].cond, &index))
			vec_push(recall->arena, &answer->core, index);
	}
	assert(answer->core.n == entry->answer.core.n);
	return answer;
}

static bool is_for(const struct entry *entry, const key_list *key)
{
	return entry->key.n == key->n && !memcmp(entry->key.at, key->at, key->n * sizeof(*key->at));
}

const struct answer *recall_find(struct recall *recall, const struct query *query)
{
	struct arena *scratch = arena_new();
	key_list key = key_of(scratch, query);
	const struct answer *answer = NULL;
	const struct entry *entry = ptrmap_get(recall->entries, hash_of(&key));
	for (; entry && !answer; entry = entry->next) {
		if (!is_for(entry, &key))
			continue;
		if (entry->facts == query->facts)
			answer = &entry->answer;
		else if (entry->answer.kind == ANSWER_UNSAT && are_among(entry->facts, query->facts))
			answer = proof_for(recall, entry, query->facts);
	}
	arena_free(scratch);
	return answer;
}

void recall_keep(struct recall *recall, const struct query *query, const struct answer *answer)
{
	struct entry *entry = arena_alloc(recall->arena, sizeof(*entry));
	entry->key = key_of(recall->arena, query);
	entry->facts = query->facts;
	entry->answer = *answer;
	entry->next = ptrmap_get(recall->entries, hash_of(&entry->key));
	ptrmap_set(recall->entries, hash_of(&entry->key), entry);
}
