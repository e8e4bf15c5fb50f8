#ifndef HGRD_KERNELANALYSIS_CANONICAL_MOVES_H
#define HGRD_KERNELANALYSIS_CANONICAL_MOVES_H

#include "ir/module.h"

/*
 * Puts a call of a loop over bytes in the place of each memcpy, memmove and memset of the function
 * whose length is not known, and which is not between local variables. The loops are functions of
 * their own, which are to be inlined; false: there was none.
 */
bool moves_lower(struct arena *arena, struct module *module, LLVMValueRef function);

#endif
