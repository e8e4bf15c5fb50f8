#ifndef HGRD_FRONTEND_PATHS_H
#define HGRD_FRONTEND_PATHS_H

#include <stdbool.h>

#include "base/arena.h"

/* The last part of a path. */
const char *path_name(const char *path);

/* What stands before the last part: "/" or "." where there is none. */
const char *path_folder(struct arena *arena, const char *path);

/* The path as seen from the folder; absolute ones, and all where folder is NULL, stay. */
const char *path_join(struct arena *arena, const char *folder, const char *path);

/*
 * One name for one file: absolute, without links. For what does not exist, as much of it as
 * exists; `folder` as in path_join, NULL being the current folder.
 */
const char *path_real(struct arena *arena, const char *folder, const char *path);

/* An absolute path as a user in the folder (absolute) would write it: without it where it is below.
 */
const char *path_shown(const char *folder, const char *path);

/* Is the path the folder itself, or below it; both as path_real gives them. */
bool path_below(const char *path, const char *folder);

/* Does the name end in the suffix, ".cu" for one. */
bool path_ends(const char *path, const char *suffix);

bool path_exists(const char *path);

/* The current folder, absolute. */
const char *path_current(struct arena *arena);

#endif
