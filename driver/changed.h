#ifndef HGRD_DRIVER_CHANGED_H
#define HGRD_DRIVER_CHANGED_H

#include "base/options.h"

/*
 * Adds the files that differ from a git revision, committed or not, and those that git does not
 * know; absolute, without links. `folder` says which repository. False with *error (in arena) when
 * git cannot tell.
 */
bool changed_since(struct arena *arena, const char *folder, const char *revision, text_list *paths,
	const char **error);

/* The content that a file had at the revision; NULL: git does not know it. */
const char *content_at(struct arena *arena, const char *path, const char *revision);

/* Adds the names in a file ("-": standard input), one a line, or separated by NUL. */
bool names_from(struct arena *arena, const char *file, text_list *names, const char **error);

#endif
