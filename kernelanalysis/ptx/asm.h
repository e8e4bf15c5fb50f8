#ifndef HGRD_KERNELANALYSIS_PTX_ASM_H
#define HGRD_KERNELANALYSIS_PTX_ASM_H

#include "ir/module.h"

/*
 * Replaces inline PTX whose every statement is understood by loads, stores,
 * the headers' atomics and fences (frontend/include/README.md), special registers
 * and opaque values. Requires: canonical form. What is not understood stays.
 */
void asm_lower(struct arena *arena, struct module *module);

/* Metadata kind of loads and stores that were ld.weak and st.weak of inline PTX. */
#define ASM_WEAK_KIND "hgrd.asm"

/* ... of those of a volatile vector, with two numbers: which element it is, and of how many. */
#define ASM_VECTOR_KIND "hgrd.vector"

#endif
