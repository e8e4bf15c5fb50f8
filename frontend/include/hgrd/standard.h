/* The standard headers that the CUDA runtime brings along.
 *
 * <cmath> of C++17 declares the mathematical special functions by way of much of
 * <algorithm>; they are left out, for they would double the time that a small source
 * takes. */
#ifndef HGRD_STANDARD_H
#define HGRD_STANDARD_H

#if defined(_GLIBCXX_USE_STD_SPEC_FUNCS)
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#endif

#include <limits.h>
#include <math.h>
#include <new>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#endif
