#ifndef HGRD_DRIVER_UNITS_H
#define HGRD_DRIVER_UNITS_H

#include "frontend/clang.h"
#include "frontend/database.h"

/* The translation units of a run: from the command line, or from a project. */

struct unit {
	const char *path;		    /* as reports name it */
	const char *source;		    /* as clang is told */
	const char *real;		    /* absolute, without links */
	const char *error;		    /* why it cannot be compiled, or NULL */
	const char *arch;		    /* to check it for; NULL: that of its command */
	text_list archs;		    /* to check it for, the newest first; empty: those of its command */
	bool archs_new;			    /* they were not in the cache */
	bool host_only;			    /* it has no device side: read for what it says of launches */
	const struct database_entry *entry; /* what the project says about it; NULL: nothing */
};

struct project {
	VEC(struct unit) units; /* to check, in the order of the database or the command line */
	VEC(struct unit) context; /* units to check that the command line did not ask for */
	VEC(struct unit) hosts; /* units of host code alone: not checked, but they may launch */
	const struct database *database; /* NULL: files of the command line alone */
	text_list extra;   /* flags behind --, with absolute paths, for units with an entry */
	text_list listed;  /* names read by --files-from */
	size_t unselected; /* units that the command line did not ask for */
	size_t skipped[UNIT_KINDS]; /* files of the database by kind, but for CUDA */
	size_t repeated;	    /* further entries of the same files */
};

/*
 * Finds the units of the command line. A whole project is checked with -p or --project; a file
 * that is named alone gets its flags from the database that lies beside or above it, where that
 * has an entry for it. False with *error (in arena) when a database is missing or damaged.
 */
bool project_find(struct arena *arena, const struct options *options, struct project *project,
	const char **error);

/* How a unit is compiled: the compiler of the run with the unit's own flags. */
struct compiler unit_compiler(struct arena *arena, const struct project *project,
	const struct compiler *compiler, const struct unit *unit);

/* Says on stderr what a project scan left out. */
void project_show_skipped(struct arena *arena, const struct project *project);

/* Prints what --explain-command asks for; false with *error (in arena): a file has no entry. */
bool project_explain(struct arena *arena, const struct options *options,
	const struct compiler *compiler, const char **error);

#endif
