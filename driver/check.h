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

/* Can the path be a source; adds an error when it cannot. */
bool input_usable(struct arena *arena, const char *path, struct results *out);

/* Can a unit's source be one; adds an error when it cannot. */
bool unit_usable(struct arena *arena, const struct unit *unit, struct results *out);

/* Adds an error about a file; without a cause it is one of chance. */
void file_failed(struct arena *arena, struct results *out, const char *path, const char *message);
void file_failed_by(struct arena *arena, struct results *out, const char *path,
	const char *message, enum failure cause);

/* Says on stderr the errors from the given one on. */
void errors_show(const struct results *results, size_t first);

#endif
