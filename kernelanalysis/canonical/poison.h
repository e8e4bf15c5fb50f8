#ifndef HGRD_KERNELANALYSIS_CANONICAL_POISON_H
#define HGRD_KERNELANALYSIS_CANONICAL_POISON_H

#include "ir/module.h"

/*
 * Gives addresses where sroa saw that no variable lies a place of the thread's own: the language
 * leaves an access there undefined, and simplifycfg would drop all that follows, which is to be
 * read. Requires a function with a body.
 */
void poison_replace(LLVMValueRef function);

#endif
