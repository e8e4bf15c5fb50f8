#include "frontend/asks.h"

#include <stdio.h>
#include <string.h>

#include "frontend/paths.h"
#include "frontend/toolkit.h"

enum { FILES = 64 }; /* looked at */

struct asks {
	struct arena *arena;
	const struct compiler *compiler;
	text_list others; /* folders whose files do not count */
	text_list files;
};

static bool counts(const struct asks *asks, const char *path)
{
	vec_each(folder, &asks->others)
		if (path_below(path, *folder))
			return false;
	vec_each(known, &asks->files)
		if (!strcmp(*known, path))
			return false;
	return asks->files.n < FILES && path_exists(path);
}

static void file_add(struct asks *asks, const char *folder, const char *name)
{
	const char *path = path_real(asks->arena, folder, name);
	if (counts(asks, path))
		vec_push(asks->arena, &asks->files, path);
}

/* "FILE:12:3: error: ..." or "In file included from FILE:12:". */
static void message_read(struct asks *asks, const char *line)
{
	static const char from[] = "In file included from ";
	const char *name = strncmp(line, from, strlen(from)) ? line : line + strlen(from);
	size_t length = strcspn(name, ":\n");
	if (length && name[length] == ':' && strspn(name + length + 1, "0123456789"))
		file_add(asks, asks->compiler->folder, arena_strndup(asks->arena, name, length));
}

static void messages_read(struct asks *asks, const char *line)
{
	while (line && *line) {
		message_read(asks, line);
		line = strchr(line, '\n');
		line += line != NULL;
	}
}

/* #include "NAME", beside the file. */
static void include_read(struct asks *asks, const char *folder, const char *directive)
{
	const char *name = directive + strspn(directive, "# \t");
	if (strncmp(name, "include", strlen("include")))
		return;
	name += strlen("include");
	name += strspn(name, " \t");
	if (*name == '"')
		file_add(asks, folder, arena_strndup(asks->arena, name + 1, strcspn(name + 1, "\"\n")));
}

static bool file_asks(struct asks *asks, const char *path, const char *macro)
{
	char line[1024];
	bool found = false;
	FILE *file = fopen(path, "re");
	if (!file)
		return false;
	while (!found && fgets(line, sizeof(line), file)) {
		const char *directive = line + strspn(line, " \t");
		if (*directive == '#')
			include_read(asks, path_folder(asks->arena, path), directive);
		found = *directive == '#' && strstr(directive, macro);
	}
	fclose(file);
	return found;
}

static void folder_add(struct asks *asks, const char *folder)
{
	if (folder)
		vec_push(asks->arena, &asks->others, path_real(asks->arena, NULL, folder));
}

bool asks_for(struct arena *arena, const struct compiler *compiler, const char *source,
	const char *diagnostics, const char *macro)
{
	struct asks asks = { .arena = arena, .compiler = compiler };
	text_list toolkits = toolkit_list(arena, compiler->toolkit);
	folder_add(&asks, compiler->headers);
	folder_add(&asks, compiler->cuda_path);
	vec_each(toolkit, &toolkits)
		folder_add(&asks, *toolkit);
	file_add(&asks, compiler->folder, source);
	messages_read(&asks, diagnostics);
	for (size_t i = 0; i < asks.files.n; i++)
		if (file_asks(&asks, asks.files.at[i], macro))
			return true;
	return false;
}
