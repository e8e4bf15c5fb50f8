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
#include "driver/scan.h"
#include "frontend/clang.h"
#include "kernelanalysis/link.h"

/* The program with the files of its bitcode. */
struct whole {
	const char *folder;
	struct project all;  /* units to check first, then those read for their facts */
	size_t checked;	     /* how many units are to check */
	struct program program;
};

static const char *file_of(
	struct arena *arena, const struct whole *whole, size_t unit, const char *what)
{
	return arena_printf(arena, "%s/%zu.%s", whole->folder, unit, what);
}

static void unit_add(struct arena *arena, struct whole *whole, const struct unit *unit)
{
	size_t number = whole->program.units.n;
	struct program_unit entry = { .path = unit->path };
	entry.host = file_of(arena, whole, number, "host.bc");
	if (!unit->host_only)
		entry.device = file_of(arena, whole, number, "device.bc");
	vec_push(arena, &whole->program.units, entry);
	vec_push(arena, &whole->all.units, *unit);
}

static void whole_new(struct arena *arena, struct whole *whole, const struct project *project)
{
	const char *place = getenv("TMPDIR");
	char *folder = arena_printf(arena, "%s/hgrd-XXXXXX", place && *place ? place : "/tmp");
	if (!mkdtemp(folder))
		die("cannot make a folder %s: %s", folder, strerror(errno));
	*whole = (struct whole){ .folder = folder, .all = *project };
	memset(&whole->all.units, 0, sizeof(whole->all.units));
	vec_each(unit, &project->units)
		unit_add(arena, whole, unit);
	whole->checked = whole->all.units.n;
	vec_each(unit, &project->context)
		unit_add(arena, whole, unit);
	vec_each(unit, &project->hosts)
		unit_add(arena, whole, unit);
}

static void whole_free(struct arena *arena, struct whole *whole)
{
	static const char *const files[] = { "host.bc", "device.bc", "index" };
	for (size_t i = 0; i < whole->program.units.n; i++)
		for (size_t k = 0; k < sizeof(files) / sizeof(files[0]); k++)
			unlink(file_of(arena, whole, i, files[k]));
	rmdir(whole->folder);
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

static struct module *read_side(struct arena *arena, const char *side, const struct bytes *bytes,
	const char **error)
{
	const char *reason = NULL;
	struct module *module = module_read(arena, bytes->at, bytes->n, &reason);
	if (!module)
		*error = arena_printf(arena, "cannot read the %s bitcode: %s", side, reason);
	return module;
}

static const char *index_make(struct arena *arena, const struct compiled *compiled, bool device,
	struct unit_index *index)
{
	const char *error = NULL;
	struct module *module;
	if (device) {
		module = read_side(arena, "device", &compiled->device, &error);
		if (!module)
			return error;
		device_index(arena, module, &index->kernels, &index->device_defined);
		module_free(module);
	}
	module = read_side(arena, "host", &compiled->host, &error);
	if (!module)
		return error;
	index_host(arena, module, index);
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

/*
 * A unit of the project that is only read for its facts fails in silence: what it would have said
 * is missing, and the others are checked.
 */
static bool compile_unit(struct arena *arena, const struct compiler *compiler,
	const struct unit *unit, bool quiet, struct compiled *compiled, struct results *out)
{
	TIMED(clang)
		*compiled = compile(arena, compiler, unit->source);
	if (!quiet)
		fputs(compiled->diagnostics, stderr);
	if (compiled->error && !quiet)
		file_failed(arena, out, unit->path, compiled->error);
	return !compiled->error;
}

static void first_round(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t number, struct results *out)
{
	const struct whole *whole = data;
	const struct unit *unit = &whole->all.units.at[number];
	struct results unused = { 0 };
	bool quiet = number >= whole->checked && !options->verbose;
	struct compiled compiled;
	if (!unit_usable(arena, unit, quiet ? &unused : out))
		return;
	stats.files += number < whole->checked;
	progress("clang");
	if (!compile_unit(arena, compiler, unit, quiet, &compiled, out))
		return;
	const char *error = NULL;
	TIMED(index)
		error = unit_write(arena, whole, number, &compiled);
	if (error)
		file_failed(arena, out, unit->path, error);
}

static void whole_fill(struct arena *arena, struct whole *whole)
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
		stats.context += unit->usable && i >= whole->checked;
	}
	program_fill(arena, &whole->program);
}

static void second_round(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t number, struct results *out)
{
	struct whole *whole = data;
	const struct program_unit *unit = &whole->program.units.at[number];
	struct options with = *options;
	with.arch = compiler->arch;
	if (unit->usable && unit->device)
		contexts_check(arena, &with, compiler, &whole->program, number, out);
}

void program_scan(struct arena *arena, const struct options *options,
	const struct project *project, const struct compiler *compiler, struct results *out)
{
	struct whole whole;
	whole_new(arena, &whole, project);
	struct round first = { .work = first_round, .data = &whole };
	struct round second = { .work = second_round, .data = &whole };
	scan(arena, options, &whole.all, compiler, &first, out);
	if (!out->partial) {
		whole_fill(arena, &whole);
		scan(arena, options, project, compiler, &second, out);
	}
	whole_free(arena, &whole);
}
