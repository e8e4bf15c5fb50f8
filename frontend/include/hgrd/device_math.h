/* Mathematical functions that only CUDA has: on both sides where CUDA gives both. */
#ifndef HGRD_DEVICE_MATH_H
#define HGRD_DEVICE_MATH_H

/* Host declarations of CUDA's additions to the C library. */
#define X(F)                                                                                       \
	extern "C" double F(double) noexcept;                                                      \
	extern "C" float F##f(float) noexcept;                                                     \
	static __inline__ float F(float x)                                                         \
	{                                                                                          \
		return F##f(x);                                                                    \
	}
HGRD_MATH_1_CUDA(X)
#undef X

#define X(F)                                                                                       \
	__hgrd_value float F(float, float);
X(__fdividef) X(__powf)
X(__fadd_rz) X(__fadd_ru) X(__fadd_rd) X(__fsub_rz) X(__fsub_ru) X(__fsub_rd)
X(__fmul_rz) X(__fmul_ru) X(__fmul_rd) X(__fdiv_rz) X(__fdiv_ru) X(__fdiv_rd)
#undef X
#define X(F) __hgrd_value float F(float);
X(__sinf) X(__cosf) X(__tanf) X(__expf) X(__exp10f) X(__logf) X(__log2f) X(__log10f) X(__tanhf)
X(__frsqrt_rn) X(__frcp_rn) X(__frcp_rz) X(__frcp_ru) X(__frcp_rd)
X(__fsqrt_rz) X(__fsqrt_ru) X(__fsqrt_rd)
#undef X
#define X(F) __hgrd_value float F(float, float, float);
X(__fmaf_rz) X(__fmaf_ru) X(__fmaf_rd) X(norm3df) X(rnorm3df)
#undef X
#define X(F) __hgrd_value double F(double, double);
X(__dadd_rz) X(__dadd_ru) X(__dadd_rd) X(__dsub_rz) X(__dsub_ru) X(__dsub_rd)
X(__dmul_rz) X(__dmul_ru) X(__dmul_rd) X(__ddiv_rz) X(__ddiv_ru) X(__ddiv_rd)
#undef X
#define X(F) __hgrd_value double F(double);
X(__drcp_rn) X(__drcp_rz) X(__drcp_ru) X(__drcp_rd) X(__dsqrt_rz) X(__dsqrt_ru) X(__dsqrt_rd)
#undef X
#define X(F) __hgrd_value double F(double, double, double);
X(__fma_rz) X(__fma_ru) X(__fma_rd) X(norm3d) X(rnorm3d)
#undef X
__hgrd_value double norm4d(double, double, double, double);
__hgrd_value float norm4df(float, float, float, float);
__hgrd_value double rnorm4d(double, double, double, double);
__hgrd_value float rnorm4df(float, float, float, float);
__hgrd_value double rhypot(double, double);
__hgrd_value float rhypotf(float, float);
__hgrd_extern double norm(int, const double *);
__hgrd_extern float normf(int, const float *);
__hgrd_extern double rnorm(int, const double *);
__hgrd_extern float rnormf(int, const float *);

#define X(F, T, OP)                                                                                \
	__hgrd_dev T F(T x, T y)                                                                   \
	{                                                                                          \
		return x OP y;                                                                     \
	}
X(__fadd_rn, float, +) X(__fsub_rn, float, -) X(__fmul_rn, float, *) X(__fdiv_rn, float, /)
X(__dadd_rn, double, +) X(__dsub_rn, double, -) X(__dmul_rn, double, *) X(__ddiv_rn, double, /)
X(fdividef, float, /) X(fdivide, double, /)
#undef X
__hgrd_dev float __fmaf_rn(float x, float y, float z)
{
	return __builtin_fmaf(x, y, z);
}
__hgrd_dev float __fmaf_ieee_rn(float x, float y, float z)
{
	return __builtin_fmaf(x, y, z);
}
__hgrd_dev double __fma_rn(double x, double y, double z)
{
	return __builtin_fma(x, y, z);
}
__hgrd_dev float __fsqrt_rn(float x)
{
	return __builtin_sqrtf(x);
}
__hgrd_dev double __dsqrt_rn(double x)
{
	return __builtin_sqrt(x);
}
__hgrd_dev float __saturatef(float x)
{
	return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f);
}
__hgrd_dev float saturate(float x)
{
	return __saturatef(x);
}
__hgrd_dev void __sincosf(float x, float *s, float *c)
{
	*s = __sinf(x);
	*c = __cosf(x);
}
__hgrd_dev void sincospi(double x, double *s, double *c)
{
	*s = sinpi(x);
	*c = cospi(x);
}
__hgrd_dev void sincospif(float x, float *s, float *c)
{
	*s = sinpif(x);
	*c = cospif(x);
}
extern "C" void sincospi(double, double *, double *) noexcept;
extern "C" void sincospif(float, float *, float *) noexcept;

/* Conversions: rounding towards zero is C's own, the other modes are not modelled. */
#define X(NAME, T, FROM)                                                                           \
	__hgrd_dev T NAME##_rz(FROM x)                                                             \
	{                                                                                          \
		return (T)x;                                                                       \
	}                                                                                          \
	__hgrd_value T NAME##_rn(FROM);                                                            \
	__hgrd_value T NAME##_ru(FROM);                                                            \
	__hgrd_value T NAME##_rd(FROM);
X(__float2int, int, float) X(__float2uint, unsigned int, float)
X(__float2ll, long long, float) X(__float2ull, unsigned long long, float)
X(__double2int, int, double) X(__double2uint, unsigned int, double)
X(__double2ll, long long, double) X(__double2ull, unsigned long long, double)
#undef X
#define X(NAME, T, FROM)                                                                           \
	__hgrd_dev T NAME##_rn(FROM x)                                                             \
	{                                                                                          \
		return (T)x;                                                                       \
	}                                                                                          \
	__hgrd_value T NAME##_rz(FROM);                                                            \
	__hgrd_value T NAME##_ru(FROM);                                                            \
	__hgrd_value T NAME##_rd(FROM);
X(__int2float, float, int) X(__uint2float, float, unsigned int)
X(__ll2float, float, long long) X(__ull2float, float, unsigned long long)
X(__int2double, double, int) X(__uint2double, double, unsigned int)
X(__ll2double, double, long long) X(__ull2double, double, unsigned long long)
X(__double2float, float, double)
#undef X
#define X(NAME, T, FROM)                                                                           \
	__hgrd_dev T NAME(FROM x)                                                                  \
	{                                                                                          \
		return __builtin_bit_cast(T, x);                                                   \
	}
X(__float_as_int, int, float) X(__int_as_float, float, int)
X(__float_as_uint, unsigned int, float) X(__uint_as_float, float, unsigned int)
X(__double_as_longlong, long long, double) X(__longlong_as_double, double, long long)
#undef X
__hgrd_dev int __double2hiint(double x)
{
	return (int)(__builtin_bit_cast(long long, x) >> 32);
}
__hgrd_dev int __double2loint(double x)
{
	return (int)__builtin_bit_cast(long long, x);
}
__hgrd_dev double __hiloint2double(int high, int low)
{
	return __builtin_bit_cast(
		double, ((unsigned long long)(unsigned int)high << 32) | (unsigned int)low);
}
__hgrd_dev int __isnanf(float x)
{
	return __builtin_isnan(x);
}
__hgrd_dev int __isnan(double x)
{
	return __builtin_isnan(x);
}
__hgrd_dev int __isinff(float x)
{
	return __builtin_isinf(x);
}
__hgrd_dev int __isinf(double x)
{
	return __builtin_isinf(x);
}
__hgrd_dev int __finitef(float x)
{
	return __builtin_isfinite(x);
}
__hgrd_dev int __finite(double x)
{
	return __builtin_isfinite(x);
}

#endif
