#ifndef HGRD_DRIVER_BRIEF_H
#define HGRD_DRIVER_BRIEF_H

#include "driver/cache.h"
#include "frontend/command.h"
#include "ir/moved.h"

/*
 * What a program needs of one of its units, kept from run to run: its bitcode, the
 * hashes of both sides, its index. All is found under one key, the hash
 * of everything that the unit is compiled from and with.
 */
struct brief {
	struct hash key;
	struct hash sides[SIDES]; /* module_moved_hash of the bitcode */
	struct moved moved[SIDES]; /* what that leaves out; not filled by brief_find and brief_read */
	const char *printed;	  /* by clang */
	const char *index;	  /* index_write's text; "" where it failed */
	const char *error;	  /* why it has no bitcode; NULL: it has */
	enum failure cause;	  /* of the error */
	bool from_clang;	  /* it is clang's, not one of the process that ran it */
};

/* Fills *brief if all that the unit was compiled from is as it was then. */
bool brief_find(struct cache *cache, struct arena *arena, const char *path, struct brief *brief);

/* Fills the rest of *brief for its key. */
bool brief_read(struct cache *cache, struct arena *arena, struct brief *brief);

/*
 * Keeps a unit that was compiled after cache_start_files, or failed then; `compiled` is NULL or has an error as *brief
 * does. Fills brief->key; false: it cannot be kept.
 */
bool brief_put(struct cache *cache, struct arena *arena, const char *path,
	const struct inputs *inputs, const struct compiled *compiled, struct brief *brief);

/* The bitcode of one side; false when the cache has it no longer. */
bool brief_bitcode(struct cache *cache, struct arena *arena, const struct hash *key,
	enum side side, struct bytes *bytes);

#endif
