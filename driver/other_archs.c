#include "driver/other_archs.h"

#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "base/stats.h"
#include "driver/archs.h"
#include "driver/cache_internal.h"
#include "driver/scan.h"
#include "frontend/paths.h"
#include "frontend/preprocess.h"
#include "frontend/words.h"

/* What asks for the architecture; the last two are macros of <nv/target>. */
static const char *const questions[] = { "__CUDA_ARCH", "__CUDA_MINIMUM_ARCH__", "NV_IF_",
	"NV_DISPATCH_TARGET" };

static bool asks_for_arch(const char *text)
{
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
		if (strstr(text, questions[i]))
			return true;
	return false;
}

static bool file_asks(struct arena *arena, const struct compiler *compiler, const char *file)
{
	const char *path = compiler->folder ? path_join(arena, compiler->folder, file) : file;
	const char *text = file_text(arena, path);
	return text && asks_for_arch(text);
}

static struct compiler compiler_for(struct arena *arena, const struct project *project,
	const struct compiler *compiler, const struct unit *unit, const char *arch)
{
	struct unit with = *unit;
	with.arch = arch;
	return unit_compiler(arena, project, compiler, &with);
}

static bool asks(struct arena *arena, const struct compiler *compiler,
	const struct preprocessed *newest)
{
	vec_each(file, &newest->files)
		if (file_asks(arena, compiler, *file))
			return true;
	return false;
}

/* Takes those of `archs` for which the text is another. */
static void differing(struct arena *arena, const struct project *project,
	const struct compiler *compiler, struct unit *unit, const text_list *archs)
{
	size_t n = archs->n, kept = 1;
	struct compiler *compilers = arena_alloc(arena, n * sizeof(*compilers));
	struct preprocessed *made = arena_alloc(arena, n * sizeof(*made));
	for (size_t i = 0; i < n; i++)
		compilers[i] = compiler_for(arena, project, compiler, unit, archs->at[i]);
	vec_push(arena, &unit->archs, archs->at[0]);
	preprocess(arena, compilers, 1, unit->source, made);
	if (!made[0].text || !asks(arena, &compilers[0], &made[0]))
		return;
	preprocess(arena, compilers + 1, n - 1, unit->source, made + 1);
	for (size_t i = 1; i < n; i++) {
		bool known = !made[i].text;
		for (size_t k = 0; k < kept && !known; k++)
			known = !strcmp(made[k].text, made[i].text);
		if (known)
			continue;
		made[kept++] = made[i];
		vec_push(arena, &unit->archs, archs->at[i]);
	}
}

/* The cache under the inputs that a unit has for its newest architecture; the caller closes it. */
static struct cache *cache_of(struct arena *arena, const struct options *options,
	const struct project *project, const struct compiler *compiler, const struct unit *unit)
{
	struct compiler *with = arena_alloc(arena, sizeof(*with));
	struct options *own = arena_alloc(arena, sizeof(*own));
	*with = compiler_for(arena, project, compiler, unit, unit->arch);
	*own = *options;
	own->arch = with->arch;
	return cache_new(arena, own, with);
}

static bool recalled(struct cache *cache, struct arena *arena, struct unit *unit)
{
	struct hash state;
	byte_list value = { 0 };
	if (!cache_get_inputs(cache, arena, unit->path, &state))
		return false;
	struct hash key = cache_key(cache, "archs", unit->path, &state);
	if (!cache_get(cache, arena, &key, &value))
		return false;
	struct unpack unpack = { value.at, value.at + value.n, false };
	size_t n = unpack_count(&unpack, 1);
	for (size_t i = 0; i < n; i++)
		vec_push(arena, &unit->archs, arena_strdup(arena, unpack_text(&unpack)));
	if (unpack.damaged)
		unit->archs.n = 0;
	return !unpack.damaged;
}

static void keep(struct cache *cache, struct arena *arena, const struct unit *unit)
{
	struct hash state;
	byte_list value = { 0 };
	if (!cache_get_inputs(cache, arena, unit->path, &state))
		return;
	struct hash key = cache_key(cache, "archs", unit->path, &state);
	pack_number(arena, &value, unit->archs.n);
	vec_each(arch, &unit->archs)
		pack_text(arena, &value, *arch);
	cache_put(cache, &key, &value);
}

/* The units that have to be looked at. */
struct looking {
	const struct project *project;
	const struct compiler *compiler; /* of the run */
	VEC(struct unit *) units;
};

/* Worker's part: notes "UNIT ARCH ARCH ...". */
static void look(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t number, struct results *out)
{
	const struct looking *looking = data;
	struct unit unit = *looking->units.at[number];
	(void)options;
	(void)compiler;
	text_list archs = archs_of_unit(arena, looking->compiler, &unit);
	archs = archs_sorted(arena, &archs);
	progress("architectures");
	TIMED(clang)
		differing(arena, looking->project, looking->compiler, &unit, &archs);
	const char *note = arena_printf(arena, "%zu", number);
	vec_each(arch, &unit.archs)
		note = arena_printf(arena, "%s %s", note, *arch);
	vec_push(arena, &out->notes, note);
}

static void take_note(struct arena *arena, const struct looking *looking, const char *note)
{
	char *at;
	struct unit *unit = looking->units.at[strtoul(note, &at, 10)];
	unit->archs_new = true;
	while (*at == ' ') {
		size_t length = strcspn(++at, " ");
		vec_push(arena, &unit->archs, arena_strndup(arena, at, length));
		at += length;
	}
}

static void look_at_all(struct arena *arena, const struct options *options,
	struct looking *looking, struct results *out)
{
	struct results found = { 0 };
	struct project part = *looking->project;
	struct round round = {
		.title = "architectures", .silent = true, .work = look, .data = looking
	};
	memset(&part.units, 0, sizeof(part.units));
	vec_each(unit, &looking->units)
		vec_push(arena, &part.units, **unit);
	scan(arena, options, &part, looking->compiler, &round, &found);
	vec_each(note, &found.notes)
		take_note(arena, looking, *note);
	vec_each(error, &found.errors) {
		error->message = arena_printf(arena, "not checked for other architectures: %s",
			error->message);
		complain("%s: %s", error->file, error->message);
		vec_push(arena, &out->errors, *error);
	}
	if (found.partial) {
		out->partial = true;
		out->unchecked = looking->project->units.n;
	}
}

static bool is_known(struct arena *arena, const struct options *options,
	const struct project *project, const struct compiler *compiler, struct unit *unit)
{
	if (unit->error || archs_of_unit(arena, compiler, unit).n < 2)
		return true;
	struct cache *cache = cache_of(arena, options, project, compiler, unit);
	bool known = recalled(cache, arena, unit);
	cache_close(cache);
	return known;
}

bool other_archs_fill(struct arena *arena, const struct options *options, struct project *project,
	const struct compiler *compiler, struct results *out)
{
	struct looking looking = { .project = project, .compiler = compiler };
	bool several = false;
	vec_each(unit, &project->units)
		if (!is_known(arena, options, project, compiler, unit))
			vec_push(arena, &looking.units, unit);
	if (looking.units.n)
		look_at_all(arena, options, &looking, out);
	vec_each(unit, &project->units)
		several |= unit->archs.n > 1;
	return several;
}

void other_archs_keep(struct arena *arena, const struct options *options,
	const struct project *project, const struct compiler *compiler)
{
	vec_each(unit, &project->units) {
		if (!unit->archs_new)
			continue;
		struct cache *cache = cache_of(arena, options, project, compiler, unit);
		keep(cache, arena, unit);
		cache_close(cache);
	}
}
