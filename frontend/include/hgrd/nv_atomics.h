/* The compiler's own atomic functions of CUDA 12.8 and later. */
#ifndef HGRD_NV_ATOMICS_H
#define HGRD_NV_ATOMICS_H

#include "hgrd/scoped_atomics.h"

#define SYSTEM __NV_THREAD_SCOPE_SYSTEM
template <class T>
__hgrd_dev T __nv_atomic_load_n(const T *p, int order, int scope = SYSTEM)
{
	return __hgrd_load(p, order, scope);
}
template <class T>
__hgrd_dev void __nv_atomic_load(const T *p, T *to, int order, int scope = SYSTEM)
{
	*to = __hgrd_load(p, order, scope);
}
template <class T>
__hgrd_dev void __nv_atomic_store_n(
	T *p, typename __hgrd_same<T>::type value, int order, int scope = SYSTEM)
{
	__hgrd_store(p, value, order, scope);
}
template <class T>
__hgrd_dev void __nv_atomic_store(T *p, T *value, int order, int scope = SYSTEM)
{
	__hgrd_store(p, *value, order, scope);
}
template <class T>
__hgrd_dev T __nv_atomic_exchange_n(
	T *p, typename __hgrd_same<T>::type value, int order, int scope = SYSTEM)
{
	return __hgrd_exchange(p, value, order, scope);
}
template <class T>
__hgrd_dev void __nv_atomic_exchange(T *p, T *value, T *to, int order, int scope = SYSTEM)
{
	*to = __hgrd_exchange(p, *value, order, scope);
}
template <class T>
__hgrd_dev bool __nv_atomic_compare_exchange_n(T *p, T *expected,
	typename __hgrd_same<T>::type desired, bool weak, int success, int failure,
	int scope = SYSTEM)
{
	return __hgrd_compare_exchange(p, expected, desired, success, failure, scope);
}
template <class T>
__hgrd_dev bool __nv_atomic_compare_exchange(T *p, T *expected, T *desired, bool weak, int success,
	int failure, int scope = SYSTEM)
{
	return __hgrd_compare_exchange(p, expected, *desired, success, failure, scope);
}
#define X(OP)                                                                                      \
	template <class T>                                                                         \
	__hgrd_dev T __nv_atomic_fetch_##OP(                                                       \
		T *p, typename __hgrd_same<T>::type value, int order, int scope = SYSTEM)          \
	{                                                                                          \
		return __hgrd_fetch_##OP(p, value, order, scope);                                  \
	}                                                                                          \
	template <class T>                                                                         \
	__hgrd_dev void __nv_atomic_##OP(                                                          \
		T *p, typename __hgrd_same<T>::type value, int order, int scope = SYSTEM)          \
	{                                                                                          \
		__hgrd_fetch_##OP(p, value, order, scope);                                         \
	}
X(add) X(sub) X(and) X(or) X(xor) X(min) X(max)
#undef X
#undef SYSTEM
__hgrd_dev void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
	__hgrd_thread_fence(order, scope);
}

#endif
