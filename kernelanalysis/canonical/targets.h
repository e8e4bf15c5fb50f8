#ifndef HGRD_KERNELANALYSIS_CANONICAL_TARGETS_H
#define HGRD_KERNELANALYSIS_CANONICAL_TARGETS_H

#include "ir/module.h"

/*
 * Replaces calls through pointers to functions by a choice among the functions that the pointer may be, each
 * called directly: those that phis, selects and constant tables name, else all of the call's type whose address the
 * module takes, where the pointer is an argument or read from memory that an argument or a variable
 * names. Where such a pointer may lead out of the module, a call of FUNCTION_DOUBTED says so (own_functions.h).
 * Calls through what a loaded pointer leads to, as those of virtual functions, stay. The functions called remain to
 * be inlined. Requires a function with a body in SSA form; true when it has changed it.
 */
bool targets_choose(struct arena *arena, LLVMValueRef function);

#endif
