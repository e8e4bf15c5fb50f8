#ifndef HGRD_FRONTEND_CHILD_H
#define HGRD_FRONTEND_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/vec.h"

/* A child process with its output (0) and error (1) streams, which go through pipes. */
struct child {
	pid_t pid; /* -1: it could not be started */
	int fd[2]; /* -1 when at its end */
	VEC(char) text[2];
	int status;
};

/* Starts a program, by its path; argv ends with NULL. False: there is no process. */
bool child_start(struct child *child, char *const *argv);

/* Reads all streams of at most two children to their ends and reaps them. */
void children_finish(struct arena *arena, struct child *children, size_t n);

/* What a stream said, as a string. */
const char *child_text(struct arena *arena, const struct child *child, int stream);

/* Did it end by itself with exit code 0. */
bool child_succeeded(const struct child *child);

#endif
