#ifndef HGRD_FRONTEND_DEPENDS_H
#define HGRD_FRONTEND_DEPENDS_H

#include "frontend/clang.h"

/*
 * Adds every file that either side of a unit reads, as clang tells: absolute, without links. A
 * header that does not exist is given by its bare name. Nothing is compiled or written. False when
 * clang fails.
 */
bool depends(
	struct arena *arena, const struct compiler *compiler, const char *source, text_list *paths);

#endif
