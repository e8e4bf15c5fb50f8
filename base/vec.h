#ifndef HGRD_BASE_VEC_H
#define HGRD_BASE_VEC_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"

/*
 * Typed growable array whose storage lives in an arena. A zeroed VEC is empty.
 * Growing copies; the old storage stays behind in the arena, so pointers into
 * the array must not be kept across a push.
 */
#define VEC(type)            \
	struct {             \
		type *at;    \
		size_t n;    \
		size_t room; \
	}

/* Appends `value` to `*vec`. */
#define vec_push(arena, vec, value)                                                         \
	do {                                                                                \
		if ((vec)->n == (vec)->room) {                                              \
			size_t room_ = (vec)->room ? 2 * (vec)->room : 8;                   \
			void *grown_ = arena_alloc((arena), room_ * sizeof(*(vec)->at));    \
			if ((vec)->n)                                                       \
				memcpy(grown_, (vec)->at, (vec)->n * sizeof(*(vec)->at));   \
			(vec)->at = grown_;                                                 \
			(vec)->room = room_;                                                \
		}                                                                           \
		(vec)->at[(vec)->n++] = (value);                                            \
	} while (0)

/* Loops with `it` pointing at each element in turn. */
#define vec_each(it, vec) \
	for (__typeof__(*(vec)->at) *it = (vec)->at; it && it < (vec)->at + (vec)->n; it++)

#endif
