#ifndef HGRD_KERNELANALYSIS_CANONICAL_SPINS_H
#define HGRD_KERNELANALYSIS_CANONICAL_SPINS_H

#include "ir/module.h"

/* Makes waits of the loops that do nothing but test a barrier's phase; true when there were some,
 * and control flow is to be simplified anew. */
bool spins_lower(LLVMValueRef function);

#endif
