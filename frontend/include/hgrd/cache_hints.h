/* Loads and stores with cache hints.
 *
 * A hint changes no meaning: these are ordinary accesses. __ldcv and __stwt bypass the
 * caches and so are volatile ones. */
#ifndef HGRD_CACHE_HINTS_H
#define HGRD_CACHE_HINTS_H

#include "function_kinds.h"

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

#endif
