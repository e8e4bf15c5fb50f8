#include "driver/cache_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stats.h"
#include "driver/identity.h"
#include "driver/limits.h"

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
		cache->limited |= LIMITED_TIME;
}

unsigned failure_limited(enum failure cause)
{
	switch (cause) {
	case FAILURE_TIME:
		return LIMITED_TIME | LIMITED_UNIT_TIME;
	case FAILURE_MEMORY:
		return LIMITED_MEMORY;
	case FAILURE_CHANCE:
	case FAILURE_INPUT:
		break;
	}
	return 0;
}

static unsigned undecided_limited(const struct undecided *undecided)
{
	if (!strcmp(undecided->reason, UNDECIDED_UNPROVED))
		return 0;
	return strcmp(undecided->reason, UNDECIDED_MEMORY) ? LIMITED_TIME : LIMITED_MEMORY;
}

unsigned results_limited(const struct results *results, uint64_t timeouts_before)
{
	unsigned limited = stats.timeouts > timeouts_before ? LIMITED_TIME : 0;
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			vec_each(undecided, &launch->undecided)
				limited |= undecided_limited(undecided);
	vec_each(error, &results->errors)
		limited |= failure_limited(error->cause);
	return limited;
}

bool results_entangled(const struct results *results)
{
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			if (launch->entangled)
				return true;
	return false;
}

struct limits { /* as options have them; 0: none, but for queries */
	double queries, unit;
	double memory;
};

static struct limits limits_now(const struct cache *cache)
{
	const struct options *options = cache->options;
	return (struct limits){ options->timeout, options->unit_timeout, limit_of(options) };
}

void pack_limit(struct cache *cache, byte_list *bytes, unsigned limited)
{
	struct limits limits = limits_now(cache);
	pack_number(cache->arena, bytes, limited);
	pack_bytes(cache->arena, bytes, &limits, sizeof(limits));
}

static bool is_larger(double limit, double than)
{
	return than > 0 && (limit <= 0 || limit > than);
}

bool unpack_limit(struct cache *cache, struct unpack *unpack, unsigned *limited)
{
	struct limits then, is = limits_now(cache);
	*limited = (unsigned)unpack_number(unpack);
	if (!unpack_copy(unpack, &then, sizeof(then)))
		return false;
	return !((*limited & LIMITED_TIME && is.queries > then.queries) ||
		 (*limited & LIMITED_UNIT_TIME && is_larger(is.unit, then.unit)) ||
		 (*limited & LIMITED_MEMORY && is_larger(is.memory, then.memory)));
}
