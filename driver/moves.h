#ifndef HGRD_DRIVER_MOVES_H
#define HGRD_DRIVER_MOVES_H

#include "driver/cache.h"
#include "driver/pack.h"
#include "frontend/command.h"
#include "ir/moved.h"

/*
 * Lines that have moved between two versions of units that are otherwise the same (ir/moved.h): the lists of their lines are
 * kept beside their bitcode.
 */
struct moves;
struct moves *moves_new(struct arena *arena, struct cache *cache);

/* Keeps the lines of one version of a unit, that of a brief's key. */
void lines_put(struct cache *cache, struct arena *arena, const struct hash *key,
	const struct moved sides[SIDES]);

/* Adds what has moved from one version to another, or stays where they are one, on some sides (bits); false when that is not known. */
bool moves_add(struct moves *moves, const struct hash *then, const struct hash *now, unsigned sides);

/* Adds one line. */
void moves_add_line(struct moves *moves, const char *file, unsigned then, unsigned now);

/* To be called behind the last: do all agree, and keep the order of the lines of each file. */
bool moves_agree(struct moves *moves);

/* Functions of a side that are told the line of their call: they must make nothing of it. */
const told_list *moves_told(const struct moves *moves, enum side side);

/* For transfer_read_places; `data` is the moves. */
void moves_place(void *data, struct loc *loc);

/*
 * Which facts of results quote their line of the source; and, behind transfer_read_places, the quotations as the lines are
 * now. False: those are other results.
 */
void quotes_pack(struct arena *arena, const struct results *results, byte_list *bytes);
bool moves_quotes(struct moves *moves, struct unpack *unpack, struct results *results);

/* Did each place since the last call have one that it moved to. */
bool moves_found(struct moves *moves);

#endif
