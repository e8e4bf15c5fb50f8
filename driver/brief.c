#include "driver/brief.h"

#include "base/stats.h"
#include "driver/cache_internal.h"
#include "driver/moves.h"

static struct hash side_key(struct arena *arena, const struct hash *key, enum side side)
{
	struct hasher *hasher = hasher_new(arena);
	hasher_text(hasher, side == SIDE_DEVICE ? "device bitcode" : "host bitcode");
	hasher_add(hasher, key, sizeof(*key));
	return hasher_end(hasher);
}

bool brief_read(struct cache *cache, struct arena *arena, struct brief *brief)
{
	byte_list value = { 0 };
	bool found = false;
	if (!cache)
		return false;
	TIMED(cache)
		found = cache_get(cache, arena, &brief->key, &value);
	if (!found)
		return false;
	struct unpack unpack = { value.at, value.at + value.n, false };
	unsigned limited;
	if (!unpack_limit(cache, &unpack, &limited))
		return false;
	unpack_copy(&unpack, brief->sides, sizeof(brief->sides));
	brief->printed = unpack_text(&unpack);
	brief->index = unpack_text(&unpack);
	const char *error = unpack_text(&unpack);
	brief->error = *error ? error : NULL;
	brief->cause = (enum failure)unpack_number(&unpack);
	brief->from_clang = unpack_number(&unpack);
	return !unpack.damaged;
}

bool brief_find(struct cache *cache, struct arena *arena, const char *path, struct brief *brief)
{
	struct hash state;
	if (!cache_get_inputs(cache, arena, path, &state))
		return false;
	brief->key = cache_key(cache, "brief", path, &state);
	return brief_read(cache, arena, brief);
}

static void put_sides(struct cache *cache, struct arena *arena, const struct compiled *compiled,
	const struct hash *unit)
{
	const struct bytes *sides[] = { [SIDE_DEVICE] = &compiled->device,
		[SIDE_HOST] = &compiled->host };
	for (int side = 0; side < SIDES; side++) {
		struct hash key = side_key(arena, unit, (enum side)side);
		byte_list value = { .at = sides[side]->at, .n = sides[side]->n };
		if (value.n)
			cache_put(cache, &key, &value);
	}
}

bool brief_put(struct cache *cache, struct arena *arena, const char *path,
	const struct inputs *inputs, const struct compiled *compiled, struct brief *brief)
{
	struct hash state;
	byte_list record = { 0 };
	if (brief->error && brief->cause == FAILURE_CHANCE)
		return false;
	if (!cache_put_inputs(cache, arena, path, inputs, &state))
		return false;
	brief->key = cache_key(cache, "brief", path, &state);
	TIMED(cache) {
		if (!brief->error) {
			put_sides(cache, arena, compiled, &brief->key);
			lines_put(cache, arena, &brief->key, brief->moved);
		}
		pack_limit(cache, &record, brief->error ? failure_limited(brief->cause) : 0);
		pack_bytes(arena, &record, brief->sides, sizeof(brief->sides));
		pack_text(arena, &record, brief->printed);
		pack_text(arena, &record, brief->error ? "" : brief->index);
		pack_text(arena, &record, brief->error ? brief->error : "");
		pack_number(arena, &record, brief->cause);
		pack_number(arena, &record, brief->from_clang);
		cache_put(cache, &brief->key, &record);
	}
	return true;
}

bool brief_bitcode(struct cache *cache, struct arena *arena, const struct hash *key,
	enum side side, struct bytes *bytes)
{
	byte_list value = { 0 };
	bool found = false;
	if (!cache)
		return false;
	struct hash place = side_key(arena, key, side);
	TIMED(cache)
		found = cache_get(cache, arena, &place, &value);
	*bytes = (struct bytes){ value.at, value.n };
	return found && value.n;
}
