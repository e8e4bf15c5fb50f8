#ifndef HGRD_IR_AGGREGATES_H
#define HGRD_IR_AGGREGATES_H

#include "ir/module.h"

/* Replaces what is taken out of structs in SSA form by what was put in; true when it did. */
bool aggregates_split(LLVMValueRef function);

#endif
