#ifndef HGRD_KERNELANALYSIS_CANONICAL_UNROLLED_H
#define HGRD_KERNELANALYSIS_CANONICAL_UNROLLED_H

#include "ir/func.h"

/* For loops_unroll: does a loop compute with numbers in local arrays, or look at words to which the
 * pointers of such an array point. */
bool loop_is_unrolled(const struct loop *loop);

#endif
