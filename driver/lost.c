#include "driver/lost.h"

#include "base/progress.h"
#include "driver/check.h"
#include "driver/notes.h"

struct keeping {
	const struct lost_list *lost;
	const struct project *project;
};

/* Keeps what a unit reads; false: it is not known, or has changed since the unit was lost. */
static bool keep_inputs(struct arena *arena, const struct compiler *compiler, struct cache *cache,
	const struct unit *unit, const struct lost *lost, struct inputs *inputs)
{
	struct compiler tracked = *compiler;
	if (!cache)
		return false;
	progress("clang");
	tracked.inputs = inputs;
	cache_start_unit(cache);
	cache_started_files(cache, lost->clock);
	compile_inputs(arena, &tracked, unit->source);
	return inputs->complete;
}

static void keep_results(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t number, struct results *out)
{
	const struct keeping *keeping = data;
	const struct lost *lost = &keeping->lost->lost.at[number];
	const struct unit *unit = &keeping->project->units.at[lost->unit];
	struct options with = *options;
	struct inputs inputs = { 0 };
	struct results results = { 0 };
	struct hash state;
	(void)out;
	with.arch = compiler->arch;
	struct cache *cache = cache_new(arena, &with, compiler);
	if (keep_inputs(arena, compiler, cache, unit, lost, &inputs) &&
		(!lost->results.n ||
			transfer_read(arena, lost->results.at, lost->results.n, &results)) &&
		cache_put_inputs(cache, arena, unit->path, &inputs, &state)) {
		file_failed_by(arena, &results, unit->path, lost->error, lost->cause);
		cache_put_unit(cache, arena, unit->path, &state, lost->printed, &results);
	}
	cache_close(cache);
}

static void keep_brief(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t number, struct results *out)
{
	const struct keeping *keeping = data;
	const struct lost *lost = &keeping->lost->lost.at[number];
	const struct unit *unit = &keeping->project->units.at[lost->unit];
	struct options with = *options;
	struct inputs inputs = { 0 };
	struct brief brief = { .printed = lost->printed, .error = lost->error,
		.cause = lost->cause };
	with.arch = compiler->arch;
	struct cache *cache = cache_new(arena, &with, compiler);
	if (keep_inputs(arena, compiler, cache, unit, lost, &inputs))
		brief_put(cache, arena, unit->path, &inputs, NULL, &brief);
	note_failed(arena, lost->unit, unit->path, &brief, out);
	cache_close(cache);
}

void lost_keep(struct arena *arena, const struct options *options, const struct project *project,
	const struct compiler *compiler, const struct lost_list *lost, bool briefs,
	struct results *out)
{
	struct keeping keeping = { lost, project };
	struct project part = *project;
	struct round round = { .title = "limits that were met", .silent = true,
		.work = briefs ? keep_brief : keep_results, .data = &keeping };
	struct results found = { 0 };
	if (!lost->lost.n || options->no_cache)
		return;
	memset(&part.units, 0, sizeof(part.units));
	vec_each(one, &lost->lost)
		vec_push(arena, &part.units, project->units.at[one->unit]);
	scan(arena, options, &part, compiler, &round, &found);
	vec_each(note, &found.notes)
		vec_push(arena, &out->notes, *note);
	out->partial |= briefs && found.partial;
}
