#ifndef HGRD_FRONTEND_DEPENDS_H
#define HGRD_FRONTEND_DEPENDS_H

#include "frontend/clang.h"
#include "frontend/command.h"

/*
 * Adds every file that either side of a unit reads, as clang tells: absolute, without links. A
 * header that does not exist is given by its bare name. Nothing is compiled or written. False when
 * clang fails.
 */
bool depends(
	struct arena *arena, const struct compiler *compiler, const char *source, text_list *paths);

/* What clang says of one side: a rule of make, and on its error stream where it looked. */
struct dependencies {
	char *rule; /* "" where it tells nothing */
	const char *printed;
	bool good; /* it found all headers, and no error */
};

/* Asks clang what it would read, missing headers included. */
void dependencies_ask(struct arena *arena, const struct compiler *compiler, const char *source,
	struct dependencies sides[SIDES]);

#endif
