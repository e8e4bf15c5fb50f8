#ifndef HGRD_KERNELANALYSIS_CANONICAL_ROTATED_H
#define HGRD_KERNELANALYSIS_CANONICAL_ROTATED_H

#include "ir/func.h"

/*
 * Waits that read before their loop and again at its end,
 *     v = *flag; while (v != x) v = *flag;
 * read where each round begins instead, once in the program. True when there were some.
 */
bool rotated_reads_join(struct arena *arena, LLVMValueRef function);

/* Is the instruction a strong read that changes nothing. */
bool read_is_strong(LLVMValueRef i);

#endif
