#ifndef HGRD_KERNELANALYSIS_SIGNALS_FIRST_THREAD_H
#define HGRD_KERNELANALYSIS_SIGNALS_FIRST_THREAD_H

#include <llvm-c/Core.h>

#include "base/ptrmap.h"
#include "ir/put.h"

/* The way of a grid's first thread through a kernel. */
struct first_thread {
	struct arena *arena;
	LLVMValueRef function;
	struct ptrmap *phis, *way;
	unsigned steps;
	bool lost; /* nothing is known */
};

void first_thread_fill(struct first_thread *first, struct arena *arena, LLVMValueRef function);
/* Conditions under which it comes to the block; NULL: it is not known to. */
const struct put_guards *first_reaches(const struct first_thread *first, LLVMBasicBlockRef block);
/* An integer of at most 64 bits as the thread has it when it first comes there; false: not known. */
bool first_value(const struct first_thread *first, LLVMValueRef value, uint64_t *bits);

/* Is it an integer of at most 64 bits. */
bool is_short_integer(LLVMValueRef value);
/* Its bits with those above its width as its sign says. */
int64_t sign_extended(LLVMValueRef value, uint64_t bits);

#endif
