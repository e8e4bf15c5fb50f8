#include "tests/oracle/oracle.h"

#include <stdlib.h>

/* What of a trace is a race (SEMANTICS: barriers and atomics). */

#define WARP 32

static bool writes(const struct event *e)
{
	return e->type != ACCESS_READ;
}

static bool overlap(const struct event *a, const struct event *b)
{
	return a->address < b->address + b->size && b->address < a->address + a->size;
}

static bool reaches(const struct event *a, const struct event *b)
{
	return a->insn->scope != SCOPE_NONE &&
	       (a->block == b->block || a->insn->scope != SCOPE_BLOCK);
}

static bool atomic_enough(const struct event *a, const struct event *b)
{
	return a->type == ACCESS_ATOMIC && b->type == ACCESS_ATOMIC && a->address == b->address &&
	       a->size == b->size && reaches(a, b) && reaches(b, a);
}

static bool ordered(const struct event *a, const struct event *b)
{
	return a->block == b->block &&
	       (b->seen[a->thread] >= a->clock || a->seen[b->thread] >= b->clock);
}

/* Requires one object, and one block when it is shared. */
static bool conflict(const struct event *a, const struct event *b)
{
	return (a->block != b->block || a->thread != b->thread) && (writes(a) || writes(b)) &&
	       overlap(a, b) && !atomic_enough(a, b) && !ordered(a, b);
}

static enum race_kind kind_of(const struct event *a, const struct event *b)
{
	if (a->block != b->block)
		return RACE_INTER_BLOCK;
	return a->thread / WARP == b->thread / WARP ? RACE_INTRA_WARP : RACE_INTRA_BLOCK;
}

static bool shared(const struct program *program, const struct event *e)
{
	return program->objects.at[e->object].kind == OBJECT_SHARED;
}

static int by_address(const void *a, const void *b)
{
	const struct event *x = *(const struct event *const *)a;
	const struct event *y = *(const struct event *const *)b;
	return x->address < y->address ? -1 : x->address > y->address;
}

struct search {
	const struct program *program;
	struct arena *arena;
	race_list *races;
	bool *known; /* by pair of instructions and kind */
};

static void look_at(struct search *s, const struct event *a, const struct event *b)
{
	if (a->insn->access > b->insn->access) {
		const struct event *t = a;
		a = b;
		b = t;
	}
	enum race_kind kind = kind_of(a, b);
	size_t row = (size_t)a->insn->access * (s->program->accesses + 1) + b->insn->access;
	bool *known = &s->known[row * RACE_KINDS + kind];
	if (*known || (shared(s->program, a) && a->block != b->block) || !conflict(a, b))
		return;
	*known = true;
	uint64_t first = a->address > b->address ? a->address : b->address;
	struct found_race race = { a, b, kind, first - object_address(a->object) };
	vec_push(s->arena, s->races, race);
}

void races_fill(struct arena *arena, const struct program *program, const struct trace *trace,
	race_list *races)
{
	size_t n = trace->events.n, accesses = program->accesses + 1;
	const struct event **order = arena_alloc(arena, n * sizeof(*order));
	struct search search = { program, arena, races,
		arena_alloc(arena, accesses * accesses * RACE_KINDS * sizeof(bool)) };
	for (size_t i = 0; i < n; i++)
		order[i] = &trace->events.at[i];
	qsort(order, n, sizeof(*order), by_address);
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n && order[j]->address < order[i]->address + order[i]->size;
			j++)
			look_at(&search, order[i], order[j]);
}

static bool is_access(const struct event *e, unsigned line, enum access_type type,
	const unsigned thread[2])
{
	return e->insn->line == line && e->type == type && e->block == thread[0] &&
	       e->thread == thread[1];
}

bool races_between(const struct trace *trace, const unsigned line[2],
	const enum access_type type[2], const unsigned thread[2][2])
{
	vec_each(a, &trace->events) {
		if (!is_access(a, line[0], type[0], thread[0]))
			continue;
		vec_each(b, &trace->events) {
			if (is_access(b, line[1], type[1], thread[1]) && conflict(a, b))
				return true;
		}
	}
	return false;
}
