#ifndef HGRD_KERNELANALYSIS_CANONICAL_GATHERED_H
#define HGRD_KERNELANALYSIS_CANONICAL_GATHERED_H

#include "ir/func.h"

/*
 * Waits that gather what they have read,
 *     while (!(seen & bits)) seen |= *flags;  while (!done) done = done || *flag;
 * look at what the last round has read alone, as what was gathered before it has let nobody out. True when there were some.
 */
bool gathered_reads_part(struct arena *arena, LLVMValueRef function);

#endif
