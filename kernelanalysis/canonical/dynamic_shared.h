#ifndef HGRD_KERNELANALYSIS_CANONICAL_DYNAMIC_SHARED_H
#define HGRD_KERNELANALYSIS_CANONICAL_DYNAMIC_SHARED_H

#include "ir/module.h"

/*
 * Makes one variable of all `extern __shared__` arrays that a function uses, everywhere in the
 * module: they begin at one address (programming guide, dynamic shared memory). Requires that all
 * is inlined.
 */
void dynamic_shared_join(struct arena *arena, LLVMValueRef function);

#endif
