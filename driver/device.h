#ifndef HGRD_DRIVER_DEVICE_H
#define HGRD_DRIVER_DEVICE_H

#include "hostanalysis/program.h"

/*
 * The device code of one unit in canonical form, with the functions and variables of other units
 * that it uses (-rdc=true). NULL and *error on failure.
 */
struct module *device_read(struct arena *arena, const struct program *program, size_t unit,
	const char **error);

#endif
