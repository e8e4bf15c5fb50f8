#ifndef HGRD_DRIVER_CHECK_H
#define HGRD_DRIVER_CHECK_H

#include "driver/cache.h"

/*
 * One source file from start to verdicts: adds its kernels, findings and errors
 * to *out (strings in the arena), which is empty before. clang's diagnostics go to stderr.
 * What was not in the cache is put there; NULL: there is none.
 */
void check_file(struct arena *arena, const struct options *options, const struct compiler *compiler,
	struct cache *cache, const char *path, struct results *out);

/* Adds an error about a file. */
void file_failed(struct arena *arena, struct results *out, const char *path, const char *message);

#endif
