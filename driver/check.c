#include "driver/check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/progress.h"
#include "base/stats.h"
#include "driver/analyse.h"
#include "driver/cache.h"

void file_failed_by(struct arena *arena, struct results *out, const char *path,
	const char *message, enum failure cause)
{
	struct file_error error = { path, message, cause };
	vec_push(arena, &out->errors, error);
}

void file_failed(struct arena *arena, struct results *out, const char *path, const char *message)
{
	file_failed_by(arena, out, path, message, FAILURE_CHANCE);
}

void errors_show(const struct results *results, size_t first)
{
	for (size_t i = first; i < results->errors.n; i++)
		complain("%s: %s", results->errors.at[i].file, results->errors.at[i].message);
}

static bool has_suffix(const char *path)
{
	static const char *const suffixes[] = { ".cu", ".cuh", ".c", ".cpp", ".cc", ".cxx", ".h", ".hpp",
		".hxx", ".hh", ".inl" };
	const char *name = strrchr(path, '/'), *dot = strrchr(name ? name : path, '.');
	for (size_t i = 0; dot && i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (!strcmp(dot, suffixes[i]))
			return true;
	return false;
}

/* Why the path cannot be a CUDA source, NULL when it may be one. */
static const char *bad_input(const struct unit *unit)
{
	const char *path = unit->source;
	struct stat status;
	if (unit->error)
		return unit->error;
	if (stat(path, &status))
		return strerror(errno);
	if (S_ISDIR(status.st_mode))
		return "is a directory; name the .cu files in it";
	if (!S_ISREG(status.st_mode))
		return "is not a regular file";
	if (!unit->entry && !has_suffix(path))
		return "is not a CUDA source (its name does not end in .cu)";
	FILE *file = fopen(path, "re");
	if (!file)
		return strerror(errno);
	char start[4096];
	size_t n = fread(start, 1, sizeof(start), file);
	bool readable = !ferror(file);
	fclose(file);
	if (!readable)
		return "cannot be read";
	return memchr(start, '\0', n) ? "is not a text file" : NULL;
}

bool unit_usable(struct arena *arena, const struct unit *unit, struct results *out)
{
	const char *bad = bad_input(unit);
	if (bad)
		file_failed(arena, out, unit->path, bad);
	return !bad;
}

/* Takes the results of a unit from the cache where it has them. */
static bool recall(struct arena *arena, const struct options *options, struct cache *cache,
	const struct unit *unit, struct results *out)
{
	struct cached_unit cached = { 0 };
	struct hash state;
	if (!cache_get_inputs(cache, arena, unit->path, &state) ||
		!cache_get_unit(cache, arena, unit->path, &state, &cached) ||
		!transfer_read(arena, cached.results.at, cached.results.n, out)) {
		stats.new_units += cache != NULL;
		return false;
	}
	stats.cached_units++;
	stats.files++;
	if (options->verbose)
		fprintf(stderr, "%s: unchanged, from the cache\n", unit->path);
	fputs(cached.printed, stderr);
	return true;
}

static void check_new(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct cache *cache, const struct unit *unit,
	struct results *out)
{
	struct inputs inputs = { 0 };
	struct compiler tracked = *compiler;
	struct compiled compiled;
	struct hash state;
	stats.files++;
	progress("clang");
	if (cache)
		tracked.inputs = &inputs;
	cache_start_unit(cache);
	cache_start_files(cache);
	TIMED(clang)
		compiled = compile(arena, &tracked, unit->source);
	fputs(compiled.diagnostics, stderr);
	bool keep = cache_put_inputs(cache, arena, unit->path, &inputs, &state);
	progress("the launches");
	if (compiled.error)
		file_failed_by(arena, out, unit->path, compiled.error, compiled.cause);
	else if (!analyse(arena, options, compiler, cache, unit->path, compiled.device.at,
			 compiled.device.n, compiled.host.at, compiled.host.n, out) &&
		 !out->errors.n)
		file_failed(arena, out, unit->path, "could not be analysed");
	if (keep)
		cache_put_unit(cache, arena, unit->path, &state, compiled.diagnostics, out);
}

/* The cache is that of the unit's own compiler: other flags are other results. */
void check_unit(struct arena *arena, const struct options *options,
	const struct compiler *compiler, const struct unit *unit, struct results *out)
{
	if (!unit_usable(arena, unit, out))
		return;
	struct options with = *options;
	with.arch = compiler->arch;
	struct cache *cache = cache_new(arena, &with, compiler);
	if (!recall(arena, &with, cache, unit, out))
		check_new(arena, &with, compiler, cache, unit, out);
	cache_close(cache);
}
