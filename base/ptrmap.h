#ifndef HGRD_BASE_PTRMAP_H
#define HGRD_BASE_PTRMAP_H

#include "base/arena.h"

/* Map from pointers to pointers, in an arena. Keys are never NULL. */
struct ptrmap;
struct ptrmap *ptrmap_new(struct arena *arena);
/* The value stored for key, NULL when there is none. */
void *ptrmap_get(const struct ptrmap *map, const void *key);
void ptrmap_set(struct ptrmap *map, const void *key, const void *value);
/* Gives the map's memory back to its arena; it must not be used again. */
void ptrmap_drop(struct ptrmap *map);

#endif
