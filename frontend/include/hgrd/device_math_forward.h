/* Device overloads of the C standard library, declared ahead of the standard headers.
 *
 * A constexpr function of a standard header is usable on both sides unless a device
 * overload of the same signature is already visible in the same namespace; one that is
 * not constexpr is of the host only. So what device code may call is declared here first,
 * in the global namespace and in std. Functions without a body are pure: the analysis
 * knows of their results only that equal arguments give equal results. */
#ifndef HGRD_DEVICE_MATH_FORWARD_H
#define HGRD_DEVICE_MATH_FORWARD_H

#include "hgrd/macros.h"
#include "hgrd/math_lists.h"

#define X(F)                                                                                       \
	__hgrd_value double F(double);                                                             \
	__hgrd_value float F##f(float);
HGRD_MATH_1(X)
HGRD_MATH_1_GNU(X)
HGRD_MATH_1_CUDA(X)
#undef X

#define X(F)                                                                                       \
	__hgrd_dev float F(float x)                                                                \
	{                                                                                          \
		return F##f(x);                                                                    \
	}
HGRD_MATH_1(X)
HGRD_MATH_1_GNU(X)
HGRD_MATH_1_CUDA(X)
#undef X

#define X(F)                                                                                       \
	__hgrd_dev double F(double x)                                                              \
	{                                                                                          \
		return __builtin_##F(x);                                                           \
	}                                                                                          \
	__hgrd_dev float F##f(float x)                                                             \
	{                                                                                          \
		return __builtin_##F##f(x);                                                        \
	}                                                                                          \
	__hgrd_dev float F(float x)                                                                \
	{                                                                                          \
		return __builtin_##F##f(x);                                                        \
	}
HGRD_MATH_1_BUILTIN(X)
#undef X

#define X(F)                                                                                       \
	__hgrd_value double F(double, double);                                                     \
	__hgrd_value float F##f(float, float);                                                     \
	__hgrd_dev float F(float x, float y)                                                       \
	{                                                                                          \
		return F##f(x, y);                                                                 \
	}
HGRD_MATH_2(X)
#undef X

#define X(F)                                                                                       \
	__hgrd_dev double F(double x, double y)                                                    \
	{                                                                                          \
		return __builtin_##F(x, y);                                                        \
	}                                                                                          \
	__hgrd_dev float F##f(float x, float y)                                                    \
	{                                                                                          \
		return __builtin_##F##f(x, y);                                                     \
	}                                                                                          \
	__hgrd_dev float F(float x, float y)                                                       \
	{                                                                                          \
		return __builtin_##F##f(x, y);                                                     \
	}
HGRD_MATH_2_BUILTIN(X)
#undef X

#define X(T, F)                                                                                    \
	__hgrd_value T F(double);                                                                  \
	__hgrd_value T F##f(float);                                                                \
	__hgrd_dev T F(float x)                                                                    \
	{                                                                                          \
		return F##f(x);                                                                    \
	}
HGRD_MATH_TO_INT(X)
#undef X

__hgrd_dev double fma(double x, double y, double z)
{
	return __builtin_fma(x, y, z);
}
__hgrd_dev float fmaf(float x, float y, float z)
{
	return __builtin_fmaf(x, y, z);
}
__hgrd_dev float fma(float x, float y, float z)
{
	return __builtin_fmaf(x, y, z);
}

__hgrd_value double ldexp(double, int);
__hgrd_value float ldexpf(float, int);
__hgrd_value double scalbn(double, int);
__hgrd_value float scalbnf(float, int);
__hgrd_value double scalbln(double, long);
__hgrd_value float scalblnf(float, long);
__hgrd_value double nan(const char *);
__hgrd_value float nanf(const char *);
__hgrd_value double jn(int, double);
__hgrd_value float jnf(int, float);
__hgrd_value double yn(int, double);
__hgrd_value float ynf(int, float);

__hgrd_dev float ldexp(float x, int n)
{
	return ldexpf(x, n);
}
__hgrd_dev float scalbn(float x, int n)
{
	return scalbnf(x, n);
}
__hgrd_dev float scalbln(float x, long n)
{
	return scalblnf(x, n);
}

/* Functions with a second result: what is stored is visible, its value is not. */
__hgrd_value int __hgrd_frexp_exponent(double);
__hgrd_value double __hgrd_frexp_fraction(double);
__hgrd_value double __hgrd_modf_fraction(double);
__hgrd_value int __hgrd_remquo_quotient(double, double);

__hgrd_dev double frexp(double x, int *exponent)
{
	*exponent = __hgrd_frexp_exponent(x);
	return __hgrd_frexp_fraction(x);
}
__hgrd_dev float frexpf(float x, int *exponent)
{
	*exponent = __hgrd_frexp_exponent(x);
	return (float)__hgrd_frexp_fraction(x);
}
__hgrd_dev float frexp(float x, int *exponent)
{
	return frexpf(x, exponent);
}
__hgrd_dev double modf(double x, double *whole)
{
	*whole = __builtin_trunc(x);
	return __hgrd_modf_fraction(x);
}
__hgrd_dev float modff(float x, float *whole)
{
	*whole = __builtin_truncf(x);
	return (float)__hgrd_modf_fraction(x);
}
__hgrd_dev float modf(float x, float *whole)
{
	return modff(x, whole);
}
__hgrd_dev double remquo(double x, double y, int *quotient)
{
	*quotient = __hgrd_remquo_quotient(x, y);
	return remainder(x, y);
}
__hgrd_dev float remquof(float x, float y, int *quotient)
{
	*quotient = __hgrd_remquo_quotient(x, y);
	return remainderf(x, y);
}
__hgrd_dev float remquo(float x, float y, int *quotient)
{
	return remquof(x, y, quotient);
}
__hgrd_dev void sincos(double x, double *s, double *c)
{
	*s = sin(x);
	*c = cos(x);
}
__hgrd_dev void sincosf(float x, float *s, float *c)
{
	*s = sinf(x);
	*c = cosf(x);
}
__hgrd_dev void sincos(float x, float *s, float *c)
{
	sincosf(x, s, c);
}

/* Integers. */
__hgrd_dev int abs(int x)
{
	return __builtin_abs(x);
}
__hgrd_dev long labs(long x)
{
	return __builtin_labs(x);
}
__hgrd_dev long long llabs(long long x)
{
	return __builtin_llabs(x);
}
__hgrd_dev long abs(long x)
{
	return __builtin_labs(x);
}
__hgrd_dev long long abs(long long x)
{
	return __builtin_llabs(x);
}
__hgrd_dev double abs(double x)
{
	return __builtin_fabs(x);
}
__hgrd_dev float abs(float x)
{
	return __builtin_fabsf(x);
}

/* Memory, output and termination. */
__hgrd_extern __attribute__((malloc)) void *malloc(__SIZE_TYPE__);
__hgrd_extern void free(void *);
extern "C" __attribute__((device)) int printf(const char *, ...);
extern "C" __attribute__((device)) int vprintf(const char *, const char *);
extern "C" __attribute__((device, noreturn)) void __assert_fail(
	const char *, const char *, unsigned int, const char *) noexcept;
extern "C" __attribute__((device, noreturn)) void __assertfail(
	const char *, const char *, unsigned int, const char *, __SIZE_TYPE__);
extern "C" __attribute__((device, noreturn)) void abort(void);

__hgrd_dev void *memcpy(void *to, const void *from, __SIZE_TYPE__ n)
{
	return __builtin_memcpy(to, from, n);
}
__hgrd_dev void *memmove(void *to, const void *from, __SIZE_TYPE__ n)
{
	return __builtin_memmove(to, from, n);
}
__hgrd_dev void *memset(void *to, int c, __SIZE_TYPE__ n)
{
	return __builtin_memset(to, c, n);
}
__hgrd_dev int memcmp(const void *left, const void *right, __SIZE_TYPE__ n)
{
	const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;

	for (__SIZE_TYPE__ i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}
__hgrd_dev __SIZE_TYPE__ strlen(const char *s)
{
	__SIZE_TYPE__ n = 0;

	while (s[n])
		n++;
	return n;
}
__hgrd_dev int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}
__hgrd_dev char *strcpy(char *to, const char *from)
{
	char *p = to;

	while ((*p++ = *from++))
		;
	return to;
}
__hgrd_dev long clock(void)
{
	return (long)(int)__nvvm_read_ptx_sreg_clock();
}
__hgrd_dev long long clock64(void)
{
	return (long long)__nvvm_read_ptx_sreg_clock64();
}

#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#else
#include <cstddef>
#endif

#if defined(_LIBCPP_BEGIN_NAMESPACE_STD)
_LIBCPP_BEGIN_NAMESPACE_STD
#else
namespace std {
#ifdef _GLIBCXX_BEGIN_NAMESPACE_VERSION
_GLIBCXX_BEGIN_NAMESPACE_VERSION
#endif
#endif

#define X(F) using ::F;
HGRD_MATH_1(X)
HGRD_MATH_1_BUILTIN(X)
HGRD_MATH_2(X)
HGRD_MATH_2_BUILTIN(X)
#undef X
#define X(F)                                                                                       \
	using ::F##f;
HGRD_MATH_1(X)
HGRD_MATH_1_BUILTIN(X)
HGRD_MATH_2(X)
HGRD_MATH_2_BUILTIN(X)
#undef X
#define X(T, F)                                                                                    \
	using ::F;                                                                                 \
	using ::F##f;
HGRD_MATH_TO_INT(X)
#undef X
using ::abs;
using ::fma;
using ::fmaf;
using ::frexp;
using ::frexpf;
using ::labs;
using ::ldexp;
using ::ldexpf;
using ::llabs;
using ::modf;
using ::modff;
using ::nan;
using ::nanf;
using ::remquo;
using ::remquof;
using ::scalbln;
using ::scalblnf;
using ::scalbn;
using ::scalbnf;

#if defined(_LIBCPP_END_NAMESPACE_STD)
_LIBCPP_END_NAMESPACE_STD
#else
#ifdef _GLIBCXX_BEGIN_NAMESPACE_VERSION
_GLIBCXX_END_NAMESPACE_VERSION
#endif
} // namespace std
#endif

#if defined(_GLIBCXX_RELEASE) && !defined(__CLANG_CUDA_WRAPPERS_BITS_CPP_CONFIG)
namespace std {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
/* What a failed __glibcxx_assert() calls. */
__attribute__((device, noreturn)) __inline__ void __glibcxx_assert_fail(
	const char *, int, const char *, const char *) noexcept
{
	__builtin_trap();
}
_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std
#endif

#endif
