#ifndef HGRD_BASE_ARENA_H
#define HGRD_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

/*
 * Region allocator. Nothing is freed one by one; a whole arena is dropped at
 * the end of its life. Two lives are used: the run and the kernel.
 */
struct arena;

/* Makes an empty arena; aborts when memory is out. */
struct arena *arena_new(void);

/* Drops the arena and all that was allocated from it; NULL is allowed. */
void arena_free(struct arena *arena);

/* Returns `size` zeroed bytes, aligned for any type; size 0 gives a valid pointer. */
void *arena_alloc(struct arena *arena, size_t size);

/*
 * Gives back a block of arena_alloc that nothing points at any more, such as the table of a map that
 * has grown: for the next block of that size. Only powers of two are kept.
 */
void arena_reuse(struct arena *arena, void *block, size_t size);

/* Copies a string, or its first `length` bytes, into the arena and terminates it. */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);

/* printf into a fresh string of the arena. */
char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

/* Bytes handed out so far. */
size_t arena_used(const struct arena *arena);

#endif
