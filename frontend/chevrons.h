#ifndef HGRD_FRONTEND_CHEVRONS_H
#define HGRD_FRONTEND_CHEVRONS_H

#include "frontend/clang.h"

/*
 * Launches whose chevrons stand apart: nvcc takes `k << <grid, block>> >(n)`, two chevrons, blanks and the third, as some editors format it; clang does not. Files
 * with such launches are given to clang with the chevrons joined, lines and columns staying as they are.
 */
struct chevrons {
	text_list files;   /* that were joined, absolute */
	VEC(int) contents; /* files in memory, one for each */
	int overlay;	   /* a file in memory that names them for clang; 0: none yet */
	const char *path;  /* its path for clang; NULL: none */
};

/*
 * Joins the chevrons in the file where clang's first error is, when an expression is missing there. True if the file has
 * such a launch and was not joined before: then it is worth compiling again with compiler->overlay = chevrons->path.
 */
bool chevrons_join(struct arena *arena, struct chevrons *chevrons, const struct compiler *compiler,
	const char *diagnostics);

/* The text with the chevrons of launches joined, in place; true if there were any. */
bool chevrons_joined(char *text);

void chevrons_close(struct chevrons *chevrons);

#endif
