#ifndef HGRD_BASE_STRMAP_H
#define HGRD_BASE_STRMAP_H

#include "base/arena.h"

/* Map from strings to pointers, in an arena. Keys are not copied: they live as long as the map. */
struct strmap;
struct strmap *strmap_new(struct arena *arena);
/* The value stored for key, NULL when there is none. */
void *strmap_get(const struct strmap *map, const char *key);
void strmap_set(struct strmap *map, const char *key, const void *value);

#endif
