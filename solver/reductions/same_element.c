#include "solver/check_pair.h"

/*
 * Two threads that read one element of a list find the same there, whatever the list holds. Where an address rests on a list
 * that the host has computed, entries need not be equal, but one entry is equal to itself: the question is asked again for
 * one element, and a model counts when the accesses meet for other values of it as well.
 */

enum { MOST_READS = 8 };

struct reads {
	struct check *check;
	const struct et *at[MOST_READS];
	unsigned n;
};

struct sameness {
	const struct reads *reads;
	const struct answer *answer;
	struct arena *arena;
	uint64_t more;
};

static void read_visit(void *data, const struct et *et)
{
	struct reads *reads = data;
	bool own = et->op == ET_APP && launch_own_list(reads->check->launch, et);
	if (own && reads->n < MOST_READS)
		reads->at[reads->n++] = et;
}

static void reads_fill(struct check *check, const struct et *offset, struct reads *reads)
{
	*reads = (struct reads){ .check = check };
	et_each(et_set_new(check->kernel->arena), offset, read_visit, reads);
}

bool same_elements(struct check *check, const struct question *question, struct question *same)
{
	struct ets *ets = check->kernel->ets;
	struct reads reads[2];
	bool taken[MOST_READS] = { false };
	for (unsigned t = 0; t < 2; t++)
		reads_fill(check, question->query.offset[t], &reads[t]);
	if (!reads[0].n || reads[0].n != reads[1].n || question->same_elements)
		return false;
	*same = *question;
	same->same_elements = true;
	same->query.conditions = (__typeof__(same->query.conditions)){ 0 };
	vec_each(condition, &question->query.conditions)
		vec_push(check->kernel->arena, &same->query.conditions, *condition);
	for (unsigned i = 0; i < reads[0].n; i++) {
		const struct et *x = reads[0].at[i];
		unsigned k = 0;
		while (k < reads[1].n && (taken[k] || reads[1].at[k]->sym != x->sym))
			k++;
		if (k == reads[1].n)
			return false;
		taken[k] = true;
		vec_push(check->kernel->arena, &same->query.conditions,
			et_binary(ets, ET_EQ, 0, x->arg[0], reads[1].at[k]->arg[0]));
	}
	return true;
}

static const struct et *other_value(void *data, struct ets *ets, const struct et *leaf)
{
	const struct sameness *s = data;
	uint64_t value;
	for (unsigned i = 0; i < s->reads->n; i++)
		if (s->reads->at[i] == leaf && model_eval(s->arena, s->answer, leaf, &value))
			return et_const(ets, leaf->width, value + s->more);
	return NULL;
}

/* How far the accesses are from each other when each element has so much more than in the model; false: not known. */
static bool distance(struct check *check, const struct question *question, const struct answer *answer,
	uint64_t more, uint64_t *apart)
{
	struct arena *arena = check->kernel->arena;
	uint64_t at[2];
	for (unsigned t = 0; t < 2; t++) {
		const struct et *offset = question->query.offset[t];
		struct reads reads;
		reads_fill(check, offset, &reads);
		struct sameness s = { &reads, answer, arena, more };
		struct et_map *map = et_map_new(check->kernel->ets, other_value, &s);
		if (!model_eval(arena, answer, et_map_apply(map, offset), &at[t]))
			return false;
	}
	*apart = at[0] - at[1];
	return true;
}

bool same_elements_meet(struct check *check, const struct question *question, const struct answer *answer)
{
	static const uint64_t more[] = { 1, 64, 4096 };
	uint64_t apart, other;
	if (!distance(check, question, answer, 0, &apart))
		return false;
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		if (!distance(check, question, answer, more[i], &other) || other != apart)
			return false;
	return true;
}
