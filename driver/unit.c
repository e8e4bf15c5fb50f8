/*
 * Whole units, in two steps. Under what is known before anything is read stands
 * what clang read the last time and where it looked for headers; if that is as
 * it was, the results stand under the hash of all of it.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stats.h"
#include "driver/cache_internal.h"
#include "driver/watch.h"

struct hash cache_key(struct cache *cache, const char *kind, const char *path,
	const struct hash *state)
{
	struct hasher *hasher = hasher_new(cache->arena);
	hasher_text(hasher, kind);
	hasher_add(hasher, &cache->unit, sizeof(cache->unit));
	hasher_text(hasher, path);
	hasher_add(hasher, state, state ? sizeof(*state) : 0);
	return hasher_end(hasher);
}

static const char *absolute(const struct cache *cache, struct arena *arena, const char *path)
{
	return *path == '/' ? path : arena_printf(arena, "%s/%s", cache->here, path);
}

/* A file that looks as it did is taken to be the same; of others the content decides. */
static bool file_is_same(struct cache *cache, struct unpack *unpack)
{
	struct file_state then;
	struct hash hash;
	const char *path = unpack_text(unpack);
	unpack_copy(unpack, &then, sizeof(then));
	if (!unpack_copy(unpack, &hash, sizeof(hash)))
		return false;
	const struct file_state *is = files_state(cache->files, path);
	if (is && !memcmp(is, &then, sizeof(then)))
		return true;
	const struct hash *content = is ? files_hash(cache->files, path) : NULL;
	return content && !memcmp(content, &hash, sizeof(hash));
}

/* Is all that was read as it was, and would the same headers be found. */
static bool inputs_are_same(struct cache *cache, struct arena *arena, struct unpack *unpack)
{
	size_t n = unpack_count(unpack, sizeof(uint64_t));
	for (size_t i = 0; i < n; i++)
		if (!file_is_same(cache, unpack))
			return false;
	struct watch watch = { 0 };
	struct hash then, is;
	watch_unpack(arena, &watch, unpack);
	if (!unpack_copy(unpack, &then, sizeof(then)))
		return false;
	is = watch_state(arena, cache->files, &watch);
	return !memcmp(&is, &then, sizeof(is));
}

bool cache_get_inputs(
	struct cache *cache, struct arena *arena, const char *path, struct hash *state)
{
	byte_list value = { 0 };
	bool same = false;
	if (!cache)
		return false;
	struct hash key = cache_key(cache, "inputs", path, NULL);
	TIMED(cache)
		if (cache_get(cache, arena, &key, &value)) {
			struct unpack unpack = { value.at, value.at + value.n, false };
			same = unpack_copy(&unpack, state, sizeof(*state)) &&
			       inputs_are_same(cache, arena, &unpack);
		}
	return same;
}

static bool unit_take(struct cache *cache, struct arena *arena, const byte_list *value,
	struct cached_unit *unit)
{
	struct unpack unpack = { value->at, value->at + value->n, false };
	struct results results = { 0 };
	unsigned limited;
	size_t n;
	if (!unpack_limit(cache, &unpack, &limited))
		return false;
	unit->printed = unpack_text(&unpack);
	const char *at = unpack_bytes(&unpack, &n);
	if (unpack.damaged || !transfer_read(arena, at, n, &results))
		return false;
	unit->results.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(arena, &unit->results, at[i]);
	return true;
}

bool cache_get_unit(struct cache *cache, struct arena *arena, const char *path,
	const struct hash *state, struct cached_unit *unit)
{
	byte_list value = { 0 };
	bool found = false;
	if (!cache)
		return false;
	struct hash key = cache_key(cache, "unit", path, state);
	TIMED(cache)
		found = cache_get(cache, arena, &key, &value) &&
			unit_take(cache, arena, &value, unit);
	return found;
}

void cache_start_unit(struct cache *cache)
{
	if (!cache)
		return;
	cache->timeouts = stats.timeouts;
	cache->limited = 0;
}

static int64_t clock_now(clockid_t clock)
{
	struct timespec time;
	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/*
 * Stamps of files come from the coarse clock, which stands still for some milliseconds at
 * a time, or (Linux 6.13) from the precise one. When the coarse clock has
 * reached what the precise one shows now, an older stamp is a change before now, and a later change has
 * no older stamp.
 */
void cache_start_files(struct cache *cache)
{
	if (!cache)
		return;
	int64_t start = clock_now(CLOCK_REALTIME);
	for (unsigned i = 0; i < 200 && clock_now(CLOCK_REALTIME_COARSE) < start; i++)
		nanosleep(&(struct timespec){ .tv_nsec = 500 * 1000 }, NULL);
	cache_started_files(cache, cache_clock());
}

int64_t cache_clock(void)
{
	return clock_now(CLOCK_REALTIME_COARSE);
}

void cache_started_files(struct cache *cache, int64_t time)
{
	if (!cache)
		return;
	cache->started = time;
	files_free(cache->files);
	cache->files = files_new(cache->arena);
}

/*
 * Adds one file that was read, each once; false when it may have changed since
 * then: the state and hash could be those of another content than clang saw.
 */
static bool pack_file(struct cache *cache, struct arena *arena, struct watch *watch,
	const char *path, struct hasher *hasher, byte_list *bytes)
{
	struct bytes text = files_read(arena, path);
	const struct file_state *state = files_state(cache->files, path);
	if (!state || !text.at || state->modified >= cache->started ||
		state->changed >= cache->started)
		return false;
	struct hash hash = hash_of(text.at, text.n);
	watch_scan(arena, watch, path, text);
	pack_text(arena, bytes, path);
	pack_bytes(arena, bytes, state, sizeof(*state));
	pack_bytes(arena, bytes, &hash, sizeof(hash));
	hasher_text(hasher, path);
	hasher_add(hasher, &hash, sizeof(hash));
	return true;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool pack_files(struct cache *cache, struct arena *arena, struct watch *watch,
	const struct inputs *inputs, struct hasher *hasher, byte_list *bytes)
{
	text_list paths = { 0 };
	byte_list files = { 0 };
	uint64_t n = 0;
	vec_each(path, &inputs->files)
		vec_push(arena, &paths, absolute(cache, arena, *path));
	qsort(paths.at, paths.n, sizeof(*paths.at), compare);
	for (size_t i = 0; i < paths.n; i++) {
		if (i && !strcmp(paths.at[i - 1], paths.at[i]))
			continue;
		if (!pack_file(cache, arena, watch, paths.at[i], hasher, &files))
			return false;
		n++;
	}
	pack_number(arena, bytes, n);
	for (size_t i = 0; i < files.n; i++)
		vec_push(arena, bytes, files.at[i]);
	return true;
}

/* Headers that the command line names are looked for as if the working folder held the source. */
static void watch_flags(struct cache *cache, struct arena *arena, struct watch *watch)
{
	const text_list *flags = &cache->compiler->flags;
	const char *text = "#include \"hgrd/prelude.h\"\n";
	for (size_t i = 0; i + 1 < flags->n; i++)
		if (!strcmp(flags->at[i], "-include"))
			text = arena_printf(
				arena, "%s#include \"%s\"\n", text, flags->at[i + 1]);
	struct bytes bytes = { arena_strdup(arena, text), strlen(text) };
	watch_scan(arena, watch, absolute(cache, arena, "command"), bytes);
}

/* Fills *bytes with the record of the inputs, and *state with the hash of what counts in it. */
static bool inputs_pack(struct cache *cache, struct arena *arena, const struct inputs *inputs,
	struct hash *state, byte_list *bytes)
{
	struct watch watch = { 0 };
	byte_list rest = { 0 };
	struct hasher *hasher = hasher_new(arena);
	if (!inputs->complete || !pack_files(cache, arena, &watch, inputs, hasher, &rest))
		return false;
	vec_each(folder, &inputs->folders)
		watch_search(arena, &watch, absolute(cache, arena, *folder));
	vec_each(name, &inputs->missing)
		vec_push(arena, &watch.names, *name);
	watch_flags(cache, arena, &watch);
	watch_finish(&watch);
	watch_pack(arena, &watch, &rest);
	struct hash headers = watch_state(arena, cache->files, &watch);
	pack_bytes(arena, &rest, &headers, sizeof(headers));
	*state = hasher_end(hasher);
	pack_bytes(arena, bytes, state, sizeof(*state));
	for (size_t i = 0; i < rest.n; i++)
		vec_push(arena, bytes, rest.at[i]);
	return true;
}

bool cache_put_inputs(struct cache *cache, struct arena *arena, const char *path,
	const struct inputs *inputs, struct hash *state)
{
	byte_list bytes = { 0 };
	bool packed = false;
	if (!cache || cache->off)
		return false;
	struct hash key = cache_key(cache, "inputs", path, NULL);
	TIMED(cache) {
		packed = inputs_pack(cache, arena, inputs, state, &bytes);
		if (packed)
			cache_put(cache, &key, &bytes);
	}
	return packed;
}

/* Errors of chance are not kept, nor what else was found with them. */
static bool would_come_again(const struct results *results)
{
	vec_each(error, &results->errors)
		if (error->cause == FAILURE_CHANCE)
			return false;
	return true;
}

void cache_put_unit(struct cache *cache, struct arena *arena, const char *path,
	const struct hash *state, const char *printed, const struct results *results)
{
	byte_list bytes = { 0 }, written = { 0 };
	if (!cache || cache->off || !would_come_again(results))
		return;
	struct hash key = cache_key(cache, "unit", path, state);
	TIMED(cache) {
		pack_limit(cache, &bytes,
			cache->limited | results_limited(results, cache->timeouts));
		pack_text(arena, &bytes, printed);
		transfer_write(arena, results, &written);
		pack_bytes(arena, &bytes, written.at, written.n);
		cache_put(cache, &key, &bytes);
	}
}
