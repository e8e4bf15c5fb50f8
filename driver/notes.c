#include "driver/notes.h"

#include <stdlib.h>

static void note_unit(struct arena *arena, size_t number, bool failed, const struct brief *brief,
	struct results *out)
{
	vec_push(arena, &out->notes,
		arena_printf(arena, "%zu %d %s %s %s", number, failed,
			hash_show(arena, &brief->key),
			hash_show(arena, &brief->sides[SIDE_DEVICE]),
			hash_show(arena, &brief->sides[SIDE_HOST])));
}

void note_compiled(
	struct arena *arena, size_t number, const struct brief *brief, struct results *out)
{
	note_unit(arena, number, false, brief, out);
}

void note_failed(struct arena *arena, size_t number, const char *path, const struct brief *brief,
	struct results *out)
{
	struct hasher *hasher = hasher_new(arena);
	struct brief said = { 0 };
	hasher_text(hasher, path);
	hasher_text(hasher, brief->printed);
	hasher_text(hasher, brief->error);
	said.key = hasher_end(hasher);
	note_unit(arena, number, true, &said, out);
}

void note_take(struct whole *whole, const char *note)
{
	char *at;
	size_t number = strtoul(note, &at, 10);
	bool failed = strtoul(at, &at, 10);
	struct whole_unit *unit = &whole->units.at[number];
	const size_t step = 2 * sizeof(struct hash) + 1;
	unit->failed = failed;
	unit->known = hash_parse(at + 1, &unit->brief.key) &&
		      hash_parse(at + 1 + step, &unit->brief.sides[SIDE_DEVICE]) &&
		      hash_parse(at + 1 + 2 * step, &unit->brief.sides[SIDE_HOST]);
}
