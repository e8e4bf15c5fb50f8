#ifndef HGRD_FRONTEND_COMMAND_H
#define HGRD_FRONTEND_COMMAND_H

#include "frontend/clang.h"

/*
 * The commands that run clang, each a list of words ended by NULL. A program has
 * two sides, which are compiled one by one.
 */
enum side { SIDE_DEVICE, SIDE_HOST, SIDES };

/*
 * Compiles one side of a source to bitcode on standard output. `pch` is the
 * file that command_precompile made for this side and these flags, or NULL: the
 * headers are read as they are. `inputs` is a file of inputs_open to which clang
 * then tells what it reads, or -1. In a folder of its own, the names of sources in
 * the debug information are as seen from the current folder.
 */
char **command_compile(struct arena *arena, const struct compiler *compiler, enum side side,
	const char *source, const char *pch, int inputs);

/* A command as a shell would take it. */
const char *command_shown(struct arena *arena, char *const *words);

/* The header that comes before every source, NULL for none. */
const char *command_first_header(struct arena *arena, const struct compiler *compiler);

/*
 * Precompiles `header`, which is or includes the first one, to `output`. Of the user's flags it
 * takes those that such headers can see: not the search paths and further headers, nor
 * macros whose names are the user's own.
 */
char **command_precompile(struct arena *arena, const struct compiler *compiler, enum side side,
	const char *header, const char *output);

/* Do the user's flags include headers before the source. */
bool command_includes(const struct compiler *compiler);

/* Is the header in a folder that the user's flags name. */
bool command_has_own(struct arena *arena, const struct compiler *compiler, const char *header);

#endif
