#ifndef HGRD_FRONTEND_ASKS_H
#define HGRD_FRONTEND_ASKS_H

#include "frontend/clang.h"

/*
 * Does the source, a file that clang's messages about it name, or one that these include from beside them, ask for a macro in a
 * directive; files of toolkits and of the built-in
 * headers do not count.
 */
bool asks_for(struct arena *arena, const struct compiler *compiler, const char *source,
	const char *diagnostics, const char *macro);

#endif
