#ifndef HGRD_KERNELANALYSIS_CANONICAL_UNUSED_H
#define HGRD_KERNELANALYSIS_CANONICAL_UNUSED_H

#include "ir/module.h"

/*
 * Reads whose value is not used are accesses of the program all the same, but passes drop them.
 * unused_reads_mark marks the reads that the source makes (not those that passes make of copies of
 * structs), unused_reads_keep gives the unused ones a use, unused_reads_release takes it away again
 * when passes are through. Each takes a function with a body, or without.
 */
void unused_reads_mark(LLVMValueRef function);
/* Requires that variables are in SSA form. */
void unused_reads_keep(struct arena *arena, LLVMValueRef function);
/* The same for one read. */
void unused_read_keep(LLVMValueRef load);
void unused_reads_release(LLVMValueRef function);

#endif
