#include "ir/hash.h"

#include <stdint.h>
#include <string.h>

#include <llvm-c/blake3.h>

struct hasher {
	llvm_blake3_hasher state;
};

struct hasher *hasher_new(struct arena *arena)
{
	struct hasher *hasher = arena_alloc(arena, sizeof(*hasher));
	llvm_blake3_hasher_init(&hasher->state);
	return hasher;
}

void hasher_add(struct hasher *hasher, const void *at, size_t n)
{
	uint64_t size = n;
	llvm_blake3_hasher_update(&hasher->state, &size, sizeof(size));
	if (n)
		llvm_blake3_hasher_update(&hasher->state, at, n);
}

void hasher_text(struct hasher *hasher, const char *text)
{
	hasher_add(hasher, text, text ? strlen(text) + 1 : 0);
}

struct hash hasher_end(const struct hasher *hasher)
{
	struct hash hash;
	llvm_blake3_hasher_finalize(&hasher->state, hash.at, sizeof(hash.at));
	return hash;
}

struct hash hash_of(const void *at, size_t n)
{
	struct hash hash;
	llvm_blake3_hasher state;
	llvm_blake3_hasher_init(&state);
	if (n)
		llvm_blake3_hasher_update(&state, at, n);
	llvm_blake3_hasher_finalize(&state, hash.at, sizeof(hash.at));
	return hash;
}
