/* Half precision: __half, __half2 and their functions. */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "cuda_runtime.h"

#define __hgrd_member __host__ __device__ __inline__ __attribute__((always_inline))

__hgrd_both float __hgrd_half_to_float(unsigned short bits)
{
	return (float)__builtin_bit_cast(_Float16, bits);
}
__hgrd_both unsigned short __hgrd_float_to_half(float f)
{
	return __builtin_bit_cast(unsigned short, (_Float16)f);
}

#define HGRD_H __half
#define HGRD_H2 __half2
#define HGRD_RAW __half_raw
#define HGRD_RAW2 __half2_raw
#define HGRD_TO __hgrd_half_to_float
#define HGRD_FROM __hgrd_float_to_half
#define HGRD_NAME(a, b) a##half##b
#define HGRD_TO_PAIR __half2half2
#define HGRD_HALVES __halves2half2
#define HGRD_LOWS __lows2half2
#define HGRD_HIGHS __highs2half2
#define HGRD_LOW __low2half2
#define HGRD_HIGH __high2half2
#define HGRD_ATOMIC_ADD(p, v)                                                                      \
	__builtin_bit_cast(unsigned short, __scoped_atomic_fetch_add((_Float16 *)(p),              \
		__builtin_bit_cast(_Float16, (v).__x), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
#include "hgrd/half_template.h"
#undef HGRD_H
#undef HGRD_H2
#undef HGRD_RAW
#undef HGRD_RAW2
#undef HGRD_TO
#undef HGRD_FROM
#undef HGRD_NAME
#undef HGRD_TO_PAIR
#undef HGRD_HALVES
#undef HGRD_LOWS
#undef HGRD_HIGHS
#undef HGRD_LOW
#undef HGRD_HIGH
#undef HGRD_ATOMIC_ADD

__hgrd_both __half __low2half(__half2 a)
{
	return a.x;
}
__hgrd_both __half __high2half(__half2 a)
{
	return a.y;
}
__hgrd_both __half2 make_half2(__half a, __half b)
{
	return __half2(a, b);
}

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFu)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00u)

#endif
