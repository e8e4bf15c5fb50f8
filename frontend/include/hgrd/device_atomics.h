/* Atomic functions. README.md says what each becomes in LLVM IR:
 * device scope is an atomicrmw or cmpxchg without a scope, block and system scope are
 * llvm.nvvm.atomic.*.cta and .sys. */
#ifndef HGRD_DEVICE_ATOMICS_H
#define HGRD_DEVICE_ATOMICS_H

#include "hgrd/atomic_calls.h"

#define __HGRD_FETCH(OP, P, V)                                                                     \
	__scoped_atomic_fetch_##OP(P, V, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)

/* Read-modify-write of the device scope: NAME, type, operation. */
#define X(NAME, T, OP)                                                                             \
	__hgrd_dev T NAME(T *p, T v)                                                               \
	{                                                                                          \
		return __HGRD_FETCH(OP, p, v);                                                     \
	}
X(atomicAdd, int, add) X(atomicAdd, unsigned int, add) X(atomicAdd, unsigned long long, add)
X(atomicAdd, float, add) X(atomicAdd, double, add)
X(atomicSub, int, sub) X(atomicSub, unsigned int, sub)
X(atomicMin, int, min) X(atomicMin, unsigned int, min)
X(atomicMin, long long, min) X(atomicMin, unsigned long long, min)
X(atomicMax, int, max) X(atomicMax, unsigned int, max)
X(atomicMax, long long, max) X(atomicMax, unsigned long long, max)
X(atomicAnd, int, and) X(atomicAnd, unsigned int, and) X(atomicAnd, unsigned long long, and)
X(atomicOr, int, or) X(atomicOr, unsigned int, or) X(atomicOr, unsigned long long, or)
X(atomicXor, int, xor) X(atomicXor, unsigned int, xor) X(atomicXor, unsigned long long, xor)
#undef X

#define X(T)                                                                                       \
	__hgrd_dev T atomicExch(T *p, T v)                                                         \
	{                                                                                          \
		return __scoped_atomic_exchange_n(                                                 \
			p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);                            \
	}
X(int) X(unsigned int) X(unsigned long long)
#undef X
__hgrd_dev float atomicExch(float *p, float v)
{
	return __builtin_bit_cast(
		float, atomicExch((unsigned int *)p, __builtin_bit_cast(unsigned int, v)));
}

#define X(T)                                                                                       \
	__hgrd_dev T atomicCAS(T *p, T expected, T desired)                                        \
	{                                                                                          \
		__scoped_atomic_compare_exchange_n(p, &expected, desired, 0, __ATOMIC_RELAXED,     \
			__ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);                                  \
		return expected;                                                                   \
	}
X(int) X(unsigned int) X(unsigned long long) X(unsigned short)
#undef X

__hgrd_dev unsigned int atomicInc(unsigned int *p, unsigned int limit)
{
	return __scoped_atomic_fetch_uinc(
		p, limit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
__hgrd_dev unsigned int atomicDec(unsigned int *p, unsigned int limit)
{
	return __scoped_atomic_fetch_udec(
		p, limit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/* Block and system scope. */
#define X2(NAME, SUFFIX, SCOPE, T, U, OP, KIND)                                                    \
	__hgrd_dev T NAME##SUFFIX(T *p, T v)                                                       \
	{                                                                                          \
		return (T)__nvvm_atom_##SCOPE##_##OP##_gen_##KIND((U *)p, (U)v);                   \
	}
#define X(NAME, T, U, OP, KIND)                                                                    \
	X2(NAME, _block, cta, T, U, OP, KIND)                                                      \
	X2(NAME, _system, sys, T, U, OP, KIND)
X(atomicAdd, int, int, add, i) X(atomicAdd, unsigned int, int, add, i)
X(atomicAdd, unsigned long long, long long, add, ll)
X(atomicAdd, float, float, add, f) X(atomicAdd, double, double, add, d)
X(atomicMin, int, int, min, i) X(atomicMin, unsigned int, unsigned int, min, ui)
X(atomicMin, long long, long long, min, ll)
X(atomicMin, unsigned long long, unsigned long long, min, ull)
X(atomicMax, int, int, max, i) X(atomicMax, unsigned int, unsigned int, max, ui)
X(atomicMax, long long, long long, max, ll)
X(atomicMax, unsigned long long, unsigned long long, max, ull)
X(atomicAnd, int, int, and, i) X(atomicAnd, unsigned int, int, and, i)
X(atomicAnd, unsigned long long, long long, and, ll)
X(atomicOr, int, int, or, i) X(atomicOr, unsigned int, int, or, i)
X(atomicOr, unsigned long long, long long, or, ll)
X(atomicXor, int, int, xor, i) X(atomicXor, unsigned int, int, xor, i)
X(atomicXor, unsigned long long, long long, xor, ll)
X(atomicExch, int, int, xchg, i) X(atomicExch, unsigned int, int, xchg, i)
X(atomicExch, unsigned long long, long long, xchg, ll)
X(atomicInc, unsigned int, unsigned int, inc, ui)
X(atomicDec, unsigned int, unsigned int, dec, ui)
#undef X
#undef X2
#define X2(SUFFIX, T)                                                                              \
	__hgrd_dev T atomicSub##SUFFIX(T *p, T v)                                                  \
	{                                                                                          \
		return atomicAdd##SUFFIX(p, (T)(0u - (unsigned int)v));                            \
	}
X2(_block, int) X2(_block, unsigned int) X2(_system, int) X2(_system, unsigned int)
#undef X2
#define X2(SUFFIX)                                                                                 \
	__hgrd_dev float atomicExch##SUFFIX(float *p, float v)                                     \
	{                                                                                          \
		return __builtin_bit_cast(float, atomicExch##SUFFIX((unsigned int *)p,             \
			__builtin_bit_cast(unsigned int, v)));                                     \
	}
X2(_block) X2(_system)
#undef X2
#define X2(SUFFIX, SCOPE, T, U, KIND)                                                              \
	__hgrd_dev T atomicCAS##SUFFIX(T *p, T expected, T desired)                                \
	{                                                                                          \
		return (T)__nvvm_atom_##SCOPE##_cas_gen_##KIND((U *)p, (U)expected, (U)desired);   \
	}
#define X(T, U, KIND)                                                                              \
	X2(_block, cta, T, U, KIND)                                                                \
	X2(_system, sys, T, U, KIND)
X(int, int, i) X(unsigned int, int, i) X(unsigned long long, long long, ll)
X(unsigned short, unsigned short, us)
#undef X
#undef X2

/* Vectors: each element is added atomically, the whole is not. */
#define X(SUFFIX)                                                                                  \
	__hgrd_dev float2 atomicAdd##SUFFIX(float2 *p, float2 v)                                   \
	{                                                                                          \
		return float2{                                                                     \
			atomicAdd##SUFFIX(&p->x, v.x), atomicAdd##SUFFIX(&p->y, v.y)};             \
	}                                                                                          \
	__hgrd_dev float4 atomicAdd##SUFFIX(float4 *p, float4 v)                                   \
	{                                                                                          \
		return float4{atomicAdd##SUFFIX(&p->x, v.x), atomicAdd##SUFFIX(&p->y, v.y),        \
			atomicAdd##SUFFIX(&p->z, v.z), atomicAdd##SUFFIX(&p->w, v.w)};             \
	}
X() X(_block) X(_system)
#undef X

#endif
