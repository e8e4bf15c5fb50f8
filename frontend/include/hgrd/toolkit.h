/*
 * What nvcc gives and clang with a toolkit's headers does not: min, max, isfinite() and the like
 * outside of namespaces for host code, loads and stores with cache hints, __nv_atomic_*() and bodies of libdevice for device
 * code, and what sources for CUDA 12 ask of managed memory.
 * Included first when a CUDA toolkit is used instead of the built-in headers.
 */
#ifndef HGRD_TOOLKIT_H
#define HGRD_TOOLKIT_H

#ifdef __cplusplus

#include <math.h>
#include <time.h>

#define HGRD_MIN_MAX(type, a_type, b_type)                                                         \
	static inline __attribute__((host)) type min(a_type a, b_type b)                           \
	{                                                                                          \
		return (type)a < (type)b ? (type)a : (type)b;                                      \
	}                                                                                          \
	static inline __attribute__((host)) type max(a_type a, b_type b)                           \
	{                                                                                          \
		return (type)a > (type)b ? (type)a : (type)b;                                      \
	}
HGRD_MIN_MAX(int, int, int)
HGRD_MIN_MAX(unsigned, unsigned, unsigned)
HGRD_MIN_MAX(unsigned, int, unsigned)
HGRD_MIN_MAX(unsigned, unsigned, int)
HGRD_MIN_MAX(long, long, long)
HGRD_MIN_MAX(unsigned long, unsigned long, unsigned long)
HGRD_MIN_MAX(unsigned long, long, unsigned long)
HGRD_MIN_MAX(unsigned long, unsigned long, long)
HGRD_MIN_MAX(long long, long long, long long)
HGRD_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
HGRD_MIN_MAX(unsigned long long, long long, unsigned long long)
HGRD_MIN_MAX(unsigned long long, unsigned long long, long long)
HGRD_MIN_MAX(float, float, float)
HGRD_MIN_MAX(double, double, double)
HGRD_MIN_MAX(double, float, double)
HGRD_MIN_MAX(double, double, float)
#undef HGRD_MIN_MAX

#ifdef __CUDACC__
/* clang drops the attributes. */
#undef __managed__
#define __managed__ __attribute__((device))
#undef __cluster_dims__
#ifdef __CUDA_ARCH__
#define __cluster_dims__(...) __attribute__((annotate("hgrd.cluster", __VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif

#include "hgrd/atomic_calls.h"
#include "hgrd/cache_hints.h"
#include "hgrd/libdevice.h"

#include "hgrd/nv_atomics.h"
#endif

#if CUDART_VERSION >= 13000
static inline cudaError_t cudaMemAdvise(const void *p, size_t n, cudaMemoryAdvise advice, int device)
{
	cudaMemLocation where = {};
	where.type = cudaMemLocationTypeDevice;
	where.id = device;
	return cudaMemAdvise(p, n, advice, where);
}
static inline cudaError_t cudaMemPrefetchAsync(
	const void *p, size_t n, int device, cudaStream_t stream = 0)
{
	cudaMemLocation where = {};
	where.type = cudaMemLocationTypeDevice;
	where.id = device;
	return cudaMemPrefetchAsync(p, n, where, 0, stream);
}
#endif

#endif

#endif
