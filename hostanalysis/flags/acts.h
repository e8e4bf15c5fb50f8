#ifndef HGRD_HOSTANALYSIS_FLAGS_ACTS_H
#define HGRD_HOSTANALYSIS_FLAGS_ACTS_H

#include "hostanalysis/pass.h"

/* What a root does that may matter to memory of launches: calls that have an effect, stores and atomics, block by block. */
struct acts {
	VEC(LLVMValueRef) all;
	size_t *first; /* by block index, one more than there are blocks: the block's first one among them */
};

/* Made when first asked. */
const struct acts *acts_of(struct root *root);
/* The block's first one behind an instruction of it. */
size_t acts_behind(struct root *root, LLVMValueRef instruction);

#endif
