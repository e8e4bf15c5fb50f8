#ifndef HGRD_IR_HASH_H
#define HGRD_IR_HASH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* BLAKE3, as it comes with LLVM: two inputs with one hash are not to be found. */

struct hash {
	unsigned char at[32];
};

struct hasher;

/* An empty input, in the arena. */
struct hasher *hasher_new(struct arena *arena);

/* Appends bytes, with their number, so that parts cannot run into each other. */
void hasher_add(struct hasher *hasher, const void *at, size_t n);

/* Appends a string; NULL is none of them. */
void hasher_text(struct hasher *hasher, const char *text);

/* The hash of all that was appended. */
struct hash hasher_end(const struct hasher *hasher);

/* The hash of the bytes alone. */
struct hash hash_of(const void *at, size_t n);

/* A hash in 64 hexadecimal digits, and back; false when the text is none. */
const char *hash_show(struct arena *arena, const struct hash *hash);
bool hash_parse(const char *text, struct hash *hash);

#endif
