#ifndef HGRD_FRONTEND_CHILD_H
#define HGRD_FRONTEND_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/vec.h"

/* Other programs, run with their output coming back through pipes and nothing on their input. */

struct child {
	pid_t pid; /* -1: it could not be started */
	int fd[2]; /* of its output and error streams; -1 when at its end */
	VEC(char) text[2];
	int status;
};

/* Starts the program argv[0] in the folder (NULL: the current one); it ends with its parent. */
bool child_start(struct child *child, const char *folder, char *const *argv);

/* Reads all streams of at most two children to their ends and reaps them. */
void children_finish(struct arena *arena, struct child *children, size_t n);

/* What it wrote to its output (0) or error (1) stream, "" when nothing. */
const char *child_text(struct arena *arena, const struct child *child, int stream);

bool child_succeeded(const struct child *child);

/* Can the path be executed. */
bool program_exists(const char *path);

/* The program of this name along $PATH, without links; NULL: none. */
const char *program_find(struct arena *arena, const char *name);

#endif
