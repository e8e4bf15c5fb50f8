/* Atomic operations with order and scope: what __nv_atomic_*() and cuda::atomic stand on.
 *
 * Device and system scope (which are one for threads of a launch) become LLVM's load atomic,
 * store atomic, atomicrmw, cmpxchg and fence with their order. Narrower scopes cannot be
 * said in LLVM IR for this target: they become calls of __hgrd_atomic_<op>_<size>(). */
#ifndef HGRD_SCOPED_ATOMICS_H
#define HGRD_SCOPED_ATOMICS_H

#define __hgrd_wide(scope) ((scope) >= __NV_THREAD_SCOPE_DEVICE)

template <int Size> struct __hgrd_narrow;
#define X2(OP, BITS, T, FUNCTION)                                                                  \
	static __attribute__((device, always_inline)) __inline__ T OP(                             \
		void *p, T v, int order, int scope)                                                \
	{                                                                                          \
		return FUNCTION(p, v, order, scope);                                               \
	}
#define X(BITS, T)                                                                                 \
	template <> struct __hgrd_narrow<BITS / 8> {                                               \
		typedef T bits;                                                                    \
		static __attribute__((device, always_inline)) __inline__ T load(                   \
			const void *p, int order, int scope)                                       \
		{                                                                                  \
			return __hgrd_atomic_load_##BITS(p, order, scope);                         \
		}                                                                                  \
		static __attribute__((device, always_inline)) __inline__ void store(               \
			void *p, T v, int order, int scope)                                        \
		{                                                                                  \
			__hgrd_atomic_store_##BITS(p, v, order, scope);                            \
		}                                                                                  \
		static __attribute__((device, always_inline)) __inline__ T compare_exchange(       \
			void *p, T expected, T desired, int order, int scope)                      \
		{                                                                                  \
			return __hgrd_atomic_compare_exchange_##BITS(                              \
				p, expected, desired, order, scope);                               \
		}                                                                                  \
		X2(exchange, BITS, T, __hgrd_atomic_exchange_##BITS)                               \
		X2(add, BITS, T, __hgrd_atomic_add_##BITS)                                         \
		X2(sub, BITS, T, __hgrd_atomic_sub_##BITS)                                         \
		X2(and_, BITS, T, __hgrd_atomic_and_##BITS)                                        \
		X2(or_, BITS, T, __hgrd_atomic_or_##BITS)                                          \
		X2(xor_, BITS, T, __hgrd_atomic_xor_##BITS)                                        \
		X2(min_signed, BITS, T, __hgrd_atomic_min_s##BITS)                                 \
		X2(max_signed, BITS, T, __hgrd_atomic_max_s##BITS)                                 \
		X2(min, BITS, T, __hgrd_atomic_min_u##BITS)                                        \
		X2(max, BITS, T, __hgrd_atomic_max_u##BITS)                                        \
		X2(add_float, BITS, T, __hgrd_atomic_fadd_##BITS)                                  \
		X2(min_float, BITS, T, __hgrd_atomic_fmin_##BITS)                                  \
		X2(max_float, BITS, T, __hgrd_atomic_fmax_##BITS)                                  \
	};
X(8, unsigned char)
X(16, unsigned short)
X(32, unsigned int)
X(64, unsigned long long)
X(128, unsigned __int128)
#undef X
#undef X2

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
template <class T> __hgrd_dev T __hgrd_exchange(T *p, T value, int order, int scope)
{
	typedef __hgrd_narrow<sizeof(T)> narrow;

	if (__hgrd_wide(scope)) {
		T old;

		__scoped_atomic_exchange(p, &value, &old, order, __MEMORY_SCOPE_DEVICE);
		return old;
	}
	return __builtin_bit_cast(T,
		narrow::exchange(
			p, __builtin_bit_cast(typename narrow::bits, value), order, scope));
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
	bits found = narrow::compare_exchange(
		p, wanted, __builtin_bit_cast(bits, desired), success, scope);

	*expected = __builtin_bit_cast(T, found);
	return found == wanted;
}
template <class T> __hgrd_dev T __hgrd_fetch_add(T *p, T value, int order, int scope)
{
	typedef __hgrd_narrow<sizeof(T)> narrow;
	typedef typename narrow::bits bits;

	if (__hgrd_wide(scope))
		return __scoped_atomic_fetch_add(p, value, order, __MEMORY_SCOPE_DEVICE);
	if (__hgrd_value_type<T>::is_float)
		return __builtin_bit_cast(T,
			narrow::add_float(p, __builtin_bit_cast(bits, value), order, scope));
	return __builtin_bit_cast(
		T, narrow::add(p, __builtin_bit_cast(bits, value), order, scope));
}
template <class T> __hgrd_dev T __hgrd_fetch_sub(T *p, T value, int order, int scope)
{
	typedef __hgrd_narrow<sizeof(T)> narrow;
	typedef typename narrow::bits bits;

	if (__hgrd_wide(scope))
		return __scoped_atomic_fetch_sub(p, value, order, __MEMORY_SCOPE_DEVICE);
	if (__hgrd_value_type<T>::is_float)
		return __builtin_bit_cast(T,
			narrow::add_float(p, __builtin_bit_cast(bits, -value), order, scope));
	return __builtin_bit_cast(
		T, narrow::sub(p, __builtin_bit_cast(bits, value), order, scope));
}
#define X(OP, NARROW)                                                                              \
	template <class T> __hgrd_dev T __hgrd_fetch_##OP(T *p, T value, int order, int scope)     \
	{                                                                                          \
		typedef __hgrd_narrow<sizeof(T)> narrow;                                           \
		typedef typename narrow::bits bits;                                                \
                                                                                                   \
		if (__hgrd_wide(scope))                                                            \
			return __scoped_atomic_fetch_##OP(                                         \
				p, value, order, __MEMORY_SCOPE_DEVICE);                           \
		return __builtin_bit_cast(                                                         \
			T, narrow::NARROW(p, __builtin_bit_cast(bits, value), order, scope));      \
	}
X(and, and_)
X(or, or_)
X(xor, xor_)
#undef X
#define X(OP)                                                                                      \
	template <class T> __hgrd_dev T __hgrd_fetch_##OP(T *p, T value, int order, int scope)     \
	{                                                                                          \
		typedef __hgrd_narrow<sizeof(T)> narrow;                                           \
		typedef typename narrow::bits bits;                                                \
		bits v = __builtin_bit_cast(bits, value);                                          \
                                                                                                   \
		if (__hgrd_wide(scope))                                                            \
			return __scoped_atomic_fetch_##OP(                                         \
				p, value, order, __MEMORY_SCOPE_DEVICE);                           \
		if (__hgrd_value_type<T>::is_float)                                                \
			return __builtin_bit_cast(T, narrow::OP##_float(p, v, order, scope));      \
		if (__hgrd_value_type<T>::is_signed)                                               \
			return __builtin_bit_cast(T, narrow::OP##_signed(p, v, order, scope));     \
		return __builtin_bit_cast(T, narrow::OP(p, v, order, scope));                      \
	}
X(min)
X(max)
#undef X
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

#endif
