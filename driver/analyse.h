#ifndef HGRD_DRIVER_ANALYSE_H
#define HGRD_DRIVER_ANALYSE_H

#include "base/options.h"
#include "driver/cache.h"
#include "frontend/clang.h"
#include "kernelanalysis/kernel.h"
#include "solver/verdict.h"

/*
 * Both sides' bitcode of one source file to verdicts: adds the file's kernels,
 * findings and errors to *out, whose strings live in the arena. Each kernel is
 * added when it is finished; progress() tells what starts next. `path` is the
 * source as the user named it, `compiler` what it was compiled with. Returns false when the file could not be
 * analysed at all; an error for it then stands in *out. Kernels that the cache
 * has are not checked again; it may be NULL.
 */
bool analyse(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct cache *cache, const char *path,
	const void *device_bitcode, size_t device_size, const void *host_bitcode, size_t host_size,
	struct results *out);

/* Prints what --dump asks for of a kernel, and adds it to the statistics. */
void dump_kernel(const struct options *options, struct kernel *kernel);
void count_kernel(const struct kernel *kernel);

#endif
