/* Macros a CUDA compiler predefines, and those shared by the built-in headers. */
#ifndef HGRD_MACROS_H
#define HGRD_MACROS_H

/* Says to a source that these headers, and not a toolkit's, are in use. */
#define __HGRD__ 1

/* A source of the host alone does not see that it is compiled as the host side of CUDA. */
#if !defined(__CUDACC__) && !defined(__HGRD_HOST_UNIT__)
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define __CUDACC_VER_BUILD__ 86
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 9
#define CUDA_VERSION 12090
#define CUDART_VERSION 12090
#define __CUDART_API_VERSION CUDART_VERSION

#include "hgrd/function_kinds.h"

#endif
