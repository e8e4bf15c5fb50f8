/* --explain-command: entry, what is understood, what clang is told. */
#include <stdio.h>
#include <string.h>

#include "driver/units.h"
#include "frontend/command.h"
#include "frontend/paths.h"
#include "frontend/words.h"

static void show_entry(
	struct arena *arena, const struct database *database, const struct database_entry *entry)
{
	printf("entry %zu of %s\n", entry->index + 1, database->path);
	printf("  folder   %s\n", entry->folder);
	printf("  file     %s\n", entry->file);
	printf("  command  %s\n", words_joined(arena, &entry->words));
	vec_each(other, &database->entries)
		if (other != entry && !strcmp(other->path, entry->path))
			printf("  entry %zu is for the same file and is not used (%s%s)\n",
				other->index + 1, unit_kind_text(other->translation.kind),
				other->translation.ndebug ? ", with NDEBUG" : "");
}

static void show_steps(const struct translation *translation)
{
	vec_each(step, &translation->steps) {
		if (*step->emitted)
			printf("  %s  ->  %s", step->given, step->emitted);
		else
			printf("  %s  dropped", step->given);
		printf(*step->why ? ": %s\n" : "\n", step->why);
	}
}

static void show_understood(
	struct arena *arena, const struct translation *translation, const struct compiler *compiler)
{
	printf("understood by the rules of %s: %s\n", translation->rules,
		unit_kind_text(translation->kind));
	if (translation->launchers.n)
		printf("  launched by %s\n", words_joined(arena, &translation->launchers));
	if (translation->compiler)
		printf("  compiler %s\n", translation->compiler);
	if (translation->inputs.n)
		printf("  inputs   %s\n", words_joined(arena, &translation->inputs));
	if (translation->output)
		printf("  output   %s\n", translation->output);
	if (translation->archs.n)
		printf("  architectures %s; checked: %s\n",
			words_joined(arena, &translation->archs), compiler->arch);
	if (translation->note)
		printf("  note     %s\n", translation->note);
	show_steps(translation);
	if (translation->error)
		printf("  error    %s\n", translation->error);
}

static const struct database *database_asked(struct arena *arena, const struct options *options,
	const struct project *project, const char *file, const char **error)
{
	if (project->database)
		return project->database;
	struct options alone = *options;
	alone.project = database_above(arena, file);
	struct project other;
	if (!alone.project) {
		*error = arena_printf(
			arena, "%s: no compile_commands.json beside or above it", file);
		return NULL;
	}
	return project_find(arena, &alone, &other, error) ? other.database : NULL;
}

static void show_emitted(struct arena *arena, const struct compiler *compiler, const char *source)
{
	char **device = command_compile(arena, compiler, SIDE_DEVICE, source, NULL);
	char **host = command_compile(arena, compiler, SIDE_HOST, source, NULL);
	printf("clang is run in %s\n", compiler->folder);
	printf("  device   %s\n", command_shown(arena, device));
	printf("  host     %s\n", command_shown(arena, host));
}

static bool explain(struct arena *arena, const struct project *project,
	const struct database *database, const struct compiler *compiler, const char *file,
	const char **error)
{
	const char *real = path_real(arena, NULL, file);
	const struct database_entry *entry = database_find(database, real);
	if (!entry) {
		*error = arena_printf(arena, "%s: %s has no entry for it", file, database->path);
		return false;
	}
	struct unit unit = { .source = real, .entry = entry };
	struct compiler with = unit_compiler(arena, project, compiler, &unit);
	show_entry(arena, database, entry);
	show_understood(arena, &entry->translation, &with);
	if (entry->translation.kind == UNIT_CUDA && !entry->translation.error)
		show_emitted(arena, &with, real);
	return true;
}

bool project_explain(struct arena *arena, const struct options *options,
	const struct compiler *compiler, const char **error)
{
	struct project project;
	const struct database *database = NULL;
	if (!project_find(arena, options, &project, error))
		return false;
	vec_each(file, &options->explain_command) {
		if (!database)
			database = database_asked(arena, options, &project, *file, error);
		if (!database || !explain(arena, &project, database, compiler, *file, error))
			return false;
	}
	return true;
}
