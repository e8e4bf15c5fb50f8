#include "driver/kernel_cache.h"

#include <string.h>

#include "base/stats.h"
#include "driver/cache_internal.h"

/* Lines to their positions in the list of lines, counted from 1, and back. */
struct mapping {
	const line_list *lines;
	bool failed;
};

/* The position of a line, from 1; 0: there is none, or (no file is known) one in several files. */
static size_t position_of(const line_list *lines, const struct loc *loc)
{
	size_t found = 0;
	for (size_t i = 0; i < lines->n; i++) {
		const struct source_line *line = &lines->at[i];
		if (line->line != loc->line || (loc->file && strcmp(line->file, loc->file)))
			continue;
		if (found)
			return 0;
		found = i + 1;
	}
	return found;
}

static void line_to_position(void *data, struct loc *loc)
{
	struct mapping *mapping = data;
	if (!loc->line)
		return;
	loc->line = (unsigned)position_of(mapping->lines, loc);
	mapping->failed |= !loc->line;
}

static void position_to_line(void *data, struct loc *loc)
{
	struct mapping *mapping = data;
	mapping->failed |= loc->line > mapping->lines->n;
	if (loc->line && !mapping->failed)
		loc->line = mapping->lines->at[loc->line - 1].line;
}

static bool kernel_take(struct cache *cache, struct arena *arena, const byte_list *value,
	const struct cached_kernel *slot, struct results *found)
{
	struct unpack unpack = { value->at, value->at + value->n, false };
	struct mapping mapping = { &slot->lines, false };
	unsigned limited;
	size_t n;
	if (!unpack_limit(cache, &unpack, &limited))
		return false;
	const char *at = unpack_bytes(&unpack, &n);
	struct results read = { 0 };
	if (unpack.damaged || !transfer_read_places(arena, at, n, &read, position_to_line, &mapping) ||
		mapping.failed || read.kernels.n != 1)
		return false;
	*found = read;
	cache->limited |= limited;
	return true;
}

bool cache_get_kernel(struct cache *cache, struct arena *arena,
	const struct kernel_inputs *inputs, struct cached_kernel *slot, struct results *found)
{
	byte_list value = { 0 };
	bool is_known = false;
	if (!cache || cache->off)
		return false;
	slot->timeouts = stats.timeouts;
	TIMED(cache) {
		struct hasher *hasher = hasher_new(arena);
		struct hash kernel = { { 0 } };
		slot->has_key = kernel_key(arena, inputs, &slot->lines, &kernel);
		hasher_add(hasher, &cache->program, sizeof(cache->program));
		hasher_add(hasher, &kernel, sizeof(kernel));
		slot->key = hasher_end(hasher);
		is_known = slot->has_key && cache_get(cache, arena, &slot->key, &value) &&
			   kernel_take(cache, arena, &value, slot, found);
	}
	if (is_known)
		stats.cached_kernels++;
	else
		stats.new_kernels++;
	return is_known;
}

void cache_put_kernel(struct cache *cache, struct arena *arena, const struct cached_kernel *slot,
	const struct results *found)
{
	struct mapping mapping = { &slot->lines, false };
	byte_list bytes = { 0 }, written = { 0 };
	if (!cache || cache->off || !slot->has_key || results_entangled(found))
		return;
	TIMED(cache) {
		unsigned limited = results_limited(found, slot->timeouts);
		transfer_write_places(arena, found, &written, line_to_position, &mapping);
		pack_limit(cache, &bytes, limited);
		pack_bytes(arena, &bytes, written.at, written.n);
		if (!mapping.failed)
			cache_put(cache, &slot->key, &bytes);
	}
}
