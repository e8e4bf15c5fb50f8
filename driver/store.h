#ifndef HGRD_DRIVER_STORE_H
#define HGRD_DRIVER_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/transfer.h"
#include "ir/hash.h"

/*
 * Values under hashes in one SQLite file, shared by all hgrd that run. A value
 * comes back as it was put or not at all: each carries a checksum. A damaged file
 * is made anew. No failure is an error: what cannot be read is not there, what
 * cannot be written is lost.
 */
struct store;

/* Opens the store in a folder, making both; NULL with *why (in arena) when it cannot be used. */
struct store *store_open(struct arena *arena, const char *folder, const char **why);

/* Writes what it still holds back and closes; NULL is allowed. A process must not fork between
 * opening and closing. */
void store_close(struct store *store);

/* The value of a key, in arena; false when there is none. */
bool store_get(struct store *store, struct arena *arena, const struct hash *key, byte_list *value);

/* Sets the value of a key. */
void store_put(struct store *store, const struct hash *key, const void *at, size_t n);

/* Drops the values not used for longest until all together take less than `bound` bytes. */
void store_trim(struct store *store, uint64_t bound);

/* What went wrong with reading or writing, NULL when nothing did. */
const char *store_problem(const struct store *store);

/* Times the file was found damaged and made anew. */
unsigned store_rebuilt(const struct store *store);

#endif
