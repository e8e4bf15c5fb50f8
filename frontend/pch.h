#ifndef HGRD_FRONTEND_PCH_H
#define HGRD_FRONTEND_PCH_H

#include "frontend/command.h"

/*
 * Precompiled headers: what comes before every source (the built-in headers, or a
 * toolkit's) is read once and kept in the user's cache folder, one file for each
 * side and each set of flags that these headers can see; from the third time on also
 * together with the large standard headers that a source includes first (frontend/preamble.h).
 * They are an optimisation only: without a folder, or when anything is wrong with it, sources
 * are compiled as they are.
 */

/* $XDG_CACHE_HOME/hgrd or ~/.cache/hgrd, NULL when neither is known. Nothing is made. */
const char *pch_default_folder(struct arena *arena);

/*
 * Fills path[side] with the precompiled headers of both sides for a source, making them where
 * they are missing, or both with NULL: compile without.
 */
void pch_find(struct arena *arena, const struct compiler *compiler, const char *source,
	const char *path[SIDES]);

/*
 * Did compiling fail because of these files, by clang's messages? Then they are removed,
 * so that they are made anew the next time. False where pch_find gave none.
 */
bool pch_were_bad(const char *const path[SIDES], const char *diagnostics);

#endif
