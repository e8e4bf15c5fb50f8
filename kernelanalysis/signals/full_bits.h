#ifndef HGRD_KERNELANALYSIS_SIGNALS_FULL_BITS_H
#define HGRD_KERNELANALYSIS_SIGNALS_FULL_BITS_H

#include "kernelanalysis/kernel.h"

/* A test of what was found: all bits below `n` are there, but for one perhaps. */
struct full {
	const struct et *n, *but; /* 64 bits; but NULL: none */
	bool counted; /* so many bits are there: they are these where all that are put there are below `n` */
	bool own;     /* `but` is the bit of who has found them, who is the only one to put it there */
};

/* Where a test stands: what was found, the bit that is put there with that (NULL: none), and what a term of the kernel is there (NULL: not known). */
struct reading {
	struct kernel *kernel;
	const struct et *value, *own;
	const struct et *(*there)(const void *data, const struct et *term);
	const void *data;
	bool one; /* the test is of one thread and one round, whatever names these have: numbers are those of their calls */
};

/* Which bit it is, 64 bits, where a term is a power of two: 1 << i; NULL: it is none. */
const struct et *bit_of(struct ets *ets, const struct et *term);

/* The call whose result a symbol is, where that counts the bits of a word; NULL: it is none such. */
LLVMValueRef counted_bits(const struct symbol *sym);

/*
 * Does the condition, or a part of it that must hold, say that all bits below a number are in what was found:
 *     (old | bit) == all, old == (all ^ bit), (old & all) == all, __popc(old | bit) == n, __popc(old) == n - 1
 */
bool says_full(const struct reading *reading, const struct et *condition, struct full *full);

#endif
