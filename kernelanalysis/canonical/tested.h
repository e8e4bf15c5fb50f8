#ifndef HGRD_KERNELANALYSIS_CANONICAL_TESTED_H
#define HGRD_KERNELANALYSIS_CANONICAL_TESTED_H

#include "ir/func.h"

/*
 * What joins a word that a strong read has found with constants, and is tested then,
 *     ok = *a ? *b : 0; ... if (ok) ...
 * is a join of tests: known truth values beside the one that the word decides. True when there were
 * some.
 */
bool tests_part(struct arena *arena, LLVMValueRef function);

#endif
