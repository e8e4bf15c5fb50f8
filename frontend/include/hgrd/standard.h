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

/* The declarations of glibc's <math.h> for _Float32 and its kin, most of that header, too. */
#if __has_include(<bits/floatn.h>)
#include <features.h>
#include <bits/floatn.h>
#undef __HAVE_FLOAT32
#undef __HAVE_FLOAT32X
#undef __HAVE_FLOAT64
#undef __HAVE_FLOAT64X
#undef __HAVE_FLOAT128
#define __HAVE_FLOAT32 0
#define __HAVE_FLOAT32X 0
#define __HAVE_FLOAT64 0
#define __HAVE_FLOAT64X 0
#define __HAVE_FLOAT128 0
#endif

/* std::min, std::max and std::swap, which come with the special functions; not all of <algorithm>. */
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#else
#include <algorithm>
#endif
#include <assert.h>
#include <limits>
#include <limits.h>
#include <math.h>
#include <new>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <type_traits>
#include <utility>

#endif
