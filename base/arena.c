#include "base/arena.h"

#include <assert.h>
#include <stdbool.h>
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

/* A block that was given back, in the list of its size. */
struct spare {
	struct spare *next;
};

enum { SIZES = 8 * sizeof(size_t) };

struct arena {
	struct chunk *chunks;
	struct spare *spare[SIZES]; /* by the power of two */
	size_t used;
};

struct arena *arena_new(void)
{
	struct arena *arena = calloc(1, sizeof(*arena));
	if (!arena)
		memory_out();
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
		memory_out();
	chunk->size = size;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk;
}

/* The list for blocks of a size; NULL: there is none. */
static struct spare **spares_of(struct arena *arena, size_t size)
{
	bool power = size >= sizeof(max_align_t) && (size & (size - 1)) == 0;
	return power ? &arena->spare[__builtin_ctzll(size)] : NULL;
}

void arena_reuse(struct arena *arena, void *block, size_t size)
{
	struct spare **spares = spares_of(arena, size);
	if (!spares || !block)
		return;
	struct spare *spare = block;
	spare->next = *spares;
	*spares = spare;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	size = size ? (size + align - 1) / align * align : align;
	struct spare **spares = spares_of(arena, size);
	if (spares && *spares) {
		struct spare *spare = *spares;
		*spares = spare->next;
		return memset(spare, 0, size);
	}
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
