#ifndef HGRD_IR_FIELDS_H
#define HGRD_IR_FIELDS_H

#include "ir/module.h"

/*
 * Makes variables of their own of the members of local structs whose address goes nowhere, so that a
 * member array that is indexed at run time does not keep the others in memory. The
 * language excludes that an index leaves its array. True when it changed something.
 */
bool fields_split(LLVMValueRef function);

#endif
