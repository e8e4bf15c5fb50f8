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

#endif
