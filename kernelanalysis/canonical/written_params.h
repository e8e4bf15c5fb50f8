#ifndef HGRD_KERNELANALYSIS_CANONICAL_WRITTEN_PARAMS_H
#define HGRD_KERNELANALYSIS_CANONICAL_WRITTEN_PARAMS_H

#include "ir/func.h"

/*
 * Structures that a kernel is given by value and writes to (`a = b;`, `p.data += n;`) become local
 * variables that begin with what was given, so that what lies in them later is followed as in any
 * other variable. So do those between which it chooses (`(c ? a : b).push(i)`), where each member
 * read is then a choice. Those whose address goes elsewhere, or that are accessed at subscripts,
 * stay. Before variables are made values. True when there were some.
 */
bool written_params_copy(LLVMValueRef kernel);

#endif
