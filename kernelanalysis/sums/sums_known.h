#ifndef HGRD_KERNELANALYSIS_SUMS_SUMS_KNOWN_H
#define HGRD_KERNELANALYSIS_SUMS_SUMS_KNOWN_H

#include "kernelanalysis/passes.h"

/* What one block computes under a launch: sums over the values of neighbouring threads (sums.h). */

/* A value that is such a sum in each thread that computes it. */
struct summed {
	LLVMValueRef value, of;      /* `of`: what is summed up */
	unsigned narrowest;          /* width in bits of the narrowest number on the way */
	bool last;                   /* it is what a loop's phi has when the loop is left */
	const uint16_t *begin, *end; /* by linear thread id: of the threads from `begin` up to `end` */
	const bool *ran;             /* does the thread compute it */
};

struct sum_table {
	const struct et_map *launch;
	unsigned dims[3], threads;
	VEC(struct summed) all;
};

/* Does the symbol stand for a value that threads exchange, or for a part of a sum of such. */
bool symbol_is_exchanged(struct kernel *kernel, const struct symbol *sym);

/* Made on demand; NULL: the block's size is not known, or it cannot be run. */
const struct sum_table *sum_table_of(struct kernel *kernel, struct et_map *launch);

const struct summed *summed_of(const struct sum_table *table, LLVMValueRef value);

#endif
