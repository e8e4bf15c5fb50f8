#include "driver/units.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "driver/changed.h"
#include "driver/walk.h"
#include "frontend/arch.h"
#include "frontend/paths.h"
#include "frontend/words.h"

static bool no_project(const struct options *options)
{
	return options->project && !strcmp(options->project, "none");
}

/* The database that -p or --project names. */
static const char *database_named(
	struct arena *arena, const struct options *options, const char **error)
{
	if (options->project)
		return options->project;
	const char *path = database_in(arena, options->build_dir);
	if (!path)
		*error = arena_printf(arena,
			"%s: no compile_commands.json in there (CMake writes one with "
			"-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other builds under bear)",
			options->build_dir);
	return path;
}

/* nvcc takes the words of two variables before and behind those of its command. */
static void add_nvcc_env(struct arena *arena, struct database *database)
{
	text_list before = { 0 }, behind = { 0 };
	const char *text = getenv("NVCC_PREPEND_FLAGS");
	if (text)
		words_file(arena, text, &before);
	text = getenv("NVCC_APPEND_FLAGS");
	if (text)
		words_file(arena, text, &behind);
	vec_each(entry, &database->entries) {
		text_list words = { 0 };
		if (!entry->words.n || !strstr(path_name(entry->words.at[0]), "nvcc"))
			continue;
		vec_push(arena, &words, entry->words.at[0]);
		vec_each(word, &before)
			vec_push(arena, &words, *word);
		for (size_t i = 1; i < entry->words.n; i++)
			vec_push(arena, &words, entry->words.at[i]);
		vec_each(word, &behind)
			vec_push(arena, &words, *word);
		entry->words = words;
	}
}

static struct database *database_load(struct arena *arena, const struct options *options,
	const char *path, const text_list *names, const char **error)
{
	struct database *database = arena_alloc(arena, sizeof(*database));
	if (!database_read(arena, path, names, database, error))
		return NULL;
	if (options->use_nvcc_env)
		add_nvcc_env(arena, database);
	database_translate(arena, database);
	return database;
}

/* The folder without links, but not the file: headers are looked for beside the link. */
static const char *place_of(struct arena *arena, const char *folder, const char *file)
{
	const char *path = path_join(arena, folder, file);
	return path_join(arena, path_real(arena, NULL, path_folder(arena, path)), path_name(path));
}

static struct unit unit_of_entry(
	struct arena *arena, const char *current, const struct database_entry *entry)
{
	const char *source = place_of(arena, entry->folder, entry->file);
	return (struct unit){ .path = path_shown(current, source),
		.source = source,
		.real = entry->path,
		.error = entry->translation.error,
		.host_only = entry->translation.kind == UNIT_HOST,
		.entry = entry };
}

static void take_database(
	struct arena *arena, struct project *project, const struct database *database)
{
	const char *current = path_current(arena);
	project->database = database;
	vec_each(entry, &database->entries) {
		enum unit_kind kind = entry->translation.kind;
		if (!entry->used)
			project->repeated++;
		else if (kind == UNIT_CUDA)
			vec_push(arena, &project->units, unit_of_entry(arena, current, entry));
		else
			project->skipped[kind]++;
		if (entry->used && kind == UNIT_HOST)
			vec_push(arena, &project->hosts, unit_of_entry(arena, current, entry));
	}
}

/*
 * A database that compiles no CUDA may come from a build that does so out of its sight: the
 * sources below the folder of all its files are taken, with no flags of their own.
 */
static void take_folder(
	struct arena *arena, struct project *project, const struct database *database)
{
	text_list known = { 0 }, found = { 0 };
	vec_each(entry, &database->entries)
		vec_push(arena, &known, entry->path);
	const char *folder = folder_of_all(arena, &known), *current = path_current(arena);
	if (!strcmp(path_folder(arena, folder), "/"))
		return;
	walk_sources(arena, folder, &found);
	vec_each(path, &found) {
		const char *real = path_real(arena, NULL, *path);
		const char *shown = path_shown(current, real);
		struct unit unit = { .path = shown, .source = shown, .real = real };
		if (!database_find(database, real))
			vec_push(arena, &project->units, unit);
	}
	if (project->units.n)
		complain("%s compiles no CUDA: the %zu .cu %s below %s %s checked with no flags "
			 "but those behind --",
			database->path, project->units.n, project->units.n == 1 ? "file" : "files",
			folder, project->units.n == 1 ? "is" : "are");
}

/* Databases that were looked at for single files; one that is damaged is passed over. */
struct found {
	const char *path;
	struct database *database;
};
struct search {
	text_list names; /* of all files of the command line, without folders */
	VEC(struct found) found;
};

static const struct database *database_for(
	struct arena *arena, const struct options *options, struct search *search, const char *file)
{
	const char *path = database_above(arena, file), *error;
	if (!path)
		return NULL;
	vec_each(found, &search->found)
		if (!strcmp(found->path, path))
			return found->database;
	struct found found = { path, database_load(arena, options, path, &search->names, &error) };
	if (!found.database && options->verbose)
		complain("%s (passed over)", error);
	vec_push(arena, &search->found, found);
	return found.database;
}

/* Is a source, by its name, one of the host alone. */
static bool is_host_source(const char *path)
{
	static const char *const suffixes[] = { ".c", ".cc", ".cpp", ".cxx", ".c++", ".C" };
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (path_ends(path, suffixes[i]))
			return true;
	return false;
}

static void take_file(struct arena *arena, const struct options *options, struct search *search,
	struct project *project, const char *file)
{
	struct unit unit = { .path = file, .source = file, .real = path_real(arena, NULL, file) };
	unit.host_only = options->whole_program && is_host_source(file);
	const struct database *database =
		no_project(options) ? NULL : database_for(arena, options, search, file);
	const struct database_entry *entry = database ? database_find(database, unit.real) : NULL;
	if (entry && (entry->translation.kind == UNIT_CUDA || unit.host_only)) {
		unit.entry = entry;
		unit.error = entry->translation.error;
		unit.source = place_of(arena, path_current(arena), file);
		if (options->verbose)
			complain("%s: flags of %s", file, database->path);
	}
	vec_push(arena, &project->units, unit);
}

static void take_files(struct arena *arena, const struct options *options, struct project *project)
{
	struct search search = { 0 };
	text_list files = { 0 };
	vec_each(file, &options->files)
		vec_push(arena, &files, *file);
	vec_each(file, &project->listed)
		vec_push(arena, &files, *file);
	vec_each(file, &files)
		vec_push(arena, &search.names, path_name(*file));
	vec_each(file, &files)
		take_file(arena, options, &search, project, *file);
}

bool project_find(struct arena *arena, const struct options *options, struct project *project,
	const char **error)
{
	*project = (struct project){ 0 };
	*error = NULL;
	if (options->files_from && !names_from(arena, options->files_from, &project->listed, error))
		return false;
	project->extra = translate_flags(arena, &options->clang_flags, path_current(arena)).flags;
	if (options->build_dir || (options->project && !no_project(options))) {
		const char *path = database_named(arena, options, error);
		struct database *database =
			path ? database_load(arena, options, path, NULL, error) : NULL;
		if (database)
			take_database(arena, project, database);
		if (database && !project->units.n)
			take_folder(arena, project, database);
		return database != NULL;
	}
	take_files(arena, options, project);
	return true;
}

/* Takes another architecture, with the macros that go with it. */
static void arch_set(struct arena *arena, struct compiler *compiler, const char *arch)
{
	text_list flags = { 0 };
	struct arch_choice choice = arch_choose(arena, arch);
	vec_each(flag, &choice.flags) {
		vec_push(arena, &flags, "-Xarch_device");
		vec_push(arena, &flags, *flag);
	}
	size_t own = flags.n;
	for (size_t i = compiler->arch_flags; i < compiler->flags.n; i++)
		vec_push(arena, &flags, compiler->flags.at[i]);
	compiler->arch = choice.arch;
	compiler->flags = flags;
	compiler->arch_flags = own;
}

struct compiler unit_compiler(struct arena *arena, const struct project *project,
	const struct compiler *compiler, const struct unit *unit)
{
	struct compiler with = *compiler;
	with.host_only = unit->host_only;
	if (!unit->entry) {
		if (unit->arch)
			arch_set(arena, &with, unit->arch);
		return with;
	}
	const struct translation *translation = &unit->entry->translation;
	with.folder = unit->entry->folder;
	with.toolkit = translation->toolkit;
	if (!compiler->arch_given && translation->arch)
		with.arch = translation->arch;
	with.flags = (text_list){ 0 };
	with.arch_flags = translation->arch_flags;
	vec_each(flag, &translation->flags)
		vec_push(arena, &with.flags, *flag);
	vec_each(flag, &project->extra)
		vec_push(arena, &with.flags, *flag);
	if (unit->arch)
		arch_set(arena, &with, unit->arch);
	return with;
}

void project_show_skipped(struct arena *arena, const struct project *project)
{
	static const char *const texts[UNIT_KINDS] = { [UNIT_HOST] = "host code",
		[UNIT_HIP] = "HIP (not supported)",
		[UNIT_NO_COMPILE] = "no compilation" };
	const char *text = NULL;
	if (project->unselected)
		text = arena_printf(arena, "%zu CUDA %s not asked for", project->unselected,
			project->unselected == 1 ? "unit" : "units");
	for (size_t i = 0; i < UNIT_KINDS; i++)
		if (project->skipped[i])
			text = arena_printf(arena, "%s%s%zu %s", text ? text : "", text ? ", " : "",
				project->skipped[i], texts[i]);
	if (project->repeated)
		text = arena_printf(arena, "%s%s%zu more %s of the same files", text ? text : "",
			text ? ", " : "", project->repeated,
			project->repeated == 1 ? "entry" : "entries");
	if (text)
		complain("%s%snot checked: %s", project->database ? project->database->path : "",
			project->database ? ": " : "", text);
}
