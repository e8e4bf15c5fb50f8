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

/* Device functions with a body in these headers; they never survive inlining. */
#define __hgrd_dev static __inline__ __attribute__((device, always_inline))
/* The same for both sides. */
#define __hgrd_both static __inline__ __attribute__((host, device, always_inline))
/* Declared device functions: pure values, readers of memory, and everything else. */
#define __hgrd_value extern "C" __attribute__((device, const, nothrow))
#define __hgrd_extern extern "C" __attribute__((device, nothrow))
/* Runtime API functions: of the host, and those that device code may call too. */
#define __hgrd_host extern "C" __attribute__((host))
#define __hgrd_api extern "C" __attribute__((host, device))

#endif
