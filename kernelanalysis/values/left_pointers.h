#ifndef HGRD_KERNELANALYSIS_VALUES_LEFT_POINTERS_H
#define HGRD_KERNELANALYSIS_VALUES_LEFT_POINTERS_H

#include "ir/module.h"

typedef VEC(LLVMValueRef) value_list;

/*
 * Pointers that threads leave for each other in a shared variable: all that the loaded one may be.
 * False: not all are known, as the variable is written in other ways, or none is.
 */
bool pointers_left(struct arena *arena, LLVMValueRef load, value_list *pointers);

struct scalar_place {
	LLVMValueRef pointer;
	unsigned size; /* bytes */
};

/* Are two scalars different members of one struct, or elements of one array at constant places. */
bool members_apart(struct scalar_place a, struct scalar_place b);

/* Is it one value, as far as `depth` instructions show it and nothing is written between loads. */
bool same_value(LLVMValueRef a, LLVMValueRef b, unsigned depth);

#endif
