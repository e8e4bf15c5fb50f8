/* How the built-in headers declare functions. */
#ifndef HGRD_FUNCTION_KINDS_H
#define HGRD_FUNCTION_KINDS_H

/* Device functions with a body in these headers; they never survive inlining. */
#define __hgrd_dev static __inline__ __attribute__((device, always_inline))
/* The same for both sides. */
#define __hgrd_both static __inline__ __attribute__((host, device, always_inline))
/* Declared device functions: pure values, readers of memory, and everything else. */
#define __hgrd_value extern "C" __attribute__((device, const, nothrow))
#define __hgrd_extern extern "C" __attribute__((device, nothrow))
/* Runtime API functions: of the host, and those that device code may call too. */
#define __hgrd_host extern "C" __attribute__((host))
#define __hgrd_api extern "C" __attribute__((host, device))

#ifdef __cplusplus
/* A type that is not deduced from an argument. */
template <class T> struct __hgrd_same {
	typedef T type;
};
#endif

#endif
