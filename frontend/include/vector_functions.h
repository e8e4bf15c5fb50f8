/* make_<type><n>() of every built-in vector type. */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define __HGRD_MAKE4(NAME, T)                                                                      \
	__hgrd_both NAME make_##NAME(T x, T y, T z, T w)                                           \
	{                                                                                          \
		return NAME{x, y, z, w};                                                           \
	}
#define __HGRD_MAKE(NAME, T)                                                                       \
	__hgrd_both NAME##1 make_##NAME##1(T x)                                                    \
	{                                                                                          \
		return NAME##1{x};                                                                 \
	}                                                                                          \
	__hgrd_both NAME##2 make_##NAME##2(T x, T y)                                               \
	{                                                                                          \
		return NAME##2{x, y};                                                              \
	}                                                                                          \
	__hgrd_both NAME##3 make_##NAME##3(T x, T y, T z)                                          \
	{                                                                                          \
		return NAME##3{x, y, z};                                                           \
	}                                                                                          \
	__HGRD_MAKE4(NAME##4, T)

__HGRD_MAKE(char, signed char)
__HGRD_MAKE(uchar, unsigned char)
__HGRD_MAKE(short, short)
__HGRD_MAKE(ushort, unsigned short)
__HGRD_MAKE(int, int)
__HGRD_MAKE(uint, unsigned int)
__HGRD_MAKE(long, long int)
__HGRD_MAKE(ulong, unsigned long int)
__HGRD_MAKE(longlong, long long int)
__HGRD_MAKE(ulonglong, unsigned long long int)
__HGRD_MAKE(float, float)
__HGRD_MAKE(double, double)
__HGRD_MAKE4(long4_16a, long int)
__HGRD_MAKE4(long4_32a, long int)
__HGRD_MAKE4(ulong4_16a, unsigned long int)
__HGRD_MAKE4(ulong4_32a, unsigned long int)
__HGRD_MAKE4(longlong4_16a, long long int)
__HGRD_MAKE4(longlong4_32a, long long int)
__HGRD_MAKE4(ulonglong4_16a, unsigned long long int)
__HGRD_MAKE4(ulonglong4_32a, unsigned long long int)
__HGRD_MAKE4(double4_16a, double)
__HGRD_MAKE4(double4_32a, double)

#undef __HGRD_MAKE
#undef __HGRD_MAKE4

#endif
