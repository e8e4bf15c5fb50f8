#ifndef HGRD_DRIVER_DEVICE_H
#define HGRD_DRIVER_DEVICE_H

#include "driver/whole.h"

/*
 * A unit's device code, in canonical form, with all that it uses of other units' device code. Names
 * that are not defined in exactly one other unit stay undefined; `symbols` is given all that were
 * looked for. NULL and *error on failure.
 */
struct module *device_read(struct arena *arena, const struct whole *whole, struct cache *cache,
	size_t unit, text_list *symbols, const char **error);

/* The other unit that defines a device symbol; false when there is none, or several. */
bool device_definer(
	const struct program *program, size_t unit, const char *name, size_t *definer);

#endif
