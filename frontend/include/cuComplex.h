/* Complex numbers of C flavour. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define X(C, T, MAKE, F, SQRT)                                                                     \
	__hgrd_both T cuCreal##F(C a)                                                              \
	{                                                                                          \
		return a.x;                                                                        \
	}                                                                                          \
	__hgrd_both T cuCimag##F(C a)                                                              \
	{                                                                                          \
		return a.y;                                                                        \
	}                                                                                          \
	__hgrd_both C MAKE(T re, T im)                                                             \
	{                                                                                          \
		return C{re, im};                                                                  \
	}                                                                                          \
	__hgrd_both C cuConj##F(C a)                                                               \
	{                                                                                          \
		return C{a.x, -a.y};                                                               \
	}                                                                                          \
	__hgrd_both C cuCadd##F(C a, C b)                                                          \
	{                                                                                          \
		return C{a.x + b.x, a.y + b.y};                                                    \
	}                                                                                          \
	__hgrd_both C cuCsub##F(C a, C b)                                                          \
	{                                                                                          \
		return C{a.x - b.x, a.y - b.y};                                                    \
	}                                                                                          \
	__hgrd_both C cuCmul##F(C a, C b)                                                          \
	{                                                                                          \
		return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                            \
	}                                                                                          \
	__hgrd_both C cuCdiv##F(C a, C b)                                                          \
	{                                                                                          \
		T n = b.x * b.x + b.y * b.y;                                                       \
                                                                                                   \
		return C{(a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n};                \
	}                                                                                          \
	__hgrd_both T cuCabs##F(C a)                                                               \
	{                                                                                          \
		return SQRT(a.x * a.x + a.y * a.y);                                                \
	}                                                                                          \
	__hgrd_both C cuCfma##F(C a, C b, C c)                                                     \
	{                                                                                          \
		return cuCadd##F(cuCmul##F(a, b), c);                                              \
	}
X(cuFloatComplex, float, make_cuFloatComplex, f, __builtin_sqrtf)
X(cuDoubleComplex, double, make_cuDoubleComplex, , __builtin_sqrt)
#undef X

__hgrd_both cuComplex make_cuComplex(float re, float im)
{
	return cuComplex{re, im};
}
__hgrd_both cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a)
{
	return cuDoubleComplex{a.x, a.y};
}
__hgrd_both cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a)
{
	return cuFloatComplex{(float)a.x, (float)a.y};
}

#endif
