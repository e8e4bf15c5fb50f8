#ifndef HGRD_HOSTANALYSIS_LEFTOVERS_H
#define HGRD_HOSTANALYSIS_LEFTOVERS_H

#include "hostanalysis/pass.h"

/* Memory that a kernel finds as an earlier launch of it left it. Only this folder includes it. */

/* A pointer of a launch, or the address of a device variable. */
struct memory {
	const struct et *pointer;
	const struct host_alloc *alloc;
};

/* May an instruction of the root, other than a launch, change the memory. */
bool instruction_touches(struct root *root, const struct memory *memory, LLVMValueRef instruction);
/* May a launch of another kernel, or with other pointers: it is given a pointer into it; a device variable it
 * may always change. */
bool launch_touches(struct root *root, const struct memory *memory, LLVMValueRef call);

#endif
