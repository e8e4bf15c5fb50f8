#include "driver/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "base/stats.h"
#include "driver/check.h"
#include "driver/contexts.h"
#include "driver/lost.h"
#include "driver/notes.h"
#include "driver/scan.h"
#include "driver/whole.h"
#include "kernelanalysis/canonical/link.h"
#include "report/merge.h"

/* First round. */

struct turn { /* a unit's in the first round */
	struct arena *arena;
	const struct whole *whole;
	const struct compiler *compiler;
	struct cache *cache;
	size_t number;
	bool quiet; /* it is only read for its facts */
	struct results *out;
};

static struct module *read_side(struct arena *arena, const char *side, const struct bytes *bytes,
	const char **error)
{
	const char *reason = NULL;
	struct module *module = module_read(arena, bytes->at, bytes->n, &reason);
	if (!module)
		*error = arena_printf(arena, "cannot read the %s bitcode: %s", side, reason);
	return module;
}

/* What a unit is but for where its lines are, for the cache. */
static void side_note(struct turn *turn, const struct module *module, enum side side,
	struct brief *brief)
{
	if (turn->cache)
		brief->sides[side] =
			module_moved_hash(turn->arena, module, &brief->moved[side]);
}

static const char *index_make(struct turn *turn, const struct compiled *compiled, bool device,
	struct unit_index *index, struct brief *brief)
{
	struct arena *arena = turn->arena;
	const char *error = NULL;
	struct module *module;
	if (device) {
		module = read_side(arena, "device", &compiled->device, &error);
		if (!module)
			return error;
		side_note(turn, module, SIDE_DEVICE, brief);
		device_index(arena, module, &index->kernels, &index->device_defined);
		module_free(module);
	}
	module = read_side(arena, "host", &compiled->host, &error);
	if (!module)
		return error;
	side_note(turn, module, SIDE_HOST, brief);
	index_host(arena, module, false, index);
	module_free(module);
	return NULL;
}

static struct bytes index_text(struct arena *arena, const struct unit_index *index)
{
	char *text = NULL;
	size_t n = 0;
	FILE *file = open_memstream(&text, &n);
	if (!file)
		die("out of memory");
	index_write(index, file);
	fclose(file);
	struct bytes bytes = { arena_strndup(arena, text, n), n };
	free(text);
	return bytes;
}

/* Both sides and the index as files; fills what is kept of them. */
static const char *unit_write(struct turn *turn, const struct compiled *compiled,
	struct brief *brief)
{
	struct arena *arena = turn->arena;
	const struct whole *whole = turn->whole;
	const struct program_unit *unit = &whole->program.units.at[turn->number];
	struct unit_index index = { 0 };
	const char *error = index_make(turn, compiled, unit->device != NULL, &index, brief);
	struct bytes text = { 0 };
	if (!error)
		text = index_text(arena, &index);
	if (!error)
		error = whole_write(arena, whole, unit->host, compiled->host);
	if (!error && unit->device)
		error = whole_write(arena, whole, unit->device, compiled->device);
	if (!error)
		error = whole_write(arena, whole, whole_index_file(arena, whole, turn->number), text);
	brief->index = text.at;
	brief->printed = compiled->diagnostics;
	return error;
}

/*
 * A unit of the project that is only read for its facts does not compile in silence: what it would have said
 * is missing, and the others are checked.
 */
static void unit_failed(struct turn *turn, const struct brief *brief)
{
	const struct unit *unit = &turn->whole->all.units.at[turn->number];
	if (!turn->quiet || !brief->from_clang)
		file_failed_by(turn->arena, turn->out, unit->path, brief->error, brief->cause);
	note_failed(turn->arena, turn->number, unit->path, brief, turn->out);
}

static void compile_unit(struct turn *turn)
{
	const struct unit *unit = &turn->whole->all.units.at[turn->number];
	struct inputs inputs = { 0 };
	struct compiler tracked = *turn->compiler;
	struct compiled compiled;
	if (turn->cache)
		tracked.inputs = &inputs;
	progress("clang");
	cache_start_files(turn->cache);
	TIMED(clang)
		compiled = compile(turn->arena, &tracked, unit->source);
	stats.compiled++;
	if (!turn->quiet)
		fputs(compiled.diagnostics, stderr);
	struct brief brief = { .printed = compiled.diagnostics, .error = compiled.error,
		.cause = compiled.cause, .from_clang = compiled.error != NULL };
	if (!brief.error)
		TIMED(index)
			brief.error = unit_write(turn, &compiled, &brief);
	bool kept = brief_put(turn->cache, turn->arena, unit->path, &inputs, &compiled, &brief);
	if (brief.error)
		unit_failed(turn, &brief);
	else if (kept)
		note_compiled(turn->arena, turn->number, &brief, turn->out);
}

static void unit_turn(struct turn *turn)
{
	const struct unit *unit = &turn->whole->all.units.at[turn->number];
	struct brief brief = { 0 };
	if (!brief_find(turn->cache, turn->arena, unit->path, &brief)) {
		compile_unit(turn);
		return;
	}
	stats.uncompiled++;
	if (!turn->quiet)
		fputs(brief.printed, stderr);
	if (brief.error)
		unit_failed(turn, &brief);
	else
		note_compiled(turn->arena, turn->number, &brief, turn->out);
}

static void first_round(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t number, struct results *out)
{
	const struct whole *whole = data;
	const struct unit *unit = &whole->all.units.at[number];
	struct results unused = { 0 };
	bool quiet = number >= whole->checked && !options->verbose;
	struct options with = *options;
	if (!unit_usable(arena, unit, quiet ? &unused : out)) {
		note_failed(arena, number, unit->path, &(struct brief){ 0 }, out);
		return;
	}
	stats.files += number < whole->checked;
	with.arch = compiler->arch;
	struct turn turn = { .arena = arena, .whole = whole, .compiler = compiler,
		.cache = cache_new(arena, &with, compiler), .number = number, .quiet = quiet,
		.out = out };
	unit_turn(&turn);
	cache_close(turn.cache);
}

/* Between the rounds. */

/* The hash of all that the program is made of; false when that is not known of every unit. */
static bool program_state(struct arena *arena, const struct whole *whole, struct hash *state)
{
	struct hasher *hasher = hasher_new(arena);
	hasher_add(hasher, &whole->checked, sizeof(whole->checked));
	for (size_t i = 0; i < whole->units.n; i++) {
		hasher_text(hasher, whole->program.units.at[i].path);
		hasher_add(hasher, &whole->units.at[i].brief.key, sizeof(struct hash));
		if (!whole->units.at[i].known)
			return false;
	}
	*state = hasher_end(hasher);
	return true;
}

static void index_fill(struct arena *arena, struct whole *whole, struct cache *cache, size_t number)
{
	struct program_unit *unit = &whole->program.units.at[number];
	struct whole_unit *state = &whole->units.at[number];
	FILE *file = fopen(whole_index_file(arena, whole, number), "re");
	if (!file && state->known && !state->failed && brief_read(cache, arena, &state->brief))
		file = fmemopen((char *)(uintptr_t)state->brief.index, strlen(state->brief.index),
			"r");
	if (!file)
		return;
	unit->usable = index_read(arena, file, &unit->index);
	fclose(file);
	if (!unit->usable)
		unit->index = (struct unit_index){ 0 };
	stats.context += unit->usable && number >= whole->checked;
}

static void whole_fill(struct arena *arena, struct whole *whole, struct cache *cache)
{
	for (size_t i = 0; i < whole->program.units.n; i++)
		index_fill(arena, whole, cache, i);
	program_fill(arena, &whole->program);
}

/* Second round. */

static void second_round(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t number, struct results *out)
{
	struct whole *whole = data;
	const struct program_unit *unit = &whole->program.units.at[number];
	struct options with = *options;
	with.arch = compiler->arch;
	if (!unit->usable || !unit->device)
		return;
	struct cache *cache = cache_new(arena, &with, compiler);
	contexts_check(arena, &with, compiler, whole, cache, number, out);
	cache_close(cache);
}

static void check_all(struct arena *arena, struct whole *whole, const struct project *project,
	struct cache *cache, struct results *out)
{
	struct round second = { .work = second_round, .data = whole };
	TIMED(index)
		whole_fill(arena, whole, cache);
	cache_pause(cache);
	scan(arena, whole->options, project, whole->compiler, &second, out);
	if (stats.cached_limits)
		cache_limited(cache);
}

/* All results come from the cache where no unit has changed. */
static bool recall(struct arena *arena, const struct whole *whole, struct cache *cache,
	const struct hash *state, struct results *out)
{
	struct cached_unit cached = { 0 };
	if (!cache_get_unit(cache, arena, "", state, &cached) ||
		!transfer_read(arena, cached.results.at, cached.results.n, out))
		return false;
	stats.cached_units += whole->checked;
	if (whole->options->verbose)
		complain("the program is unchanged: results from the cache");
	errors_show(out, 0);
	return true;
}

static void program_check(struct arena *arena, struct whole *whole, const struct project *project,
	struct results *out)
{
	struct cache *cache = cache_new(arena, whole->options, whole->compiler);
	struct hash state;
	bool keep = program_state(arena, whole, &state);
	struct results found = { 0 };
	cache_start_unit(cache);
	if (!keep || !recall(arena, whole, cache, &state, &found)) {
		check_all(arena, whole, project, cache, &found);
		if (keep && !found.partial)
			cache_put_unit(cache, arena, "", &state, "", &found);
	}
	results_append(arena, &found, out);
	cache_close(cache);
}

void program_scan(struct arena *arena, const struct options *options,
	const struct project *project, const struct compiler *compiler, struct results *out)
{
	struct whole whole;
	struct results first = { 0 };
	whole_new(arena, &whole, options, project, compiler);
	struct lost_list lost = { 0 };
	struct round round = { .work = first_round, .data = &whole, .lost = &lost };
	scan(arena, options, &whole.all, compiler, &round, &first);
	if (!first.partial)
		lost_keep(arena, options, &whole.all, compiler, &lost, true, &first);
	vec_each(note, &first.notes)
		note_take(&whole, *note);
	first.notes.n = 0;
	if (first.partial)
		first.unchecked = project->units.n;
	results_append(arena, &first, out);
	if (!out->partial)
		program_check(arena, &whole, project, out);
	whole_free(arena, &whole);
}
