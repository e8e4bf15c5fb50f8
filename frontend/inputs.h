#ifndef HGRD_FRONTEND_INPUTS_H
#define HGRD_FRONTEND_INPUTS_H

#include "base/options.h"

struct compiler;

/*
 * What clang read and where it looked, so that it can be seen later whether the
 * same command would read the same. clang writes the list of files as a make rule into
 * a file in memory, and the folders it searches to standard error.
 */
struct inputs {
	text_list files;   /* source and headers, as clang names them; may repeat */
	text_list folders; /* searched for headers, those that are missing included; each once */
	text_list missing; /* headers that were not found, as the sources name them */
	bool complete;	   /* the last run of clang told its files, on both sides; after a failure: each did */
	VEC(const struct compiler *) untold; /* how a failed run was asked that did not tell them */
};

/* A file in memory that a child process can write as inputs_path says; -1: there can be none. */
int inputs_open(void);
const char *inputs_path(struct arena *arena, int fd);

/* Adds the files that a rule of make names, unescaped in place; false when it is none. */
bool rule_files(struct arena *arena, char *rule, text_list *files);

/*
 * Adds the files of the rule that clang has written, and the folders named in
 * its standard error. Closes the file, of which -1 stands for none; returns the
 * rest of the standard error. Without a rule inputs->complete becomes false.
 */
const char *inputs_take(
	struct arena *arena, struct inputs *inputs, int fd, const char *standard_error);

/*
 * Adds what clang would read for a source, on both sides, and the headers that it would not find. Nothing is
 * compiled or written. False when clang does not tell.
 */
bool inputs_ask(struct arena *arena, struct inputs *inputs, const struct compiler *compiler,
	const char *source);

#endif
