#include "driver/pack.h"

#include <string.h>

static void append(struct arena *arena, byte_list *bytes, const void *at, size_t n)
{
	if (bytes->room - bytes->n < n) {
		size_t room = 2 * (bytes->n + n) + 64;
		char *grown = arena_alloc(arena, room);
		if (bytes->n)
			memcpy(grown, bytes->at, bytes->n);
		bytes->at = grown;
		bytes->room = room;
	}
	if (n)
		memcpy(bytes->at + bytes->n, at, n);
	bytes->n += n;
}

void pack_number(struct arena *arena, byte_list *bytes, uint64_t value)
{
	append(arena, bytes, &value, sizeof(value));
}

void pack_bytes(struct arena *arena, byte_list *bytes, const void *at, size_t n)
{
	pack_number(arena, bytes, n);
	append(arena, bytes, at, n);
}

void pack_text(struct arena *arena, byte_list *bytes, const char *text)
{
	pack_bytes(arena, bytes, text, strlen(text) + 1);
}

uint64_t unpack_number(struct unpack *unpack)
{
	uint64_t value = 0;
	if ((size_t)(unpack->end - unpack->at) < sizeof(value)) {
		unpack->damaged = true;
		return 0;
	}
	memcpy(&value, unpack->at, sizeof(value));
	unpack->at += sizeof(value);
	return value;
}

const char *unpack_bytes(struct unpack *unpack, size_t *n)
{
	uint64_t size = unpack_number(unpack);
	const char *at = unpack->at;
	if (size > (size_t)(unpack->end - unpack->at)) {
		unpack->damaged = true;
		size = 0;
	}
	unpack->at += size;
	*n = size;
	return at;
}

bool unpack_copy(struct unpack *unpack, void *to, size_t n)
{
	size_t size;
	const char *at = unpack_bytes(unpack, &size);
	memset(to, 0, n);
	if (size == n)
		memcpy(to, at, n);
	else
		unpack->damaged = true;
	return !unpack->damaged;
}

const char *unpack_text(struct unpack *unpack)
{
	size_t n;
	const char *at = unpack_bytes(unpack, &n);
	if (n && !at[n - 1])
		return at;
	unpack->damaged = true;
	return "";
}

size_t unpack_count(struct unpack *unpack, size_t least)
{
	uint64_t n = unpack_number(unpack);
	if (n > (size_t)(unpack->end - unpack->at) / least) {
		unpack->damaged = true;
		return 0;
	}
	return n;
}
