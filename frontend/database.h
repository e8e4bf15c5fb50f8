#ifndef HGRD_FRONTEND_DATABASE_H
#define HGRD_FRONTEND_DATABASE_H

#include "frontend/translate.h"

/* Compilation databases: compile_commands.json as CMake, Bear, xmake and others write it. */

struct database_entry {
	size_t index;			/* in the file, from 0 */
	const char *folder;		/* where the command runs, absolute */
	const char *file;		/* as written */
	const char *path;		/* the source: absolute, without links */
	text_list words;		/* the command */
	struct translation translation; /* filled by database_translate, as is the next */
	bool used;			/* the entry that is taken for its file */
};

struct database {
	const char *path; /* of the file */
	VEC(struct database_entry) entries;
};

/*
 * Reads a database; false with *error (in arena), with line and column where it is damaged. With
 * names, only the entries of files so named, folders aside, are taken.
 */
bool database_read(struct arena *arena, const char *path, const text_list *names,
	struct database *database, const char **error);

/* The same for its text, as another version of the file had it. */
bool database_parse(struct arena *arena, const char *path, const char *text,
	struct database *database, const char **error);

/*
 * Translates the commands of all entries and chooses one for each file: one that is understood
 * goes before others, CUDA before host code before what does not compile, asserts before NDEBUG;
 * then the first.
 */
void database_translate(struct arena *arena, struct database *database);

/* The entry that is used for a source file (as path_real gives it), NULL when there is none. */
const struct database_entry *database_find(const struct database *database, const char *path);

/* Is clang told the same for two entries. */
bool database_same(const struct database_entry *a, const struct database_entry *b);

/* The database in a folder, or in one of its build* folders; NULL: none. */
const char *database_in(struct arena *arena, const char *folder);

/* The database for a source file: in its folder or the next one above that has one; NULL: none. */
const char *database_above(struct arena *arena, const char *file);

#endif
