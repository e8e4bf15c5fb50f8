#ifndef HGRD_DRIVER_WHOLE_H
#define HGRD_DRIVER_WHOLE_H

#include "driver/brief.h"
#include "driver/scratch.h"
#include "driver/units.h"
#include "hostanalysis/program/program.h"

/*
 * A program under analysis: its units with their bitcode, each side a file of
 * a private folder. A unit that has not changed since another run is not compiled;
 * its files are made from the cache when something needs them.
 */

/* Of one unit, by what the first round found. */
struct whole_unit {
	bool known;	    /* `brief` is filled, but for its texts */
	bool failed;	    /* it did not compile; brief.key is the hash of what was said */
	struct brief brief;
};

struct whole {
	const struct options *options;
	const struct compiler *compiler; /* of the run */
	struct scratch scratch;
	struct project all; /* units to check first, then those read for their facts */
	size_t checked;	    /* how many units are to check */
	VEC(struct whole_unit) units;
	struct program program;
};

/* Makes the folder. */
void whole_new(struct arena *arena, struct whole *whole, const struct options *options,
	const struct project *project, const struct compiler *compiler);
/* Removes it with all that is in it. */
void whole_free(struct arena *arena, struct whole *whole);

/* The file of a unit's index. */
const char *whole_index_file(struct arena *arena, const struct whole *whole, size_t unit);

/* Writes a file of the folder; NULL, or an error. */
const char *whole_write(
	struct arena *arena, const struct whole *whole, const char *path, struct bytes bytes);

/* Makes one side's file where it is missing, from the cache or by compiling; NULL, or an error. */
const char *whole_need(struct arena *arena, const struct whole *whole, struct cache *cache,
	size_t unit, enum side side);

#endif
