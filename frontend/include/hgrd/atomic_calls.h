/* What atomic operations with order and scope become where LLVM IR has no spelling. */
#ifndef HGRD_ATOMIC_CALLS_H
#define HGRD_ATOMIC_CALLS_H

#include "hgrd/function_kinds.h"

/* Scopes and orders, as numbers: those of __nv_atomic_*(), and of C++. */
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST

/* Operations for which LLVM IR has no spelling: never defined, known by their names. The
 * order is C++'s number, the scope one of those above, `operation` one of these. */
enum __hgrd_rmw {
	__hgrd_rmw_exchange,
	__hgrd_rmw_add,
	__hgrd_rmw_sub,
	__hgrd_rmw_and,
	__hgrd_rmw_or,
	__hgrd_rmw_xor,
	__hgrd_rmw_min_signed,
	__hgrd_rmw_max_signed,
	__hgrd_rmw_min,
	__hgrd_rmw_max,
	__hgrd_rmw_add_float,
	__hgrd_rmw_min_float,
	__hgrd_rmw_max_float
};
#define X(BITS, T)                                                                                 \
	__hgrd_extern T __hgrd_atomic_load_##BITS(const void *, int order, int scope);             \
	__hgrd_extern void __hgrd_atomic_store_##BITS(void *, T, int order, int scope);            \
	__hgrd_extern T __hgrd_atomic_rmw_##BITS(                                                  \
		void *, T, int operation, int order, int scope);                                   \
	__hgrd_extern T __hgrd_atomic_cas_##BITS(                                                  \
		void *, T expected, T desired, int order, int scope);
X(8, unsigned char)
X(16, unsigned short)
X(32, unsigned int)
X(64, unsigned long long)
X(128, unsigned __int128)
#undef X
__hgrd_extern void __hgrd_fence(int order, int scope);

#endif
