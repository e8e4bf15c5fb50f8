#ifndef HGRD_DRIVER_CHECK_H
#define HGRD_DRIVER_CHECK_H

#include "driver/units.h"
#include "solver/verdict.h"

/*
 * One unit from start to verdicts: adds its kernels, findings and errors to *out (strings in the
 * arena), which is empty before. clang's diagnostics go to stderr. What is in the cache is taken from
 * there; what was not is put there.
 */
void check_unit(struct arena *arena, const struct options *options, const struct compiler *compiler,
	const struct unit *unit, struct results *out);

/* Adds an error about a file. */
void file_failed(struct arena *arena, struct results *out, const char *path, const char *message);

#endif
