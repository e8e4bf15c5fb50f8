#ifndef HGRD_DRIVER_TRANSFER_H
#define HGRD_DRIVER_TRANSFER_H

#include <stddef.h>

#include "solver/verdict.h"

/*
 * Results as a run of bytes, for the way from one process of hgrd to another
 * of the same program. Terms stay behind: fact.cond is NULL on arrival.
 */
typedef VEC(char) byte_list;

void transfer_write(struct arena *arena, const struct results *results, byte_list *bytes);

/* Adds what was written to *results; false when the bytes are damaged. */
bool transfer_read(struct arena *arena, const char *bytes, size_t size, struct results *results);


/*
 * The same with every place in the results changed on its way by a function, and with
 * it the lines that causes, reasons and messages name ("at line 12"); the results
 * that are written stay as they are.
 */
typedef void place_map_fn(void *data, struct loc *loc);
void transfer_write_places(struct arena *arena, const struct results *results, byte_list *bytes,
	place_map_fn *map, void *data);
bool transfer_read_places(struct arena *arena, const char *bytes, size_t size,
	struct results *results, place_map_fn *map, void *data);

#endif
