#include "driver/whole.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/stats.h"

static const char *file_of(
	struct arena *arena, const struct whole *whole, size_t unit, const char *what)
{
	return arena_printf(arena, "%s/%zu.%s", whole->scratch.folder, unit, what);
}

const char *whole_index_file(struct arena *arena, const struct whole *whole, size_t unit)
{
	return file_of(arena, whole, unit, "index");
}

static void unit_add(struct arena *arena, struct whole *whole, const struct unit *unit)
{
	size_t number = whole->program.units.n;
	struct program_unit entry = { .path = unit->path };
	struct whole_unit state = { 0 };
	entry.host = file_of(arena, whole, number, "host.bc");
	if (!unit->host_only)
		entry.device = file_of(arena, whole, number, "device.bc");
	vec_push(arena, &whole->program.units, entry);
	vec_push(arena, &whole->units, state);
	vec_push(arena, &whole->all.units, *unit);
}

void whole_new(struct arena *arena, struct whole *whole, const struct options *options,
	const struct project *project, const struct compiler *compiler)
{
	*whole = (struct whole){ .options = options, .compiler = compiler,
		.scratch = scratch_new(arena), .all = *project };
	memset(&whole->all.units, 0, sizeof(whole->all.units));
	vec_each(unit, &project->units)
		unit_add(arena, whole, unit);
	whole->checked = whole->all.units.n;
	vec_each(unit, &project->context)
		unit_add(arena, whole, unit);
	vec_each(unit, &project->hosts)
		unit_add(arena, whole, unit);
}

void whole_free(struct arena *arena, struct whole *whole)
{
	scratch_free(arena, &whole->scratch);
}

/* Complete before it has its name: several processes may make one file at the same time. */
const char *whole_write(
	struct arena *arena, const struct whole *whole, const char *path, struct bytes bytes)
{
	const char *made = arena_printf(arena, "%s.%d", path, (int)getpid());
	FILE *file = fopen(made, "wxe");
	bool good = file && fwrite(bytes.at, 1, bytes.n, file) == bytes.n;
	good = file && !fclose(file) && good && !rename(made, path);
	if (good)
		return NULL;
	int reason = errno;
	unlink(made);
	return arena_printf(arena, "cannot write to %s: %s", whole->scratch.folder, strerror(reason));
}

/* Bitcode that the cache has no longer. */
static const char *compile_again(struct arena *arena, const struct whole *whole, size_t unit,
	enum side side, struct bytes *bytes)
{
	struct compiler compiler = unit_compiler(
		arena, &whole->all, whole->compiler, &whole->all.units.at[unit]);
	struct compiled compiled;
	TIMED(clang)
		compiled = compile(arena, &compiler, whole->all.units.at[unit].source);
	stats.compiled++;
	*bytes = side == SIDE_DEVICE ? compiled.device : compiled.host;
	return compiled.error;
}

const char *whole_need(struct arena *arena, const struct whole *whole, struct cache *cache,
	size_t unit, enum side side)
{
	const struct program_unit *entry = &whole->program.units.at[unit];
	const char *path = side == SIDE_DEVICE ? entry->device : entry->host;
	struct bytes bytes = { 0 };
	const char *error = NULL;
	if (!access(path, F_OK))
		return NULL;
	if (!brief_bitcode(cache, arena, &whole->units.at[unit].brief.key, side, &bytes))
		error = compile_again(arena, whole, unit, side, &bytes);
	return error ? error : whole_write(arena, whole, path, bytes);
}
