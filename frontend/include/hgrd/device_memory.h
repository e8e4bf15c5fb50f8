/* Loads and stores with cache hints, and address spaces of generic pointers.
 *
 * A hint changes no meaning: these are ordinary accesses. __ldcv and __stwt bypass the
 * caches and so are volatile ones. */
#ifndef HGRD_DEVICE_MEMORY_H
#define HGRD_DEVICE_MEMORY_H

template <class T> __hgrd_dev T __ldg(const T *p)
{
	return *p;
}
template <class T> __hgrd_dev T __ldca(const T *p)
{
	return *p;
}
template <class T> __hgrd_dev T __ldcg(const T *p)
{
	return *p;
}
template <class T> __hgrd_dev T __ldcs(const T *p)
{
	return *p;
}
template <class T> __hgrd_dev T __ldlu(const T *p)
{
	return *p;
}
template <class T> __hgrd_dev void __stwb(T *p, typename __hgrd_same<T>::type value)
{
	*p = value;
}
template <class T> __hgrd_dev void __stcg(T *p, typename __hgrd_same<T>::type value)
{
	*p = value;
}
template <class T> __hgrd_dev void __stcs(T *p, typename __hgrd_same<T>::type value)
{
	*p = value;
}
/* Vectors of two and four go element by element. */
template <class T> __hgrd_dev T __ldcv(const T *p)
{
	if constexpr (__is_arithmetic(T))
		return *(const volatile T *)p;
	else if constexpr (sizeof(T) == 2 * sizeof(p->x))
		return T{__ldcv(&p->x), __ldcv(&p->y)};
	else
		return T{__ldcv(&p->x), __ldcv(&p->y), __ldcv(&p->z), __ldcv(&p->w)};
}
template <class T> __hgrd_dev void __stwt(T *p, typename __hgrd_same<T>::type value)
{
	if constexpr (__is_arithmetic(T)) {
		*(volatile T *)p = value;
	} else {
		__stwt(&p->x, value.x);
		__stwt(&p->y, value.y);
		if constexpr (sizeof(T) == 4 * sizeof(p->x)) {
			__stwt(&p->z, value.z);
			__stwt(&p->w, value.w);
		}
	}
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
