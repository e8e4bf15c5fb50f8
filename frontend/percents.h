#ifndef HGRD_FRONTEND_PERCENTS_H
#define HGRD_FRONTEND_PERCENTS_H

#include "base/arena.h"

/*
 * Special registers with one percent sign: nvcc takes `asm("mov.u32 %0, %laneid;" : "=r"(lane))`, where clang wants `%%laneid`.
 * Gives the source with the signs doubled in front of the special registers of the PTX ISA in strings, lines staying as they are; NULL: there are none.
 */
char *percents_doubled(struct arena *arena, const char *source);

#endif
