#include "driver/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/stats.h"
#include "driver/check.h"
#include "driver/contexts.h"
#include "kernelanalysis/link.h"

static const char *file_of(
	struct arena *arena, const struct whole *whole, size_t unit, const char *what)
{
	return arena_printf(arena, "%s/%zu.%s", whole->folder, unit, what);
}

void whole_new(struct arena *arena, struct whole *whole, const text_list *paths)
{
	const char *place = getenv("TMPDIR");
	char *folder = arena_printf(arena, "%s/hgrd-XXXXXX", place && *place ? place : "/tmp");
	*whole = (struct whole){ 0 };
	if (!mkdtemp(folder))
		die("cannot make a folder %s: %s", folder, strerror(errno));
	whole->folder = folder;
	vec_each(path, paths) {
		size_t number = whole->program.units.n;
		struct program_unit unit = { .path = *path };
		unit.host = file_of(arena, whole, number, "host.bc");
		if (!is_host_source(*path))
			unit.device = file_of(arena, whole, number, "device.bc");
		vec_push(arena, &whole->program.units, unit);
	}
}

void whole_free(struct whole *whole)
{
	static const char *const files[] = { "host.bc", "device.bc", "index" };
	char name[4096];
	for (size_t i = 0; i < whole->program.units.n; i++)
		for (size_t k = 0; k < sizeof(files) / sizeof(files[0]); k++) {
			int n = snprintf(name, sizeof(name), "%s/%zu.%s", whole->folder, i, files[k]);
			if (n > 0 && (size_t)n < sizeof(name))
				unlink(name);
		}
	rmdir(whole->folder);
}

bool is_host_source(const char *path)
{
	static const char *const suffixes[] = { ".c", ".cc", ".cpp", ".cxx", ".c++", ".C" };
	const char *dot = strrchr(path, '.');
	for (size_t i = 0; dot && i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (!strcmp(dot, suffixes[i]))
			return true;
	return false;
}

static bool write_bytes(const char *path, const struct bytes *bytes)
{
	FILE *file = fopen(path, "wxe");
	if (!file)
		return false;
	bool good = fwrite(bytes->at, 1, bytes->n, file) == bytes->n;
	return !fclose(file) && good;
}

static bool index_save(const char *path, const struct unit_index *index)
{
	FILE *file = fopen(path, "wxe");
	if (!file)
		return false;
	index_write(index, file);
	bool good = !ferror(file);
	return !fclose(file) && good;
}

static const char *index_make(struct arena *arena, const struct compiled *compiled, bool device,
	struct unit_index *index)
{
	const char *error = NULL;
	struct module *module = module_read(arena, compiled->host.at, compiled->host.n, &error);
	if (!module)
		return error;
	index_host(arena, module, index);
	module_free(module);
	if (!device)
		return NULL;
	module = module_read(arena, compiled->device.at, compiled->device.n, &error);
	if (!module)
		return error;
	device_index(arena, module, &index->kernels, &index->device_defined);
	module_free(module);
	return NULL;
}

static const char *unit_write(struct arena *arena, const struct whole *whole, size_t number,
	const struct compiled *compiled)
{
	const struct program_unit *unit = &whole->program.units.at[number];
	struct unit_index index = { 0 };
	const char *error = index_make(arena, compiled, unit->device != NULL, &index);
	if (error)
		return error;
	if (!write_bytes(unit->host, &compiled->host) ||
		(unit->device && !write_bytes(unit->device, &compiled->device)) ||
		!index_save(file_of(arena, whole, number, "index"), &index))
		return arena_printf(
			arena, "cannot write to %s: %s", whole->folder, strerror(errno));
	return NULL;
}

void unit_prepare(struct arena *arena, const struct compiler *compiler, const struct whole *whole,
	size_t unit, struct results *out)
{
	const char *path = whole->program.units.at[unit].path, *error = NULL;
	if (!input_usable(arena, path, out))
		return;
	stats.files++;
	progress("clang");
	struct compiled compiled;
	struct compiler with = *compiler;
	with.host_only = whole->program.units.at[unit].device == NULL;
	TIMED(clang)
		compiled = compile(arena, &with, path);
	fputs(compiled.diagnostics, stderr);
	error = compiled.error;
	if (!error)
		TIMED(index)
			error = unit_write(arena, whole, unit, &compiled);
	if (error)
		file_failed(arena, out, path, error);
}

void whole_fill(struct arena *arena, struct whole *whole)
{
	for (size_t i = 0; i < whole->program.units.n; i++) {
		struct program_unit *unit = &whole->program.units.at[i];
		FILE *file = fopen(file_of(arena, whole, i, "index"), "re");
		if (!file)
			continue;
		unit->usable = index_read(arena, file, &unit->index);
		fclose(file);
		if (!unit->usable)
			unit->index = (struct unit_index){ 0 };
	}
	program_fill(arena, &whole->program);
}

void unit_check(struct arena *arena, const struct options *options, struct whole *whole,
	size_t unit, struct results *out)
{
	const struct program_unit *it = &whole->program.units.at[unit];
	if (it->usable && it->device)
		contexts_check(arena, options, &whole->program, unit, out);
}
