#ifndef HGRD_DRIVER_LIMITS_H
#define HGRD_DRIVER_LIMITS_H

#include "base/options.h"

/* Exit code of a process that met its memory limit. */
#define LIMIT_MEMORY_EXIT 77

/* The limit in MiB that the options ask for, or the machine's share of a worker; 0: none. */
unsigned limit_of(const struct options *options);

/*
 * Limits the address space of this process and of those it starts (0: does not), and keeps them
 * from leaving core files behind.
 */
void limit_set(unsigned mebibytes);

#endif
