/* bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions. */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "cuda_fp16.h"

__hgrd_both float __hgrd_bfloat16_to_float(unsigned short bits)
{
	return __builtin_bit_cast(float, (unsigned int)bits << 16);
}
/* To nearest even; not-a-numbers are not kept apart. */
__hgrd_both unsigned short __hgrd_float_to_bfloat16(float f)
{
	unsigned int bits = __builtin_bit_cast(unsigned int, f);

	return (unsigned short)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

#define HGRD_H __nv_bfloat16
#define HGRD_H2 __nv_bfloat162
#define HGRD_RAW __nv_bfloat16_raw
#define HGRD_RAW2 __nv_bfloat162_raw
#define HGRD_TO __hgrd_bfloat16_to_float
#define HGRD_FROM __hgrd_float_to_bfloat16
#define HGRD_NAME(a, b) a##bfloat16##b
#define HGRD_TO_PAIR __bfloat162bfloat162
#define HGRD_HALVES __halves2bfloat162
#define HGRD_LOWS __lows2bfloat162
#define HGRD_HIGHS __highs2bfloat162
#define HGRD_LOW __low2bfloat162
#define HGRD_HIGH __high2bfloat162
#define HGRD_ATOMIC_ADD(p, v)                                                                      \
	__builtin_bit_cast(unsigned short, __scoped_atomic_fetch_add((__bf16 *)(p),                \
		__builtin_bit_cast(__bf16, (v).__x), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
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

__hgrd_both __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a)
{
	return a.x;
}
__hgrd_both __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a)
{
	return a.y;
}
__hgrd_both __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
	return __nv_bfloat162(a, b);
}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFu)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80u)

#endif
