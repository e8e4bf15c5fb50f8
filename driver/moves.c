#include "driver/moves.h"

#include <stdlib.h>

#include "driver/cache_internal.h"
#include "report/source.h"

struct move {
	struct loc then; /* file and line */
	unsigned now;
};

struct moves {
	struct arena *arena;
	struct cache *cache;
	VEC(struct move) all; /* sorted by moves_agree */
	told_list told[SIDES];
	bool failed;
};

struct moves *moves_new(struct arena *arena, struct cache *cache)
{
	struct moves *moves = arena_alloc(arena, sizeof(*moves));
	moves->arena = arena;
	moves->cache = cache;
	return moves;
}

/* The lists. */

static struct hash lines_key(struct arena *arena, const struct hash *key)
{
	struct hasher *hasher = hasher_new(arena);
	hasher_text(hasher, "lines");
	hasher_add(hasher, key, sizeof(*key));
	return hasher_end(hasher);
}

static size_t same_file(const loc_list *lines, size_t from)
{
	size_t end = from;
	while (end < lines->n && !strcmp(lines->at[end].file, lines->at[from].file))
		end++;
	return end;
}

static void list_pack(struct arena *arena, const struct moved *moved, byte_list *bytes)
{
	const loc_list *lines = &moved->lines;
	for (size_t i = 0; i < lines->n;) {
		size_t end = same_file(lines, i), n = end - i;
		uint32_t *numbers = arena_alloc(arena, n * sizeof(*numbers));
		pack_text(arena, bytes, lines->at[i].file);
		for (size_t k = 0; k < n; k++)
			numbers[k] = lines->at[i + k].line;
		pack_bytes(arena, bytes, numbers, n * sizeof(*numbers));
		i = end;
	}
	pack_text(arena, bytes, "");
	vec_each(told, &moved->told) {
		pack_text(arena, bytes, told->name);
		pack_number(arena, bytes, 2 * told->arg + told->ends);
	}
	pack_text(arena, bytes, "");
}

void lines_put(struct cache *cache, struct arena *arena, const struct hash *key,
	const struct moved sides[SIDES])
{
	struct hash place = lines_key(arena, key);
	byte_list bytes = { 0 };
	for (int side = 0; side < SIDES; side++)
		list_pack(arena, &sides[side], &bytes);
	cache_put(cache, &place, &bytes);
}

static void list_unpack(struct arena *arena, struct unpack *unpack, struct moved *moved)
{
	size_t size;
	for (const char *file; *(file = unpack_text(unpack));) {
		const char *at = unpack_bytes(unpack, &size);
		for (size_t i = 0; i + sizeof(uint32_t) <= size; i += sizeof(uint32_t)) {
			uint32_t line;
			memcpy(&line, at + i, sizeof(line));
			struct loc loc = { .file = file, .line = line };
			vec_push(arena, &moved->lines, loc);
		}
	}
	for (const char *name; *(name = unpack_text(unpack));) {
		uint64_t number = unpack_number(unpack);
		struct told told = { name, (unsigned)(number / 2), number % 2 };
		vec_push(arena, &moved->told, told);
	}
}

static bool lists_read(struct moves *moves, const struct hash *key, struct moved sides[SIDES])
{
	struct hash place = lines_key(moves->arena, key);
	byte_list value = { 0 };
	if (!cache_get(moves->cache, moves->arena, &place, &value))
		return false;
	struct unpack unpack = { value.at, value.at + value.n, false };
	for (int side = 0; side < SIDES; side++)
		list_unpack(moves->arena, &unpack, &sides[side]);
	return !unpack.damaged;
}

/* What has moved. */

static bool list_add(struct moves *moves, const struct moved *old, const struct moved *new)
{
	const loc_list *then = &old->lines, *now = &new->lines;
	if (then->n != now->n)
		return false;
	for (size_t i = 0; i < then->n; i++) {
		struct move move = { then->at[i], now->at[i].line };
		if (strcmp(then->at[i].file, now->at[i].file))
			return false;
		vec_push(moves->arena, &moves->all, move);
	}
	return true;
}

bool moves_add(struct moves *moves, const struct hash *then, const struct hash *now, unsigned sides)
{
	struct moved old[SIDES] = { 0 }, new[SIDES] = { 0 };
	if (!lists_read(moves, then, old) || !lists_read(moves, now, new))
		return false;
	for (int side = 0; side < SIDES; side++) {
		if (!(sides >> side & 1))
			continue;
		if (!list_add(moves, &old[side], &new[side]))
			return false;
		vec_each(told, &new[side].told)
			vec_push(moves->arena, &moves->told[side], *told);
	}
	return true;
}

void moves_add_line(struct moves *moves, const char *file, unsigned then, unsigned now)
{
	struct move move = { { .file = file, .line = then }, now };
	vec_push(moves->arena, &moves->all, move);
}

const told_list *moves_told(const struct moves *moves, enum side side)
{
	return &moves->told[side];
}

static int move_compare(const void *a, const void *b)
{
	const struct move *x = a, *y = b;
	return line_compare(&x->then, &y->then);
}

bool moves_agree(struct moves *moves)
{
	struct move *all = moves->all.at;
	size_t n = 0;
	if (moves->all.n)
		qsort(all, moves->all.n, sizeof(*all), move_compare);
	for (size_t i = 0; i < moves->all.n; i++) {
		const struct move *last = n ? &all[n - 1] : NULL;
		bool same = last && !strcmp(last->then.file, all[i].then.file);
		if (same && last->then.line == all[i].then.line) {
			if (last->now != all[i].now)
				return false;
			continue;
		}
		if (same && last->now >= all[i].now)
			return false;
		all[n++] = all[i];
	}
	moves->all.n = n;
	return true;
}

/* Where a line of any file is now; 0: files differ in that, or none has it. */
static unsigned line_anywhere(const struct moves *moves, unsigned line)
{
	unsigned found = 0;
	vec_each(move, &moves->all) {
		if (move->then.line != line)
			continue;
		if (found && found != move->now)
			return 0;
		found = move->now;
	}
	return found;
}

static unsigned line_in_file(const struct moves *moves, const struct loc *loc)
{
	struct move wanted = { .then = *loc };
	const struct move *found = moves->all.n ? bsearch(&wanted, moves->all.at, moves->all.n,
							  sizeof(wanted), move_compare)
						: NULL;
	return found ? found->now : 0;
}

void moves_place(void *data, struct loc *loc)
{
	struct moves *moves = data;
	if (!loc->line)
		return;
	loc->line = loc->file ? line_in_file(moves, loc) : line_anywhere(moves, loc->line);
	moves->failed |= !loc->line;
}

/* "... the function at FILE:12 ..." */
static const char *text_moved(struct moves *moves, const char *text)
{
	const char *colon = strrchr(text, ':');
	const char *start = colon;
	while (start && start > text && start[-1] != ' ')
		start--;
	size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
	if (!digits || start == colon)
		return text;
	struct loc loc = { .file = arena_strndup(moves->arena, start, (size_t)(colon - start)),
		.line = (unsigned)strtoul(colon + 1, NULL, 10) };
	moves_place(moves, &loc);
	return arena_printf(moves->arena, "%.*s:%u%s", (int)(colon - text), text, loc.line,
		colon + 1 + digits);
}

static bool is_quoted(struct sources *sources, const struct fact *fact)
{
	const char *line = source_trimmed(sources, fact->loc.file, fact->loc.line);
	return line && fact->text && !strcmp(line, fact->text);
}

typedef VEC(struct fact *) fact_refs;

static void facts_fill(struct arena *arena, const struct results *results, fact_refs *facts)
{
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			vec_each(fact, &launch->facts)
				vec_push(arena, facts, fact);
}

void quotes_pack(struct arena *arena, const struct results *results, byte_list *bytes)
{
	struct sources *sources = sources_new(arena);
	byte_list flags = { 0 };
	fact_refs facts = { 0 };
	facts_fill(arena, results, &facts);
	vec_each(fact, &facts)
		vec_push(arena, &flags, is_quoted(sources, *fact));
	pack_bytes(arena, bytes, flags.at, flags.n);
}

bool moves_quotes(struct moves *moves, struct unpack *unpack, struct results *results)
{
	struct sources *sources = sources_new(moves->arena);
	fact_refs facts = { 0 };
	size_t n;
	const char *flags = unpack_bytes(unpack, &n);
	facts_fill(moves->arena, results, &facts);
	for (size_t i = 0; i < facts.n && n == facts.n; i++) {
		struct fact *fact = facts.at[i];
		const char *line = source_trimmed(sources, fact->loc.file, fact->loc.line);
		if (flags[i])
			fact->text = line ? line : fact->text;
		else if (fact->text)
			fact->text = text_moved(moves, fact->text);
	}
	return n == facts.n;
}

bool moves_found(struct moves *moves)
{
	bool found = !moves->failed;
	moves->failed = false;
	return found;
}
