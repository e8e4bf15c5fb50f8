#include "base/arena.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

#ifdef HGRD_STRESS
#define CHUNK_SIZE 64
#else
#define CHUNK_SIZE (64 * 1024)
#endif

struct chunk {
	struct chunk *next;
	size_t size, used;
	_Alignas(max_align_t) char bytes[];
};

struct arena {
	struct chunk *chunks;
	size_t used;
};

struct arena *arena_new(void)
{
	struct arena *arena = calloc(1, sizeof(*arena));
	if (!arena)
		bug("out of memory");
	return arena;
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	for (struct chunk *chunk = arena->chunks; chunk;) {
		struct chunk *next = chunk->next;
		free(chunk);
		chunk = next;
	}
	free(arena);
}

static struct chunk *chunk_new(struct arena *arena, size_t size)
{
	struct chunk *chunk = calloc(1, sizeof(*chunk) + size);
	if (!chunk)
		bug("out of memory");
	chunk->size = size;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	size = size ? (size + align - 1) / align * align : align;
	struct chunk *chunk = arena->chunks;
	if (!chunk || chunk->size - chunk->used < size)
		chunk = chunk_new(arena, size > CHUNK_SIZE ? size : CHUNK_SIZE);
	void *result = chunk->bytes + chunk->used;
	chunk->used += size;
	arena->used += size;
	assert(chunk->used <= chunk->size);
	return result;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	assert(length >= 0);
	char *text = arena_alloc(arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}

size_t arena_used(const struct arena *arena)
{
	return arena->used;
}
