#include "driver/check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/progress.h"
#include "base/stats.h"
#include "driver/analyse.h"

void file_failed(struct arena *arena, struct results *out, const char *path, const char *message)
{
	struct file_error error = { path, message };
	vec_push(arena, &out->errors, error);
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

void check_unit(struct arena *arena, const struct options *options, const struct compiler *compiler,
	const struct unit *unit, struct results *out)
{
	if (!unit_usable(arena, unit, out))
		return;
	stats.files++;
	progress("clang");
	struct compiled compiled;
	TIMED(clang)
		compiled = compile(arena, compiler, unit->source);
	fputs(compiled.diagnostics, stderr);
	if (compiled.error) {
		file_failed(arena, out, unit->path, compiled.error);
		return;
	}
	progress("the launches");
	struct options with = *options;
	with.arch = compiler->arch;
	size_t before = out->errors.n;
	if (!analyse(arena, &with, unit->path, compiled.device.at, compiled.device.n,
		    compiled.host.at, compiled.host.n, out) &&
		out->errors.n == before)
		file_failed(arena, out, unit->path, "could not be analysed");
}
