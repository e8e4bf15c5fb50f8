/* Loads and stores with cache hints, and address spaces of generic pointers. */
#ifndef HGRD_DEVICE_MEMORY_H
#define HGRD_DEVICE_MEMORY_H

#include "cache_hints.h"

template <class T> __hgrd_dev T __ldg(const T *p)
{
	return *p;
}
__hgrd_dev unsigned int __isGlobal(const void *p)
{
	return __nvvm_isspacep_global(p);
}
__hgrd_dev unsigned int __isShared(const void *p)
{
	return __nvvm_isspacep_shared(p);
}
__hgrd_dev unsigned int __isConstant(const void *p)
{
	return __nvvm_isspacep_const(p);
}
__hgrd_dev unsigned int __isLocal(const void *p)
{
	return __nvvm_isspacep_local(p);
}
#define X(NAME, SPACE)                                                                             \
	__hgrd_dev size_t __cvta_generic_to_##NAME(const void *p)                                  \
	{                                                                                          \
		return (size_t)(__attribute__((address_space(SPACE))) const void *)p;              \
	}                                                                                          \
	__hgrd_dev void *__cvta_##NAME##_to_generic(size_t p)                                      \
	{                                                                                          \
		return (void *)(__attribute__((address_space(SPACE))) void *)p;                    \
	}
X(global, 1) X(shared, 3) X(constant, 4) X(local, 5)
#undef X

#endif
