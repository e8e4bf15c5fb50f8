/* Built-in vector types, with the alignment device code gives them. */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define __HGRD_VEC1(NAME, T)                                                                       \
	struct NAME##1 {                                                                           \
		T x;                                                                               \
	};
#define __HGRD_VEC2(NAME, T, ALIGN)                                                                \
	struct __attribute__((aligned(ALIGN))) NAME##2 {                                           \
		T x, y;                                                                            \
	};
#define __HGRD_VEC3(NAME, T)                                                                       \
	struct NAME##3 {                                                                           \
		T x, y, z;                                                                         \
	};
#define __HGRD_VEC4(NAME, T, SUFFIX, ALIGN)                                                        \
	struct __attribute__((aligned(ALIGN))) NAME##4##SUFFIX {                                   \
		T x, y, z, w;                                                                      \
	};
#define __HGRD_VEC(NAME, T, A2, A4)                                                                \
	__HGRD_VEC1(NAME, T)                                                                       \
	__HGRD_VEC2(NAME, T, A2)                                                                   \
	__HGRD_VEC3(NAME, T)                                                                       \
	__HGRD_VEC4(NAME, T, , A4)

__HGRD_VEC(char, signed char, 2, 4)
__HGRD_VEC(uchar, unsigned char, 2, 4)
__HGRD_VEC(short, short, 4, 8)
__HGRD_VEC(ushort, unsigned short, 4, 8)
__HGRD_VEC(int, int, 8, 16)
__HGRD_VEC(uint, unsigned int, 8, 16)
__HGRD_VEC(long, long int, 16, 16)
__HGRD_VEC(ulong, unsigned long int, 16, 16)
__HGRD_VEC(longlong, long long int, 16, 16)
__HGRD_VEC(ulonglong, unsigned long long int, 16, 16)
__HGRD_VEC(float, float, 8, 16)
__HGRD_VEC(double, double, 16, 16)
__HGRD_VEC4(long, long int, _16a, 16)
__HGRD_VEC4(long, long int, _32a, 32)
__HGRD_VEC4(ulong, unsigned long int, _16a, 16)
__HGRD_VEC4(ulong, unsigned long int, _32a, 32)
__HGRD_VEC4(longlong, long long int, _16a, 16)
__HGRD_VEC4(longlong, long long int, _32a, 32)
__HGRD_VEC4(ulonglong, unsigned long long int, _16a, 16)
__HGRD_VEC4(ulonglong, unsigned long long int, _32a, 32)
__HGRD_VEC4(double, double, _16a, 16)
__HGRD_VEC4(double, double, _32a, 32)

#undef __HGRD_VEC
#undef __HGRD_VEC1
#undef __HGRD_VEC2
#undef __HGRD_VEC3
#undef __HGRD_VEC4

struct dim3 {
	unsigned int x, y, z;

	__host__ __device__ constexpr dim3(
		unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
		: x(vx), y(vy), z(vz)
	{
	}
	__host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
	{
	}
	__host__ __device__ constexpr operator uint3() const
	{
		return uint3{x, y, z};
	}
};

#endif
