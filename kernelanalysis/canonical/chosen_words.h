#ifndef HGRD_KERNELANALYSIS_CANONICAL_CHOSEN_WORDS_H
#define HGRD_KERNELANALYSIS_CANONICAL_CHOSEN_WORDS_H

#include "ir/func.h"

/*
 * Pointers in small arrays of a thread's own, and in those among a kernel's arguments of which it
 * names some by constants, are chosen by comparisons of the subscript, which is taken to be inside
 * (in-bounds). True when there were some.
 */
bool pointers_choose(LLVMValueRef function);

/*
 * Volatile and atomic accesses by a pointer that a comparison chooses become a branch with an
 * access for each: what threads tell each other by a word is found by the word. True when there
 * were some.
 */
bool chosen_words_part(LLVMValueRef function);

#endif
