#ifndef HGRD_IR_UNROLL_H
#define HGRD_IR_UNROLL_H

#include "ir/func.h"
#include "ir/module.h"

/*
 * Unrolls the loops whose header is entered a known number of times, `most` or less, and that are wanted, and no
 * others, whatever the program says of them, and runs the passes `then`. `wanted` is not asked of loops without a single
 * latch; nothing is done when it wants none. False and *error when LLVM fails.
 */
bool loops_unroll(struct arena *arena, struct module *module, bool (*wanted)(const struct loop *),
	unsigned most, const char *then, const char **error);

/*
 * Does a loop compute with numbers in local arrays or in arrays among a function's arguments, such as the
 * sizes and strides of a tensor, and neither call nor store elsewhere. Unrolled, each number is a
 * value of its own, and a local array is gone.
 */
bool loop_computes_arrays(const struct loop *loop);
/* Is it one of the pointers in a local array, or in an array among a function's arguments, at a place that is not fixed. */
bool pointer_is_chosen(LLVMValueRef pointer);
/* Does it put pointers into local arrays, whatever else it does. */
bool loop_keeps_pointers(const struct loop *loop);

#endif
