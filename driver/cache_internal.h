#ifndef HGRD_DRIVER_CACHE_INTERNAL_H
#define HGRD_DRIVER_CACHE_INTERNAL_H

#include "driver/cache.h"
#include "driver/pack.h"
#include "driver/store.h"

/* Shared by cache.c, which keeps the store, and the files for each kind of result. */
struct cache {
	struct arena *arena;
	const struct options *options;
	const struct compiler *compiler;
	const char *folder, *here; /* of the store; the working folder */
	struct store *store;	   /* NULL: closed */
	bool off;		   /* it cannot be used */
	const char *problem;	   /* the first one, for --verbose */
	struct files *files;
	struct hash program, unit; /* parts of keys that are the same for all of a run */
	int64_t started;	   /* of the unit, by the clock that stamps files */
	uint64_t timeouts;	   /* before it */
	unsigned limited;	   /* enum limit bits: more of these could change the unit's results */
};

/* The store, opened; NULL when there is none. */
struct store *cache_store(struct cache *cache);

/* Reads and writes of the store; false: not there. */
bool cache_get(struct cache *cache, struct arena *arena, const struct hash *key, byte_list *value);
void cache_put(struct cache *cache, const struct hash *key, const byte_list *value);

/* The key of something of a kind about a file; state: NULL when it follows from nothing more. */
struct hash cache_key(struct cache *cache, const char *kind, const char *path,
	const struct hash *state);

/*
 * Results that a larger limit could change are kept with the limits that they were made under, and are good
 * for no larger ones.
 */
enum limit { LIMITED_TIME = 1, LIMITED_UNIT_TIME = 2, LIMITED_MEMORY = 4 };

/* The limits that could change results; `timeouts_before`: queries timed out before them. */
unsigned results_limited(const struct results *results, uint64_t timeouts_before);
/* Do results about single kernels rest on other kernels, too, which their keys do not name. */
bool results_entangled(const struct results *results);
unsigned failure_limited(enum failure cause);
void pack_limit(struct cache *cache, byte_list *bytes, unsigned limited);
/* False: they are good no longer. */
bool unpack_limit(struct cache *cache, struct unpack *unpack, unsigned *limited);

#endif
