/*
 * Two filters, each a list of paths: what the command line names, and what has changed. A unit
 * passes a filter if its source is in the list or below a folder in it; else its dependencies are
 * asked for, one process per unit.
 */
#include "driver/select.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/changed.h"
#include "driver/check.h"
#include "driver/scan.h"
#include "frontend/depends.h"
#include "frontend/paths.h"

struct entry {
	const char *name; /* as named; NULL: it need not select anything */
	const char *path;
	bool folder, gone, hit;
};

struct filter {
	bool on;
	VEC(struct entry) entries;
};

enum { NAMED, CHANGED, FILTERS };

struct selection {
	struct project *project;
	struct filter filters[FILTERS];
	bool *passes[FILTERS]; /* by unit */
};

static void add(struct arena *arena, struct filter *filter, const char *path, const char *name)
{
	struct stat status;
	struct entry entry = { .name = name, .path = path };
	entry.gone = stat(path, &status) != 0;
	entry.folder = !entry.gone && S_ISDIR(status.st_mode);
	vec_push(arena, &filter->entries, entry);
}

static void pass_directly(struct selection *selection, struct filter *filter, bool *passes)
{
	for (size_t i = 0; i < selection->project->units.n; i++) {
		const char *real = selection->project->units.at[i].real;
		vec_each(entry, &filter->entries) {
			bool hit = entry->folder ? path_below(real, entry->path)
						 : !strcmp(real, entry->path);
			entry->hit |= hit;
			passes[i] |= hit;
		}
	}
}

/* Files that no compiler reads; all others may be headers. */
static bool may_be_read(const char *path)
{
	static const char *const never[] = { ".md", ".rst", ".py", ".sh", ".yml", ".yaml", ".json",
		".png", ".svg", ".cmake", "CMakeLists.txt", ".gitignore" };
	for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++)
		if (path_ends(path, never[i]))
			return false;
	return true;
}

static bool reads(const struct entry *entry, const char *path)
{
	return !strcmp(entry->path, path) ||
	       (entry->gone && *path != '/' && !strcmp(path_name(entry->path), path));
}

/* Worker's part: notes "FILTER UNIT ENTRY" for every entry that the unit reads. */
static void look_for(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t unit, struct results *out)
{
	(void)options;
	struct selection *selection = data;
	text_list paths = { 0 };
	bool known = depends(arena, compiler, selection->project->units.at[unit].source, &paths);
	for (int f = 0; f < FILTERS; f++) {
		struct filter *filter = &selection->filters[f];
		for (size_t e = 0; e < filter->entries.n; e++) {
			const struct entry *entry = &filter->entries.at[e];
			bool hit = !known;
			vec_each(path, &paths)
				hit |= reads(entry, *path);
			if (hit && !entry->folder)
				vec_push(arena, &out->notes,
					arena_printf(arena, "%d %zu %zu", f, unit, e));
		}
	}
}

static void take_note(struct selection *selection, const char *note)
{
	char *end;
	unsigned long f = strtoul(note, &end, 10), unit = strtoul(end, &end, 10);
	unsigned long entry = strtoul(end, &end, 10);
	selection->passes[f][unit] = true;
	selection->filters[f].entries.at[entry].hit = true;
}

static bool passes_all(const struct selection *selection, size_t unit)
{
	for (int f = 0; f < FILTERS; f++)
		if (selection->filters[f].on && !selection->passes[f][unit])
			return false;
	return true;
}

/* Is there a file that may be a header of a unit that is still out. */
static bool needs_look(const struct selection *selection)
{
	bool loose = false, out = false;
	for (int f = 0; f < FILTERS; f++)
		vec_each(entry, &selection->filters[f].entries)
			loose |= !entry->folder && !entry->hit && may_be_read(entry->path);
	for (size_t i = 0; i < selection->project->units.n; i++)
		out |= !passes_all(selection, i);
	return loose && out;
}

static void look(struct arena *arena, const struct options *options, struct selection *selection,
	const struct compiler *compiler, struct results *out)
{
	struct results found = { 0 };
	struct round round = {
		.title = "reading dependencies", .silent = true, .work = look_for, .data = selection
	};
	scan(arena, options, selection->project, compiler, &round, &found);
	if (found.partial) {
		out->partial = true;
		out->unchecked = selection->project->units.n;
	}
	vec_each(note, &found.notes)
		take_note(selection, *note);
	vec_each(error, &found.errors)
		for (size_t i = 0; i < selection->project->units.n; i++)
			if (!strcmp(error->file, selection->project->units.at[i].path))
				selection->passes[NAMED][i] = selection->passes[CHANGED][i] = true;
}

/* Units whose flags are others than at the revision, where git has the database. */
static bool pass_by_flags(struct arena *arena, const struct options *options,
	struct selection *selection, bool *passes)
{
	const struct project *project = selection->project;
	const char *path = path_real(arena, NULL, project->database->path), *error;
	const char *text = content_at(arena, path, options->since);
	struct database then;
	if (!text || !database_parse(arena, path, text, &then, &error))
		return false;
	database_translate(arena, &then);
	for (size_t i = 0; i < project->units.n; i++) {
		const struct unit *unit = &project->units.at[i];
		const struct database_entry *old = database_find(&then, unit->real);
		passes[i] |= !old || (unit->entry && !database_same(old, unit->entry));
	}
	return true;
}

/* The folder whose units a file of the build may give other flags; NULL: it is none of these. */
static const char *build_scope(struct arena *arena, const char *path)
{
	static const char *const local[] = { "CMakeLists.txt", "Makefile", "GNUmakefile",
		"makefile", "meson.build", "xmake.lua", "BUILD", "BUILD.bazel", "SConscript" };
	static const char *const global[] = { ".cmake", ".mk", ".bzl", "CMakePresets.json",
		"CMakeUserPresets.json", "meson_options.txt", "SConstruct", "configure.ac" };
	for (size_t i = 0; i < sizeof(local) / sizeof(*local); i++)
		if (!strcmp(path_name(path), local[i]))
			return path_folder(arena, path);
	for (size_t i = 0; i < sizeof(global) / sizeof(*global); i++)
		if (path_ends(path, global[i]))
			return "/";
	return NULL;
}

/* Where git does not have the database, what changed the build may have changed flags. */
static void pass_by_build(struct arena *arena, struct selection *selection, bool *passes)
{
	const struct project *project = selection->project;
	vec_each(entry, &selection->filters[CHANGED].entries) {
		const char *scope = build_scope(arena, entry->path);
		for (size_t i = 0; scope && i < project->units.n; i++)
			passes[i] |= path_below(project->units.at[i].real, scope);
	}
}

static bool fill_filters(struct arena *arena, const struct options *options,
	struct selection *selection, const char **error)
{
	struct project *project = selection->project;
	struct filter *named = &selection->filters[NAMED];
	named->on = project->database && (options->files.n || options->files_from);
	if (named->on) {
		vec_each(file, &options->files)
			add(arena, named, path_real(arena, NULL, *file), *file);
		vec_each(file, &project->listed)
			add(arena, named, path_real(arena, NULL, *file), NULL);
	}
	selection->filters[CHANGED].on = options->since != NULL;
	if (!options->since || !project->units.n)
		return true;
	text_list changed = { 0 };
	const char *folder = path_folder(arena, project->units.at[0].real);
	if (!changed_since(arena, folder, options->since, &changed, error)) {
		*error = arena_printf(arena, "--since=%s: %s", options->since, *error);
		return false;
	}
	vec_each(path, &changed)
		add(arena, &selection->filters[CHANGED], *path, NULL);
	return true;
}

/* Names that select nothing are said; those that cannot mean anything are errors. */
static void complain_missed(
	struct arena *arena, const struct selection *selection, struct results *out)
{
	const struct database *database = selection->project->database;
	vec_each(entry, &selection->filters[NAMED].entries) {
		const char *why;
		if (entry->hit || !entry->name)
			continue;
		if (entry->gone)
			why = "No such file or directory";
		else
			why = arena_printf(arena, "is in no CUDA unit of %s", database->path);
		if (entry->gone || path_ends(entry->path, ".cu"))
			file_failed(arena, out, entry->name, why);
		complain("%s: %s", entry->name, why);
	}
}

bool project_select(struct arena *arena, const struct options *options, struct project *project,
	const struct compiler *compiler, struct results *out, const char **error)
{
	struct selection selection = { .project = project };
	if (!fill_filters(arena, options, &selection, error))
		return false;
	size_t n = project->units.n, kept = 0;
	for (int f = 0; f < FILTERS; f++) {
		selection.passes[f] = arena_alloc(arena, n * sizeof(bool));
		pass_directly(&selection, &selection.filters[f], selection.passes[f]);
	}
	if (options->since && project->database &&
		!pass_by_flags(arena, options, &selection, selection.passes[CHANGED]))
		pass_by_build(arena, &selection, selection.passes[CHANGED]);
	if (needs_look(&selection))
		look(arena, options, &selection, compiler, out);
	for (size_t i = 0; i < n; i++) {
		if (passes_all(&selection, i))
			project->units.at[kept++] = project->units.at[i];
		else
			vec_push(arena, &project->context, project->units.at[i]);
	}
	project->unselected = n - kept;
	project->units.n = kept;
	complain_missed(arena, &selection, out);
	return true;
}
