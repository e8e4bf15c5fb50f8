/* 8-bit floating point: storage, conversions and the classes around them. Values go through
 * declared, pure conversions; what is exact here is sizes, addresses and data flow. */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t {
	__NV_NOSAT,
	__NV_SATFINITE
} __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t {
	__NV_E4M3,
	__NV_E5M2
} __nv_fp8_interpretation_t;

#define __hgrd_pure extern "C" __attribute__((host, device, const, nothrow))
#define X(FROM, T)                                                                                 \
	__hgrd_pure __nv_fp8_storage_t __nv_cvt_##FROM##_to_fp8(                                   \
		T, __nv_saturation_t, __nv_fp8_interpretation_t);
X(double, double) X(float, float) X(halfraw, __half_raw) X(bfloat16raw, __nv_bfloat16_raw)
#undef X
#define X(FROM, T)                                                                                 \
	__hgrd_pure __nv_fp8x2_storage_t __nv_cvt_##FROM##_to_fp8x2(                               \
		T, __nv_saturation_t, __nv_fp8_interpretation_t);
X(double2, double2) X(float2, float2) X(halfraw2, __half2_raw) X(bfloat16raw2, __nv_bfloat162_raw)
#undef X
__hgrd_pure __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
__hgrd_pure __half2_raw __nv_cvt_fp8x2_to_halfraw2(
	__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);
__hgrd_pure float __hgrd_fp8_to_float(__nv_fp8_storage_t, __nv_fp8_interpretation_t);

/* One value, and packs of two and four. */
#define HGRD_FP8(NAME, KIND)                                                                       \
	struct __nv_fp8_##NAME {                                                                   \
		__nv_fp8_storage_t __x;                                                            \
		__nv_fp8_##NAME() = default;                                                       \
		template <class T>                                                                 \
		__hgrd_member explicit __nv_fp8_##NAME(T f)                                        \
			: __x(__nv_cvt_float_to_fp8((float)f, __NV_SATFINITE, KIND))               \
		{                                                                                  \
		}                                                                                  \
		__hgrd_member operator float() const                                               \
		{                                                                                  \
			return __hgrd_fp8_to_float(__x, KIND);                                     \
		}                                                                                  \
		__hgrd_member explicit operator __half() const                                     \
		{                                                                                  \
			return __half((float)*this);                                               \
		}                                                                                  \
		__hgrd_member explicit operator __nv_bfloat16() const                              \
		{                                                                                  \
			return __nv_bfloat16((float)*this);                                        \
		}                                                                                  \
		__hgrd_member explicit operator double() const                                     \
		{                                                                                  \
			return (float)*this;                                                       \
		}                                                                                  \
	};                                                                                         \
	struct __attribute__((aligned(2))) __nv_fp8x2_##NAME {                                     \
		__nv_fp8x2_storage_t __x;                                                          \
		__nv_fp8x2_##NAME() = default;                                                     \
		__hgrd_member explicit __nv_fp8x2_##NAME(float2 f)                                 \
			: __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, KIND))                   \
		{                                                                                  \
		}                                                                                  \
		__hgrd_member explicit __nv_fp8x2_##NAME(__half2 f)                                \
			: __nv_fp8x2_##NAME(__half22float2(f))                                     \
		{                                                                                  \
		}                                                                                  \
		__hgrd_member explicit __nv_fp8x2_##NAME(__nv_bfloat162 f)                         \
			: __nv_fp8x2_##NAME(__bfloat1622float2(f))                                 \
		{                                                                                  \
		}                                                                                  \
		__hgrd_member explicit operator float2() const                                     \
		{                                                                                  \
			return make_float2(                                                        \
				__hgrd_fp8_to_float((__nv_fp8_storage_t)(__x & 255), KIND),        \
				__hgrd_fp8_to_float((__nv_fp8_storage_t)(__x >> 8), KIND));        \
		}                                                                                  \
		__hgrd_member explicit operator __half2() const                                    \
		{                                                                                  \
			return __float22half2_rn((float2)*this);                                   \
		}                                                                                  \
	};                                                                                         \
	struct __attribute__((aligned(4))) __nv_fp8x4_##NAME {                                     \
		__nv_fp8x4_storage_t __x;                                                          \
		__nv_fp8x4_##NAME() = default;                                                     \
		__hgrd_member explicit __nv_fp8x4_##NAME(float4 f)                                 \
			: __x(__nv_fp8x2_##NAME(make_float2(f.x, f.y)).__x |                       \
				  (unsigned)__nv_fp8x2_##NAME(make_float2(f.z, f.w)).__x << 16)    \
		{                                                                                  \
		}                                                                                  \
		template <class T>                                                                 \
		__hgrd_member explicit __nv_fp8x4_##NAME(T low, T high)                            \
			: __x(__nv_fp8x2_##NAME(low).__x |                                         \
				  (unsigned)__nv_fp8x2_##NAME(high).__x << 16)                     \
		{                                                                                  \
		}                                                                                  \
		__hgrd_member explicit operator float4() const                                     \
		{                                                                                  \
			__nv_fp8x2_##NAME low, high;                                               \
			low.__x = (__nv_fp8x2_storage_t)__x;                                       \
			high.__x = (__nv_fp8x2_storage_t)(__x >> 16);                              \
			float2 a = (float2)low, b = (float2)high;                                  \
			return make_float4(a.x, a.y, b.x, b.y);                                    \
		}                                                                                  \
	};
HGRD_FP8(e4m3, __NV_E4M3)
HGRD_FP8(e5m2, __NV_E5M2)
#undef HGRD_FP8

#endif
