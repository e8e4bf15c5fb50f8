/* Atomic operations with order and scope: what __nv_atomic_*() and cuda::atomic stand on.
 *
 * Device and system scope (which are one for threads of a launch) become LLVM's load atomic,
 * store atomic, atomicrmw, cmpxchg and fence with their order. Narrower scopes cannot be
 * said in LLVM IR for this target: they become calls of __hgrd_atomic_*(). */
#ifndef HGRD_SCOPED_ATOMICS_H
#define HGRD_SCOPED_ATOMICS_H

#define __hgrd_member __attribute__((device, always_inline)) __inline__
#define __hgrd_wide(scope) ((scope) >= __NV_THREAD_SCOPE_DEVICE)

template <int Size> struct __hgrd_narrow;
#define X(BITS, T)                                                                                 \
	template <> struct __hgrd_narrow<BITS / 8> {                                               \
		typedef T bits;                                                                    \
		static __hgrd_member T load(const void *p, int order, int scope)                   \
		{                                                                                  \
			return __hgrd_atomic_load_##BITS(p, order, scope);                         \
		}                                                                                  \
		static __hgrd_member void store(void *p, T v, int order, int scope)                \
		{                                                                                  \
			__hgrd_atomic_store_##BITS(p, v, order, scope);                            \
		}                                                                                  \
		static __hgrd_member T rmw(void *p, T v, int operation, int order, int scope)      \
		{                                                                                  \
			return __hgrd_atomic_rmw_##BITS(p, v, operation, order, scope);            \
		}                                                                                  \
		static __hgrd_member T cas(void *p, T wanted, T desired, int order, int scope)     \
		{                                                                                  \
			return __hgrd_atomic_cas_##BITS(p, wanted, desired, order, scope);         \
		}                                                                                  \
	};
X(8, unsigned char)
X(16, unsigned short)
X(32, unsigned int)
X(64, unsigned long long)
X(128, unsigned __int128)
#undef X

template <class T> struct __hgrd_value_type {
	typedef T type;
	enum { is_float = 0, is_signed = 0 };
};
#define X(T, FLOAT, SIGNED)                                                                        \
	template <> struct __hgrd_value_type<T> {                                                  \
		typedef T type;                                                                    \
		enum { is_float = FLOAT, is_signed = SIGNED };                                     \
	};
X(float, 1, 0) X(double, 1, 0) X(signed char, 0, 1) X(char, 0, 1) X(short, 0, 1) X(int, 0, 1)
X(long, 0, 1) X(long long, 0, 1)
#undef X

template <class T> __hgrd_dev T __hgrd_load(const T *p, int order, int scope)
{
	typedef __hgrd_narrow<sizeof(T)> narrow;

	if (__hgrd_wide(scope)) {
		T value;

		__scoped_atomic_load((T *)p, &value, order, __MEMORY_SCOPE_DEVICE);
		return value;
	}
	return __builtin_bit_cast(T, narrow::load(p, order, scope));
}
template <class T> __hgrd_dev void __hgrd_store(T *p, T value, int order, int scope)
{
	typedef __hgrd_narrow<sizeof(T)> narrow;

	if (__hgrd_wide(scope))
		__scoped_atomic_store(p, &value, order, __MEMORY_SCOPE_DEVICE);
	else
		narrow::store(p, __builtin_bit_cast(typename narrow::bits, value), order, scope);
}
template <class T>
__hgrd_dev T __hgrd_narrow_rmw(T *p, T value, int operation, int order, int scope)
{
	typedef __hgrd_narrow<sizeof(T)> narrow;

	return __builtin_bit_cast(T,
		narrow::rmw(p, __builtin_bit_cast(typename narrow::bits, value), operation, order,
			scope));
}
template <class T> __hgrd_dev T __hgrd_exchange(T *p, T value, int order, int scope)
{
	T old;

	if (!__hgrd_wide(scope))
		return __hgrd_narrow_rmw(p, value, __hgrd_rmw_exchange, order, scope);
	__scoped_atomic_exchange(p, &value, &old, order, __MEMORY_SCOPE_DEVICE);
	return old;
}
template <class T>
__hgrd_dev bool __hgrd_compare_exchange(
	T *p, T *expected, T desired, int success, int failure, int scope)
{
	typedef __hgrd_narrow<sizeof(T)> narrow;
	typedef typename narrow::bits bits;

	if (__hgrd_wide(scope))
		return __scoped_atomic_compare_exchange(
			p, expected, &desired, false, success, failure, __MEMORY_SCOPE_DEVICE);

	bits wanted = __builtin_bit_cast(bits, *expected);
	bits found =
		narrow::cas(p, wanted, __builtin_bit_cast(bits, desired), success, scope);

	*expected = __builtin_bit_cast(T, found);
	return found == wanted;
}
#define X(OP, FLOAT, SIGNED, UNSIGNED)                                                             \
	template <class T> __hgrd_dev T __hgrd_fetch_##OP(T *p, T value, int order, int scope)     \
	{                                                                                          \
		typedef __hgrd_value_type<T> type;                                                 \
                                                                                                   \
		if (__hgrd_wide(scope))                                                            \
			return __scoped_atomic_fetch_##OP(                                         \
				p, value, order, __MEMORY_SCOPE_DEVICE);                           \
		return __hgrd_narrow_rmw(p, value,                                                 \
			type::is_float ? FLOAT : type::is_signed ? SIGNED : UNSIGNED, order,       \
			scope);                                                                    \
	}
X(add, __hgrd_rmw_add_float, __hgrd_rmw_add, __hgrd_rmw_add)
X(and, 0, __hgrd_rmw_and, __hgrd_rmw_and)
X(or, 0, __hgrd_rmw_or, __hgrd_rmw_or)
X(xor, 0, __hgrd_rmw_xor, __hgrd_rmw_xor)
X(min, __hgrd_rmw_min_float, __hgrd_rmw_min_signed, __hgrd_rmw_min)
X(max, __hgrd_rmw_max_float, __hgrd_rmw_max_signed, __hgrd_rmw_max)
#undef X
template <class T> __hgrd_dev T __hgrd_fetch_sub(T *p, T value, int order, int scope)
{
	if (__hgrd_wide(scope))
		return __scoped_atomic_fetch_sub(p, value, order, __MEMORY_SCOPE_DEVICE);
	if (__hgrd_value_type<T>::is_float)
		return __hgrd_narrow_rmw(p, (T)-value, __hgrd_rmw_add_float, order, scope);
	return __hgrd_narrow_rmw(p, value, __hgrd_rmw_sub, order, scope);
}
__hgrd_dev void __hgrd_thread_fence(int order, int scope)
{
	if (order == __ATOMIC_RELAXED)
		return;
	if (order == __ATOMIC_SEQ_CST && scope == __NV_THREAD_SCOPE_BLOCK)
		__threadfence_block();
	else if (order == __ATOMIC_SEQ_CST && __hgrd_wide(scope))
		__threadfence();
	else if (__hgrd_wide(scope))
		__scoped_atomic_thread_fence(order, __MEMORY_SCOPE_DEVICE);
	else
		__hgrd_fence(order, scope);
}

#undef __hgrd_member

#endif
