#include "solver/reported.h"

#include "base/strmap.h"

struct reported {
	struct kernel *kernel;
	struct ptrmap *keys;
	unsigned *place; /* by access index: the first access that a report would name the same; NULL: no race yet */
};

struct reported *reported_new(struct kernel *kernel)
{
	struct reported *reported = arena_alloc(kernel->arena, sizeof(*reported));
	reported->kernel = kernel;
	reported->keys = ptrmap_new(kernel->arena);
	return reported;
}

static void fill_places(struct reported *reported)
{
	struct kernel *kernel = reported->kernel;
	struct strmap *names = strmap_new(kernel->arena);
	reported->place = arena_alloc(kernel->arena, kernel->accesses.n * sizeof(*reported->place));
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		struct loc loc = access_loc(kernel, access);
		const char *name = arena_printf(kernel->arena, "%s:%u:%u %d %p", loc.file ? loc.file : "",
			loc.line, loc.column, access->type, (const void *)access->object);
		const unsigned *first = strmap_get(names, name);
		if (!first)
			strmap_set(names, name, first = &access->index);
		reported->place[access->index] = *first;
	}
}

static void *key_of(const struct reported *reported, unsigned a, unsigned b, enum race_kind kind, bool exact)
{
	size_t least = a < b ? a : b, most = a < b ? b : a;
	size_t pair = least * reported->kernel->accesses.n + most;
	return (void *)(uintptr_t)(((pair * RACE_KINDS + kind) * 2 + exact + 1) << 4);
}

static void *exact_key(const struct reported *reported, const struct pair *pair)
{
	return key_of(reported, pair->a.access->index, pair->b.access->index, pair->interval->kind, true);
}

static void *place_key(const struct reported *reported, const struct pair *pair)
{
	return key_of(reported, reported->place[pair->a.access->index],
		reported->place[pair->b.access->index], pair->interval->kind, false);
}

bool reported_has(struct reported *reported, const struct pair *pair)
{
	return ptrmap_get(reported->keys, exact_key(reported, pair)) ||
	       (reported->place && ptrmap_get(reported->keys, place_key(reported, pair)));
}

void reported_add(struct reported *reported, const struct pair *pair, bool error)
{
	ptrmap_set(reported->keys, exact_key(reported, pair), reported);
	if (!error)
		return;
	if (!reported->place)
		fill_places(reported);
	ptrmap_set(reported->keys, place_key(reported, pair), reported);
}
