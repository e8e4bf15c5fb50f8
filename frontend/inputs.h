#ifndef HGRD_FRONTEND_INPUTS_H
#define HGRD_FRONTEND_INPUTS_H

#include "base/options.h"

/*
 * What clang read and where it looked, so that it can be seen later whether the
 * same command would read the same. clang writes the list of files as a make rule into
 * a file in memory, and the folders it searches to standard error.
 */
struct inputs {
	text_list files;   /* source and headers, as clang names them; may repeat */
	text_list folders; /* searched for headers, those that are missing included; each once */
	bool complete;	   /* the last run of clang told its files, on both sides */
};

/* A file in memory that a child process can write as inputs_path says; -1: there can be none. */
int inputs_open(void);
const char *inputs_path(struct arena *arena, int fd);

/*
 * Adds the files of the rule that clang has written, and the folders named in
 * its standard error. Closes the file, of which -1 stands for none; returns the
 * rest of the standard error. Without a rule inputs->complete becomes false.
 */
const char *inputs_take(
	struct arena *arena, struct inputs *inputs, int fd, const char *standard_error);

#endif
