#ifndef HGRD_FRONTEND_CHEVRONS_H
#define HGRD_FRONTEND_CHEVRONS_H

#include "base/arena.h"

/*
 * Launches whose chevrons stand apart: nvcc takes `k << <grid, block>> >(n)`, two chevrons, blanks and the third, as some editors format it; clang does not.
 * Gives the source with the chevrons of launches joined, lines and columns staying as they are; NULL: there are none.
 */
char *chevrons_joined(struct arena *arena, const char *source);

#endif
