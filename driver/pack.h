#ifndef HGRD_DRIVER_PACK_H
#define HGRD_DRIVER_PACK_H

#include <stdint.h>

#include "base/arena.h"
#include "driver/transfer.h"

/*
 * Values one after the other as bytes, for records of the cache: written to
 * the end of a list, read in the same order. Reading beyond the end gives
 * zeros and sets `damaged`.
 */

void pack_number(struct arena *arena, byte_list *bytes, uint64_t value);
void pack_bytes(struct arena *arena, byte_list *bytes, const void *at, size_t n);
void pack_text(struct arena *arena, byte_list *bytes, const char *text); /* not NULL */

struct unpack {
	const char *at, *end;
	bool damaged;
};

uint64_t unpack_number(struct unpack *unpack);
/* Points into the packed bytes; *n becomes their number. */
const char *unpack_bytes(struct unpack *unpack, size_t *n);
/* Exactly n bytes, copied; false and damaged when there is another number of them. */
bool unpack_copy(struct unpack *unpack, void *to, size_t n);
/* Points into the packed bytes. */
const char *unpack_text(struct unpack *unpack);
/* A number of things of which each takes at least `least` bytes. */
size_t unpack_count(struct unpack *unpack, size_t least);

#endif
