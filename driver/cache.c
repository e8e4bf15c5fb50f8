#include "driver/cache_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stats.h"
#include "driver/identity.h"

#define MIB (1024 * 1024)

struct cache *cache_new(
	struct arena *arena, const struct options *options, const struct compiler *compiler)
{
	if (options->no_cache || options->dump || options->dump_smt)
		return NULL;
	struct cache *cache = arena_alloc(arena, sizeof(*cache));
	cache->arena = arena;
	cache->options = options;
	cache->compiler = compiler;
	cache->folder = compiler->cache;
	cache->files = files_new(arena);
	char *here = getcwd(NULL, 0);
	cache->here = here ? arena_strdup(arena, here) : NULL;
	free(here);
	cache->off = !cache->folder || !cache->here;
	if (!cache->folder)
		cache->problem = "neither XDG_CACHE_HOME nor HOME names a folder for it";
	struct hasher *hasher = hasher_new(arena);
	identity_program(hasher);
	cache->program = hasher_end(hasher);
	identity_compiler(arena, hasher, compiler);
	identity_options(hasher, options);
	hasher_text(hasher, cache->here);
	cache->unit = hasher_end(hasher);
	return cache;
}

struct store *cache_store(struct cache *cache)
{
	if (!cache->store && !cache->off) {
		cache->store = store_open(cache->arena, cache->folder, &cache->problem);
		cache->off = !cache->store;
	}
	return cache->store;
}

void cache_pause(struct cache *cache)
{
	if (!cache || !cache->store)
		return;
	if (!cache->problem)
		cache->problem = store_problem(cache->store);
	stats.cache_failures += store_problem(cache->store) != NULL;
	stats.cache_damaged += store_rebuilt(cache->store);
	store_close(cache->store);
	cache->store = NULL;
}

void cache_close(struct cache *cache)
{
	if (!cache)
		return;
	struct store *store = stats.new_units || stats.compiled ? cache_store(cache) : NULL;
	if (store)
		store_trim(store, (uint64_t)cache->options->cache_size * MIB);
	cache_pause(cache);
	if (!cache->problem && stats.cache_failures)
		cache->problem = "results could not be written";
	if (cache->problem && cache->options->verbose)
		complain("working without the cache: %s", cache->problem);
	files_free(cache->files);
}

bool cache_get(struct cache *cache, struct arena *arena, const struct hash *key, byte_list *value)
{
	struct store *store = cache_store(cache);
	return store && store_get(store, arena, key, value);
}

void cache_put(struct cache *cache, const struct hash *key, const byte_list *value)
{
	struct store *store = cache_store(cache);
	if (store)
		store_put(store, key, value->at, value->n);
}

void cache_limited(struct cache *cache)
{
	if (cache)
		cache->limited = true;
}

bool results_limited(const struct results *results, uint64_t timeouts_before)
{
	bool limited = stats.timeouts > timeouts_before;
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			limited |= launch->undecided.n > 0;
	return limited;
}

void pack_limit(struct cache *cache, byte_list *bytes, bool limited)
{
	uint64_t limit = 0;
	memcpy(&limit, &cache->options->timeout, sizeof(limit));
	pack_number(cache->arena, bytes, limited);
	pack_number(cache->arena, bytes, limit);
}

bool unpack_limit(struct cache *cache, struct unpack *unpack, bool *limited)
{
	double seconds;
	*limited = unpack_number(unpack);
	uint64_t limit = unpack_number(unpack);
	memcpy(&seconds, &limit, sizeof(seconds));
	return !*limited || cache->options->timeout <= seconds;
}
