#include "driver/changed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/child.h"
#include "frontend/paths.h"

/* Runs git in the folder; its output, or NULL with *error. Words end with NULL. */
static const struct child *git(
	struct arena *arena, const char *folder, const char *const *words, const char **error)
{
	VEC(char *) argv = { 0 };
	const char *program = program_find(arena, "git");
	if (!program) {
		*error = "git is not installed";
		return NULL;
	}
	vec_push(arena, &argv, arena_strdup(arena, program));
	for (; *words; words++)
		vec_push(arena, &argv, arena_strdup(arena, *words));
	vec_push(arena, &argv, NULL);
	setenv("GIT_OPTIONAL_LOCKS", "0", 1);
	struct child *child = arena_alloc(arena, sizeof(*child));
	child_start(child, folder, argv.at);
	children_finish(arena, child, 1);
	if (child_succeeded(child))
		return child;
	const char *text = child_text(arena, child, 1);
	*error = arena_strndup(arena, text, strcspn(text, "\n"));
	return NULL;
}

/* Adds names that end with NUL each, as seen from the top of the repository. */
static void take_names(
	struct arena *arena, const struct child *child, const char *top, text_list *paths)
{
	const char *at = child->text[0].at, *end = at + child->text[0].n;
	while (at && at < end) {
		size_t length = strnlen(at, (size_t)(end - at));
		const char *name = arena_strndup(arena, at, length);
		vec_push(arena, paths, path_real(arena, top, name));
		at += length + 1;
	}
}

bool changed_since(struct arena *arena, const char *folder, const char *revision, text_list *paths,
	const char **error)
{
	if (*revision == '-') {
		*error = "a revision does not begin with -";
		return false;
	}
	const struct child *child = git(arena, folder,
		(const char *const[]){ "rev-parse", "--show-toplevel", NULL }, error);
	if (!child)
		return false;
	const char *text = child_text(arena, child, 0);
	const char *top = arena_strndup(arena, text, strcspn(text, "\n"));
	child = git(arena, top,
		(const char *const[]){ "diff", "--name-only", "--no-renames", "--no-ext-diff",
			"--no-textconv", "-z", revision, "--", NULL },
		error);
	if (!child)
		return false;
	take_names(arena, child, top, paths);
	child = git(arena, top,
		(const char *const[]){
			"ls-files", "--others", "--exclude-standard", "-z", "--", NULL },
		error);
	if (child)
		take_names(arena, child, top, paths);
	return child != NULL;
}

const char *content_at(struct arena *arena, const char *path, const char *revision)
{
	const char *error;
	const struct child *child = git(arena, path_folder(arena, path),
		(const char *const[]){ "show",
			arena_printf(arena, "%s:./%s", revision, path_name(path)), NULL },
		&error);
	return child ? child_text(arena, child, 0) : NULL;
}

bool names_from(struct arena *arena, const char *file, text_list *names, const char **error)
{
	bool standard = !strcmp(file, "-");
	FILE *stream = standard ? stdin : fopen(file, "re");
	if (!stream) {
		*error = arena_printf(arena, "--files-from=%s: %s", file, strerror(errno));
		return false;
	}
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	while ((n = getdelim(&line, &room, '\n', stream)) > 0) {
		if (line[n - 1] == '\n')
			line[--n] = '\0';
		for (const char *at = line; at < line + n; at += strlen(at) + 1)
			if (*at)
				vec_push(arena, names, arena_strdup(arena, at));
	}
	free(line);
	if (!standard)
		fclose(stream);
	return true;
}
