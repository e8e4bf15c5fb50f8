#ifndef HGRD_HOSTANALYSIS_CANONICAL_USES_H
#define HGRD_HOSTANALYSIS_CANONICAL_USES_H

#include "ir/module.h"

/* What is done with an address: is it `allowed` of each use, and of each use of a part of what lies there. */
bool uses_are(LLVMValueRef address, bool (*allowed)(LLVMValueRef user, LLVMValueRef address));

/* Is it the name of a function that copies from its argument 1 to its argument 0. */
bool is_block_copy(const char *name);
/* Is that argument of a call one that a copy reads from, which may be to a device variable. */
bool is_copied_from(LLVMValueRef call, unsigned arg);

#endif
