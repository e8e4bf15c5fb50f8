#ifndef HGRD_FRONTEND_REPAIRS_H
#define HGRD_FRONTEND_REPAIRS_H

#include "frontend/clang.h"

/* Files that nvcc takes and clang refuses for how they are written; clang gets them repaired, their lines staying as they are. */
struct repairs {
	text_list files;   /* that were repaired, absolute */
	VEC(int) contents; /* files in memory, one for each */
	int overlay;	   /* a file in memory that names them for clang; 0: none yet */
	const char *path;  /* its path for clang; NULL: none */
};

/*
 * Repairs the file where clang's first error is. True if there was something to repair for such an error:
 * then it is worth compiling again with compiler->overlay = repairs->path.
 */
bool repairs_make(struct arena *arena, struct repairs *repairs, const struct compiler *compiler,
	const char *diagnostics);

void repairs_close(struct repairs *repairs);

#endif
