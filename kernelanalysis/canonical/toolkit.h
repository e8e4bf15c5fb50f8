#ifndef HGRD_KERNELANALYSIS_CANONICAL_TOOLKIT_H
#define HGRD_KERNELANALYSIS_CANONICAL_TOOLKIT_H

#include "ir/module.h"

/*
 * Functions of a CUDA toolkit's headers that are barriers made of atomics and spinning
 * become the calls that the built-in headers make (frontend/include/README.md), its
 * atomics without an order relaxed ones, and a failed assert in it the end of the thread.
 */
void toolkit_simplify(struct arena *arena, struct module *module);

#endif
