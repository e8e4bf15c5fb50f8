#include "ir/hash.h"

#include <stdint.h>
#include <stdlib.h>
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

const char *hash_show(struct arena *arena, const struct hash *hash)
{
	static const char digits[] = "0123456789abcdef";
	char text[2 * sizeof(hash->at)];
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = digits[hash->at[i / 2] >> (i % 2 ? 0 : 4) & 15];
	return arena_strndup(arena, text, sizeof(text));
}

bool hash_parse(const char *text, struct hash *hash)
{
	for (size_t i = 0; i < sizeof(hash->at); i++) {
		char pair[3] = { 0 }, *end;
		memcpy(pair, text + 2 * i, strnlen(text + 2 * i, 2));
		hash->at[i] = (unsigned char)strtoul(pair, &end, 16);
		if (end != pair + 2)
			return false;
	}
	return true;
}
