/* Bodies of libdevice's functions on integers, and of those on floating point that have a meaning in
 * LLVM IR: clang's headers only declare them. */
#ifndef HGRD_LIBDEVICE_H
#define HGRD_LIBDEVICE_H

extern "C" __attribute__((device, const, nothrow)) int __hgrd_low24(int);
extern "C" __attribute__((device, const, nothrow)) unsigned int __hgrd_ulow24(unsigned int);

#define X(T, NAME, PARAMETERS, VALUE)                                                              \
	extern "C" __attribute__((device, always_inline)) inline T __nv_##NAME PARAMETERS          \
	{                                                                                          \
		return (T)(VALUE);                                                                 \
	}
X(int, popc, (unsigned int a), __builtin_popcount(a))
X(int, popcll, (unsigned long long a), __builtin_popcountll(a))
X(int, clz, (int a), a ? __builtin_clz(a) : 32)
X(int, clzll, (long long a), a ? __builtin_clzll(a) : 64)
X(int, ffs, (int a), __builtin_ffs(a))
X(int, ffsll, (long long a), __builtin_ffsll(a))
X(int, brev, (int a), __builtin_bitreverse32(a))
X(long long, brevll, (long long a), __builtin_bitreverse64(a))
X(int, abs, (int a), a < 0 ? -a : a)
X(long long, llabs, (long long a), a < 0 ? -a : a)
X(int, mul24, (int a, int b), __hgrd_low24(a) * __hgrd_low24(b))
X(unsigned int, umul24, (unsigned int a, unsigned int b), __hgrd_ulow24(a) * __hgrd_ulow24(b))
X(int, mulhi, (int a, int b), (long long)a * b >> 32)
X(unsigned int, umulhi, (unsigned int a, unsigned int b), (unsigned long long)a * b >> 32)
X(long long, mul64hi, (long long a, long long b), (__int128)a * b >> 64)
X(unsigned long long, umul64hi, (unsigned long long a, unsigned long long b),
	(unsigned __int128)a * b >> 64)
X(int, hadd, (int a, int b), ((long long)a + b) >> 1)
X(int, rhadd, (int a, int b), ((long long)a + b + 1) >> 1)
#define Y(T, MIN, MAX)                                                                             \
	X(T, MIN, (T a, T b), a < b ? a : b)                                                       \
	X(T, MAX, (T a, T b), a < b ? b : a)
Y(int, min, max)
Y(unsigned int, umin, umax)
Y(long long, llmin, llmax)
Y(unsigned long long, ullmin, ullmax)
#undef Y
#define Y(NAME)                                                                                    \
	X(float, NAME##f, (float a), __builtin_##NAME##f(a))                                       \
	X(double, NAME, (double a), __builtin_##NAME(a))
Y(floor) Y(ceil) Y(trunc) Y(rint) Y(nearbyint) Y(round) Y(fabs) Y(sqrt)
#undef Y
#define Y(NAME)                                                                                    \
	X(float, NAME##f, (float a, float b), __builtin_##NAME##f(a, b))                           \
	X(double, NAME, (double a, double b), __builtin_##NAME(a, b))
Y(fmin) Y(fmax) Y(copysign)
#undef Y
X(float, fmaf, (float a, float b, float c), __builtin_fmaf(a, b, c))
X(double, fma, (double a, double b, double c), __builtin_fma(a, b, c))
X(float, saturatef, (float a), __builtin_fminf(__builtin_fmaxf(a, 0.0f), 1.0f))
/* Towards zero from floating point, to the nearest from integers: what C does. */
#define Z(OF)                                                                                      \
	X(int, OF##2int_rz, (OF a), a)                                                             \
	X(unsigned int, OF##2uint_rz, (OF a), a)                                                   \
	X(long long, OF##2ll_rz, (OF a), a)                                                        \
	X(unsigned long long, OF##2ull_rz, (OF a), a)                                              \
	X(OF, int2##OF##_rn, (int a), a)                                                           \
	X(OF, uint2##OF##_rn, (unsigned int a), a)                                                 \
	X(OF, ll2##OF##_rn, (long long a), a)                                                      \
	X(OF, ull2##OF##_rn, (unsigned long long a), a)
Z(float) Z(double)
#undef Z
#undef X

#endif
