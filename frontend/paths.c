#include "frontend/paths.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"

const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *path_folder(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	if (!slash)
		return ".";
	return slash == path ? "/" : arena_strndup(arena, path, (size_t)(slash - path));
}

const char *path_join(struct arena *arena, const char *folder, const char *path)
{
	if (!folder || *path == '/')
		return path;
	while (path[0] == '.' && path[1] == '/')
		path += 1 + strspn(path + 1, "/");
	bool slash = folder[0] && folder[strlen(folder) - 1] == '/';
	return arena_printf(arena, "%s%s%s", folder, slash ? "" : "/", path);
}

const char *path_current(struct arena *arena)
{
	char *path = getcwd(NULL, 0);
	if (!path)
		die("the current folder cannot be told");
	const char *copy = arena_strdup(arena, path);
	free(path);
	return copy;
}

const char *path_real(struct arena *arena, const char *folder, const char *path)
{
	path = path_join(arena, folder ? folder : path_current(arena), path);
	char *real = realpath(path, NULL);
	if (real) {
		path = arena_strdup(arena, real);
		free(real);
		return path;
	}
	if (!strcmp(path, "/"))
		return path;
	const char *name = path_name(path);
	const char *above = path_real(arena, NULL, path_folder(arena, path));
	if (!*name || !strcmp(name, "."))
		return above;
	if (!strcmp(name, ".."))
		return path_folder(arena, above);
	return path_join(arena, above, name);
}

const char *path_shown(const char *folder, const char *path)
{
	size_t length = strlen(folder);
	if (strncmp(path, folder, length) || length < 2)
		return path;
	return path[length] == '/' && path[length + 1] ? path + length + 1 : path;
}

bool path_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	while (length && folder[length - 1] == '/')
		length--;
	return !strncmp(path, folder, length) && (!path[length] || path[length] == '/');
}

bool path_ends(const char *path, const char *suffix)
{
	size_t n = strlen(path), m = strlen(suffix);
	return n > m && !strcmp(path + n - m, suffix);
}

bool path_exists(const char *path)
{
	return access(path, F_OK) == 0;
}
