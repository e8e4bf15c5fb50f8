#ifndef HGRD_DRIVER_CACHE_H
#define HGRD_DRIVER_CACHE_H

#include "driver/files.h"
#include "driver/transfer.h"

/*
 * Results of earlier runs (docs/cache.md). A unit is a source file with all that
 * it is compiled and checked with; its results come back when nothing of that has
 * changed. Every function takes NULL for the cache: nothing is found then, and
 * nothing kept.
 */
struct cache;

/* The cache that the options ask for; NULL: none. Nothing is opened yet. */
struct cache *cache_new(
	struct arena *arena, const struct options *options, const struct compiler *compiler);

/* Closes the file; it is opened again when it is needed. To be called before a fork. */
void cache_pause(struct cache *cache);

/* Drops what is too much, closes, and says at --verbose why there was no cache. */
void cache_close(struct cache *cache);

/* To be called before a unit, or a program, is checked. */
void cache_start_unit(struct cache *cache);

/* To be called before a unit is compiled: from now on its files must not change. Takes milliseconds. */
void cache_start_files(struct cache *cache);

/* The same for a unit that another process compiled: `time` is cache_clock's before it began. */
void cache_started_files(struct cache *cache, int64_t time);
int64_t cache_clock(void);

/*
 * Keeps what clang read while compiling a unit and where it looked, and fills *state with the hash
 * of all that. False: results for it cannot be kept.
 */
bool cache_put_inputs(struct cache *cache, struct arena *arena, const char *path,
	const struct inputs *inputs, struct hash *state);

/* Fills *state as cache_put_inputs did, if all is still as it was then. */
bool cache_get_inputs(
	struct cache *cache, struct arena *arena, const char *path, struct hash *state);

/* What is found for a unit. */
struct cached_unit {
	byte_list results;   /* for transfer_read */
	const char *printed; /* what it wrote to standard error */
};

/*
 * Results of a unit whose inputs are in a state; also of a whole program, under a name that no
 * file has and the hash of the states of all its units. Errors are kept with them, but for those of
 * chance: with one of these nothing is kept.
 */
bool cache_get_unit(struct cache *cache, struct arena *arena, const char *path,
	const struct hash *state, struct cached_unit *unit);
void cache_put_unit(struct cache *cache, struct arena *arena, const char *path,
	const struct hash *state, const char *printed, const struct results *results);

/* Says that a larger --timeout could change the results of the unit. */
void cache_limited(struct cache *cache);

#endif
