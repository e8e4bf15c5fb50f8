#ifndef HGRD_IR_SWITCHES_H
#define HGRD_IR_SWITCHES_H

#include "ir/module.h"

/*
 * LLVM rewrites a switch of four or more cases: where all are powers of two it asks `ctpop(x) == 1` and chooses by
 * `cttz(x)`; where all are multiples of one power of two above some number, by `rotate(x - number)`. This brings back the
 * choice by x itself, with the same targets, so that a case says which value x has. Equivalent: both are one to one.
 * Requires: any state of the function.
 */
void switches_restore(LLVMValueRef function);

#endif
