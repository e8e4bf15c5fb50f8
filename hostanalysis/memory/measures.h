#ifndef HGRD_HOSTANALYSIS_MEMORY_MEASURES_H
#define HGRD_HOSTANALYSIS_MEMORY_MEASURES_H

#include <stdbool.h>

#include "ir/func.h"

/* How far an address is from another one, in elements: what `size()` of a vector that grows is made of. */
struct measure {
	LLVMValueRef of;   /* what moves: the address, or the value itself where it measures nothing */
	LLVMValueRef from; /* NULL: it measures nothing */
};

struct measure measure_read(LLVMValueRef value);
/* The address that one is moved from by a number, and this number; false: it is made otherwise. */
bool address_moved(LLVMValueRef value, LLVMValueRef *from, LLVMValueRef *by);

#endif
