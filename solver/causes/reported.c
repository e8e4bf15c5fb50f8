#include "solver/causes/reported.h"

#include "base/strmap.h"

struct reported {
	struct kernel *kernel;
	struct ptrmap *keys;
	unsigned *place; /* by access index: the first access that a report would name the same; NULL: no race yet */
	unsigned *line;	 /* the first access of that line */
};

struct reported *reported_new(struct kernel *kernel)
{
	struct reported *reported = arena_alloc(kernel->arena, sizeof(*reported));
	reported->kernel = kernel;
	reported->keys = ptrmap_new(kernel->arena);
	return reported;
}

/* The index of the first access that had the name. */
static unsigned first_of(struct strmap *names, const char *name, const struct access *access)
{
	const unsigned *first = strmap_get(names, name);
	if (!first)
		strmap_set(names, name, first = &access->index);
	return *first;
}

static void fill_places(struct reported *reported)
{
	struct kernel *kernel = reported->kernel;
	struct strmap *places = strmap_new(kernel->arena), *lines = strmap_new(kernel->arena);
	reported->place = arena_alloc(kernel->arena, kernel->accesses.n * sizeof(*reported->place));
	reported->line = arena_alloc(kernel->arena, kernel->accesses.n * sizeof(*reported->line));
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		struct loc loc = access_loc(kernel, access);
		const char *line = arena_printf(kernel->arena, "%s:%u", loc.file ? loc.file : "", loc.line);
		const char *place = arena_printf(kernel->arena, "%s:%u %d %p", line, loc.column,
			access->type, (const void *)access->object);
		reported->place[access->index] = first_of(places, place, access);
		reported->line[access->index] = first_of(lines, line, access);
	}
}

enum sameness { SAME_ACCESSES, SAME_PLACES, SAME_LINES, SAMENESSES };

static void *key_of(const struct reported *reported, const struct pair *pair, enum sameness sameness)
{
	size_t a = pair->a.access->index, b = pair->b.access->index;
	enum race_kind kind = sameness == SAME_LINES ? 0 : pair->interval->kind;
	const unsigned *first = sameness == SAME_LINES ? reported->line : reported->place;
	if (sameness != SAME_ACCESSES) {
		a = first[a];
		b = first[b];
	}
	size_t least = a < b ? a : b, most = a < b ? b : a;
	size_t accesses = least * reported->kernel->accesses.n + most;
	return (void *)(uintptr_t)(((accesses * RACE_KINDS + kind) * SAMENESSES + sameness + 1) << 4);
}

bool reported_has(struct reported *reported, const struct pair *pair)
{
	return ptrmap_get(reported->keys, key_of(reported, pair, SAME_ACCESSES)) ||
	       (reported->place && ptrmap_get(reported->keys, key_of(reported, pair, SAME_PLACES)));
}

bool reported_lines(const struct reported *reported, const struct pair *pair)
{
	return reported->line && ptrmap_get(reported->keys, key_of(reported, pair, SAME_LINES));
}

void reported_add(struct reported *reported, const struct pair *pair, bool error)
{
	ptrmap_set(reported->keys, key_of(reported, pair, SAME_ACCESSES), reported);
	if (!error)
		return;
	if (!reported->place)
		fill_places(reported);
	ptrmap_set(reported->keys, key_of(reported, pair, SAME_PLACES), reported);
	ptrmap_set(reported->keys, key_of(reported, pair, SAME_LINES), reported);
}
