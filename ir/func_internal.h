#ifndef HGRD_IR_FUNC_INTERNAL_H
#define HGRD_IR_FUNC_INTERNAL_H

#include "ir/func.h"

/* Finds the natural loops, by dominators, and marks a function with other cycles. */
void func_loops_fill(struct func *func);

#endif
