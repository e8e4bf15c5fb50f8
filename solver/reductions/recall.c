#include "solver/reductions/recall.h"

#include <stdlib.h>

#include "base/ptrmap.h"
#include "base/vec.h"

typedef VEC(const struct et *) et_list;

struct entry {
	struct query query; /* its conditions in the order of their ids, each once */
	struct answer answer;
	double seconds;		  /* that it took */
	const struct entry *next; /* of the same offsets */
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

static int by_id(const void *a, const void *b)
{
	const struct et *x = *(const struct et *const *)a, *y = *(const struct et *const *)b;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* The query with a list of conditions of its own, sorted. */
static struct query sorted(struct arena *arena, const struct query *query)
{
	struct query copy = *query;
	size_t n = 0;
	copy.conditions = (__typeof__(copy.conditions)){ 0 };
	vec_each(condition, &query->conditions)
		vec_push(arena, &copy.conditions, *condition);
	if (copy.conditions.n)
		qsort(copy.conditions.at, copy.conditions.n, sizeof(*copy.conditions.at), by_id);
	vec_each(condition, &copy.conditions)
		if (!n || copy.conditions.at[n - 1] != *condition)
			copy.conditions.at[n++] = *condition;
	copy.conditions.n = n;
	return copy;
}

static void *hash_of(const struct query *query)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (unsigned i = 0; i < 2; i++) {
		hash = (hash ^ (query->offset[i] ? query->offset[i]->id + UINT64_C(1) : 0)) * UINT64_C(0x100000001b3);
		hash = (hash ^ query->size[i]) * UINT64_C(0x100000001b3);
	}
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
	for (size_t i = 0; facts != others && facts && i < facts->n; i++)
		if (!has_fact(others, facts->at[i].cond, &index))
			return false;
	return true;
}

/* The proof of an entry, for a launch that has all facts of that one. */
static const struct answer *proof_for(struct recall *recall, const struct entry *entry, const fact_list *facts)
{
	if (entry->query.facts == facts)
		return &entry->answer;
	struct answer *answer = arena_alloc(recall->arena, sizeof(*answer));
	*answer = (struct answer){ .kind = ANSWER_UNSAT, .assumptions = entry->answer.assumptions };
	vec_each(old, &entry->answer.core) {
		size_t index;
		if (has_fact(facts, entry->query.facts->at[*old].cond, &index))
			vec_push(recall->arena, &answer->core, index);
	}
	assert(answer->core.n == entry->answer.core.n);
	return answer;
}

static bool is_about(const struct entry *entry, const struct query *query)
{
	for (unsigned i = 0; i < 2; i++)
		if (entry->query.offset[i] != query->offset[i] || entry->query.size[i] != query->size[i] ||
			entry->query.inside[i] != query->inside[i])
			return false;
	return true;
}

/* The conditions that both have, which are sorted. */
static et_list shared(struct arena *arena, const struct query *a, const struct query *b)
{
	et_list both = { 0 };
	for (size_t i = 0, k = 0; i < a->conditions.n && k < b->conditions.n;) {
		const struct et *x = a->conditions.at[i], *y = b->conditions.at[k];
		if (x == y)
			vec_push(arena, &both, x);
		i += x->id <= y->id;
		k += y->id <= x->id;
	}
	return both;
}

static bool is_answer(const struct entry *entry, const struct query *query, size_t both)
{
	if (both < entry->query.conditions.n)
		return false;
	if (entry->answer.kind == ANSWER_UNSAT)
		return are_among(entry->query.facts, query->facts);
	return entry->query.facts == query->facts && both == query->conditions.n &&
	       entry->query.proof_only == query->proof_only;
}

const struct answer *recall_find(struct recall *recall, const struct query *query)
{
	struct arena *scratch = arena_new();
	struct query wanted = sorted(scratch, query);
	const struct entry *entry = ptrmap_get(recall->entries, hash_of(query));
	while (entry && !(is_about(entry, &wanted) && is_answer(entry, &wanted, shared(scratch, &entry->query, &wanted).n)))
		entry = entry->next;
	arena_free(scratch);
	if (!entry)
		return NULL;
	return entry->answer.kind == ANSWER_UNSAT ? proof_for(recall, entry, query->facts) : &entry->answer;
}

bool recall_less(struct recall *recall, const struct query *query, struct query *less, double *seconds)
{
	struct query wanted = sorted(recall->arena, query);
	const struct entry *near = NULL;
	*less = wanted;
	less->proof_only = true;
	for (const struct entry *entry = ptrmap_get(recall->entries, hash_of(query)); entry; entry = entry->next) {
		if (!is_about(entry, &wanted) || entry->answer.kind != ANSWER_UNSAT || !are_among(entry->query.facts, query->facts))
			continue;
		et_list both = shared(recall->arena, &entry->query, &wanted);
		if (near && both.n <= less->conditions.n)
			continue;
		near = entry;
		less->conditions.at = both.at;
		less->conditions.n = less->conditions.room = both.n;
	}
	*seconds = near ? near->seconds : 0;
	return near && less->conditions.n < wanted.conditions.n && !recall_find(recall, less);
}

void recall_keep(struct recall *recall, const struct query *query, const struct answer *answer, double seconds)
{
	struct entry *entry = arena_alloc(recall->arena, sizeof(*entry));
	entry->query = sorted(recall->arena, query);
	entry->answer = *answer;
	entry->seconds = seconds;
	entry->next = ptrmap_get(recall->entries, hash_of(query));
	ptrmap_set(recall->entries, hash_of(query), entry);
}
