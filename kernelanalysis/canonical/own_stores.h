#ifndef HGRD_KERNELANALYSIS_CANONICAL_OWN_STORES_H
#define HGRD_KERNELANALYSIS_CANONICAL_OWN_STORES_H

#include "ir/func.h"

/*
 * A thread that reads what it has just stored itself,
 *     base = *count; *count = base + n;        (base in shared memory)
 * finds that: up to the first race of a run nobody else has written there. The reads stay accesses. True
 * when there were some. Requires that variables are in SSA form.
 */
bool own_stores_forward(LLVMValueRef function);

#endif
