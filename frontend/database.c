#include "frontend/database.h"

#include <glob.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/paths.h"
#include "frontend/words.h"

#define NAME "compile_commands.json"

static const char *member(struct arena *arena, const json_t *entry, const char *name)
{
	const char *text = json_string_value(json_object_get(entry, name));
	return text ? arena_strdup(arena, text) : NULL;
}

/* Of "cd X && nvcc ... && nvcc -M ...": the first that is not about folders, seen from X. */
static text_list first_command(struct arena *arena, const char *text, const char **folder)
{
	command_list commands = { 0 };
	words_shell(arena, text, &commands);
	vec_each(command, &commands) {
		if (!strcmp(command->at[0], "cd") && command->n == 2)
			*folder = path_join(arena, *folder, command->at[1]);
		else if (strcmp(command->at[0], ":") && strcmp(command->at[0], "cd"))
			return *command;
	}
	return (text_list){ 0 };
}

static const char *read_words(struct arena *arena, const json_t *json, struct database_entry *entry)
{
	const json_t *arguments = json_object_get(json, "arguments");
	size_t i;
	json_t *word;
	if (json_is_array(arguments)) {
		json_array_foreach(arguments, i, word)
		{
			if (!json_is_string(word))
				return "\"arguments\" holds something that is no string";
			vec_push(
				arena, &entry->words, arena_strdup(arena, json_string_value(word)));
		}
		return NULL;
	}
	const char *command = json_string_value(json_object_get(json, "command"));
	if (!command)
		return "neither \"command\" nor \"arguments\"";
	entry->words = first_command(arena, command, &entry->folder);
	return NULL;
}

/* Fills an entry; returns what is wrong with it, or NULL. */
static const char *read_entry(
	struct arena *arena, const json_t *json, const char *base, struct database_entry *entry)
{
	const char *directory = member(arena, json, "directory");
	entry->file = member(arena, json, "file");
	if (!entry->file)
		return "no \"file\"";
	entry->folder = directory ? path_join(arena, base, directory) : base;
	const char *problem = read_words(arena, json, entry);
	if (problem)
		return problem;
	entry->path = path_real(arena, entry->folder, entry->file);
	return NULL;
}

static bool is_wanted(const json_t *json, const text_list *names)
{
	const char *file = json_string_value(json_object_get(json, "file"));
	if (!names || !file)
		return true;
	vec_each(name, names)
		if (!strcmp(path_name(file), *name))
			return true;
	return false;
}

/* Takes the entries of a JSON text, and lets go of it. */
static bool take_entries(struct arena *arena, json_t *root, const json_error_t *problem,
	const text_list *names, struct database *database, const char **error)
{
	const char *path = database->path;
	json_t *json;
	if (!root) {
		*error = problem->line > 0
				 ? arena_printf(arena, "%s:%d:%d: %s", path, problem->line,
					   problem->column, problem->text)
				 : arena_printf(arena, "%s", problem->text);
		return false;
	}
	if (!json_is_array(root)) {
		*error = arena_printf(arena, "%s: not a compilation database (no array)", path);
		json_decref(root);
		return false;
	}
	const char *base = path_folder(arena, path_real(arena, NULL, path)), *wrong = NULL;
	size_t i;
	json_array_foreach(root, i, json)
	{
		struct database_entry entry = { .index = i };
		if (!is_wanted(json, names))
			continue;
		wrong = read_entry(arena, json, base, &entry);
		if (wrong)
			break;
		vec_push(arena, &database->entries, entry);
	}
	json_decref(root);
	if (wrong)
		*error = arena_printf(arena, "%s: entry %zu: %s", path, i + 1, wrong);
	return !wrong;
}

bool database_read(struct arena *arena, const char *path, const text_list *names,
	struct database *database, const char **error)
{
	json_error_t problem;
	*database = (struct database){ .path = path };
	json_t *root = json_load_file(path, 0, &problem);
	return take_entries(arena, root, &problem, names, database, error);
}

bool database_parse(struct arena *arena, const char *path, const char *text,
	struct database *database, const char **error)
{
	json_error_t problem;
	*database = (struct database){ .path = path };
	json_t *root = json_loads(text, 0, &problem);
	return take_entries(arena, root, &problem, NULL, database, error);
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

bool database_same(const struct database_entry *a, const struct database_entry *b)
{
	const struct translation *x = &a->translation, *y = &b->translation;
	if (x->kind != y->kind || x->flags.n != y->flags.n || !same(x->arch, y->arch) ||
		!same(x->toolkit, y->toolkit) || !same(x->error, y->error) ||
		!same(a->folder, b->folder))
		return false;
	for (size_t i = 0; i < x->flags.n; i++)
		if (strcmp(x->flags.at[i], y->flags.at[i]))
			return false;
	return true;
}

/* Smaller is better. */
static unsigned rank(const struct database_entry *entry)
{
	const struct translation *translation = &entry->translation;
	return (translation->error ? 2 * UNIT_KINDS : 0) + 2 * (unsigned)translation->kind +
	       translation->ndebug;
}

static int compare(const void *left, const void *right)
{
	const struct database_entry *a = *(struct database_entry *const *)left;
	const struct database_entry *b = *(struct database_entry *const *)right;
	int paths = strcmp(a->path, b->path);
	if (paths)
		return paths;
	if (rank(a) != rank(b))
		return rank(a) < rank(b) ? -1 : 1;
	return a->index < b->index ? -1 : 1;
}

void database_translate(struct arena *arena, struct database *database)
{
	VEC(struct database_entry *) sorted = { 0 };
	vec_each(entry, &database->entries) {
		entry->translation =
			translate_command(arena, &entry->words, entry->file, entry->folder);
		vec_push(arena, &sorted, entry);
	}
	if (sorted.n)
		qsort(sorted.at, sorted.n, sizeof(*sorted.at), compare);
	for (size_t i = 0; i < sorted.n; i++)
		sorted.at[i]->used = !i || strcmp(sorted.at[i]->path, sorted.at[i - 1]->path);
}

const struct database_entry *database_find(const struct database *database, const char *path)
{
	vec_each(entry, &database->entries)
		if (entry->used && !strcmp(entry->path, path))
			return entry;
	return NULL;
}

const char *database_in(struct arena *arena, const char *folder)
{
	const char *path = path_join(arena, folder, NAME);
	if (path_exists(path))
		return path;
	glob_t found;
	path = NULL;
	if (!glob(path_join(arena, folder, "build*/" NAME), 0, NULL, &found))
		path = arena_strdup(arena, found.gl_pathv[0]);
	globfree(&found);
	return path;
}

const char *database_above(struct arena *arena, const char *file)
{
	const char *folder = path_folder(arena, path_real(arena, NULL, file));
	for (;;) {
		const char *path = database_in(arena, folder);
		if (path || !strcmp(folder, "/"))
			return path;
		folder = path_folder(arena, folder);
	}
}
