/* In front of a toolkit's. */
#ifndef HGRD_TOOLKIT_CUDATYPEDEFS_H
#define HGRD_TOOLKIT_CUDATYPEDEFS_H

#include_next <cudaTypedefs.h>

#if defined(__cplusplus) && CUDA_VERSION >= 12000
#include "../tensor_entry.h"
#endif

#endif
