/* Texture and surface access. An object's handle stands for the memory that it was made of, as
 * the analysis of the host knows it: a fetch or surface read is a load from there, a surface
 * write a store. Where a coordinate is no index, the place in that memory is an unknown
 * function of the coordinates. A texture or surface reference is a variable that holds such a
 * handle, which the host puts there (hgrd/host_templates.h); not here with HGRD_TEXTURE_OBJECTS_ONLY. */
#ifndef HGRD_DEVICE_TEXTURES_H
#define HGRD_DEVICE_TEXTURES_H

/* The memory behind a handle, and what its rows and slices measure, in bytes and rows. The types
 * hold what the hardware allows, and no more, so that no offset wraps. */
__hgrd_value char *__hgrd_handle_memory(unsigned long long);
__hgrd_value unsigned int __hgrd_handle_pitch(unsigned long long);
__hgrd_value unsigned short __hgrd_handle_height(unsigned long long);
/* A place in it, in bytes. */
__hgrd_value unsigned long __hgrd_texel(float x, float y, float z, float level);

#ifndef HGRD_TEXTURE_OBJECTS_ONLY
/* What a fetch through a texture reference gives: normalised reads become float. */
template <class T, cudaTextureReadMode M> struct __hgrd_texel_of {
	typedef T type;
};
#define X(T, R)                                                                                    \
	template <> struct __hgrd_texel_of<T, cudaReadModeNormalizedFloat> {                          \
		typedef R type;                                                                    \
	};
X(char, float) X(signed char, float) X(unsigned char, float) X(short, float)
X(unsigned short, float) X(char1, float1) X(uchar1, float1) X(short1, float1)
X(ushort1, float1) X(char2, float2) X(uchar2, float2) X(short2, float2) X(ushort2, float2)
X(char4, float4) X(uchar4, float4) X(short4, float4) X(ushort4, float4)
#undef X
/* What a fetch makes of what it finds: the greatest number of the type becomes 1. */
#define X(T, MOST)                                                                                 \
	__hgrd_dev float __hgrd_normalised(T v)                                                    \
	{                                                                                          \
		return (float)v / MOST;                                                            \
	}
X(char, 127.0f) X(signed char, 127.0f) X(unsigned char, 255.0f) X(short, 32767.0f)
X(unsigned short, 65535.0f)
#undef X
template <class R, class T> struct __hgrd_texel_read {
	static __hgrd_dev R of(T v)
	{
		return v;
	}
};
#define X(T, R, ...)                                                                               \
	template <> struct __hgrd_texel_read<R, T> {                                                \
		static __hgrd_dev R of(T v)                                                        \
		{                                                                                  \
			return R{__VA_ARGS__};                                                     \
		}                                                                                  \
	};
#define N(E) __hgrd_normalised(v.E)
X(char, float, __hgrd_normalised(v)) X(signed char, float, __hgrd_normalised(v))
X(unsigned char, float, __hgrd_normalised(v)) X(short, float, __hgrd_normalised(v))
X(unsigned short, float, __hgrd_normalised(v))
X(char1, float1, N(x)) X(uchar1, float1, N(x)) X(short1, float1, N(x)) X(ushort1, float1, N(x))
X(char2, float2, N(x), N(y)) X(uchar2, float2, N(x), N(y)) X(short2, float2, N(x), N(y))
X(ushort2, float2, N(x), N(y))
X(char4, float4, N(x), N(y), N(z), N(w)) X(uchar4, float4, N(x), N(y), N(z), N(w))
X(short4, float4, N(x), N(y), N(z), N(w)) X(ushort4, float4, N(x), N(y), N(z), N(w))
#undef N
#undef X
/* The handle that a reference holds: all that is there of it on the device. */
template <class T> __hgrd_dev unsigned long long __hgrd_handle_of(const T &reference)
{
	return *(const unsigned long long *)&reference;
}
#endif

template <class T> __hgrd_dev T tex1Dfetch(cudaTextureObject_t t, int x)
{
	return ((const T *)__hgrd_handle_memory(t))[x];
}
/* PARAMETERS of a fetch, and the four of __hgrd_texel that follow from them. */
#define HGRD_PURE(...) __VA_ARGS__
#define HGRD_FETCH(NAME, PARAMETERS, PLACE)                                                        \
	template <class T> __hgrd_dev T NAME(cudaTextureObject_t t, PARAMETERS)                    \
	{                                                                                          \
		return *(const T *)(__hgrd_handle_memory(t) + __hgrd_texel(PLACE));                \
	}                                                                                          \
	template <class T> __hgrd_dev void NAME(T *to, cudaTextureObject_t t, PARAMETERS)          \
	{                                                                                          \
		*to = *(const T *)(__hgrd_handle_memory(t) + __hgrd_texel(PLACE));                 \
	}                                                                                          \
	HGRD_REFERENCE(NAME, HGRD_PURE(PARAMETERS),                                                 \
		*(const T *)(__hgrd_handle_memory(__hgrd_handle_of(t)) + __hgrd_texel(PLACE)))
#ifdef HGRD_TEXTURE_OBJECTS_ONLY
#define HGRD_REFERENCE(NAME, PARAMETERS, TEXEL)
#else
#define HGRD_REFERENCE(NAME, PARAMETERS, TEXEL)                                                    \
	template <class T, int D, cudaTextureReadMode M>                                           \
	__hgrd_dev typename __hgrd_texel_of<T, M>::type NAME(texture<T, D, M> t, PARAMETERS)       \
	{                                                                                          \
		typedef typename __hgrd_texel_of<T, M>::type R;                                    \
		return __hgrd_texel_read<R, T>::of(TEXEL);                                         \
	}
#endif
template <class T>
__hgrd_dev void tex1Dfetch(T *to, cudaTextureObject_t t, int x)
{
	*to = tex1Dfetch<T>(t, x);
}
HGRD_REFERENCE(tex1Dfetch, int x, tex1Dfetch<T>(__hgrd_handle_of(t), x))
#define P HGRD_PURE
HGRD_FETCH(tex1D, float x, P(x, 0, 0, 0))
HGRD_FETCH(tex2D, P(float x, float y), P(x, y, 0, 0))
HGRD_FETCH(tex3D, P(float x, float y, float z), P(x, y, z, 0))
HGRD_FETCH(tex1DLayered, P(float x, int layer), P(x, 0, layer, 0))
HGRD_FETCH(tex2DLayered, P(float x, float y, int layer), P(x, y, layer, 0))
HGRD_FETCH(texCubemap, P(float x, float y, float z), P(x, y, z, 0))
HGRD_FETCH(texCubemapLayered, P(float x, float y, float z, int layer), P(x, y, z, layer))
HGRD_FETCH(tex1DLod, P(float x, float level), P(x, 0, 0, level))
HGRD_FETCH(tex2DLod, P(float x, float y, float level), P(x, y, 0, level))
HGRD_FETCH(tex3DLod, P(float x, float y, float z, float level), P(x, y, z, level))
HGRD_FETCH(tex1DLayeredLod, P(float x, int layer, float level), P(x, 0, layer, level))
HGRD_FETCH(tex2DLayeredLod, P(float x, float y, int layer, float level), P(x, y, layer, level))
HGRD_FETCH(texCubemapLod, P(float x, float y, float z, float level), P(x, y, z, level))
HGRD_FETCH(tex1DGrad, P(float x, float dx, float), P(x, 0, 0, dx))
HGRD_FETCH(tex2DGrad, P(float x, float y, float2 dx, float2), P(x, y, 0, dx.x))
HGRD_FETCH(tex3DGrad, P(float x, float y, float z, float4 dx, float4), P(x, y, z, dx.x))
HGRD_FETCH(tex2Dgather, P(float x, float y, int component = 0), P(x, y, component, 0))
#undef P
#undef HGRD_FETCH
#undef HGRD_REFERENCE

/* The offset of an element, x in bytes; whether it is inside its row. Clamped coordinates lead to
 * places that the analysis does not follow. */
__hgrd_dev unsigned long __hgrd_surface_offset(
	unsigned long long s, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
	if (mode == cudaBoundaryModeClamp)
		return __hgrd_texel(x, y, z, 0);
	return ((unsigned long)z * __hgrd_handle_height(s) + (unsigned long)y) *
		       __hgrd_handle_pitch(s) +
	       (unsigned long)x;
}
__hgrd_dev bool __hgrd_surface_inside(unsigned long long s, int x, int y, int z, int rank,
	unsigned long size, cudaSurfaceBoundaryMode mode)
{
	return mode == cudaBoundaryModeClamp ||
	       (x >= 0 && y >= 0 && z >= 0 && y < 1 << 20 && z < 1 << 16 &&
		       (rank < 2 || (unsigned long)x + size <= __hgrd_handle_pitch(s)) &&
		       (rank < 3 || y < __hgrd_handle_height(s)));
}

template <class T>
__hgrd_dev void __hgrd_surface_read(T *to, unsigned long long s, int x, int y, int z, int rank,
	cudaSurfaceBoundaryMode mode)
{
	if (__hgrd_surface_inside(s, x, y, z, rank, sizeof(T), mode))
		*to = *(const T *)(__hgrd_handle_memory(s) +
				   __hgrd_surface_offset(s, x, y, z, mode));
	else
		*to = T();
}
template <class T>
__hgrd_dev void __hgrd_surface_write(T value, unsigned long long s, int x, int y, int z, int rank,
	cudaSurfaceBoundaryMode mode)
{
	if (__hgrd_surface_inside(s, x, y, z, rank, sizeof(T), mode))
		*(T *)(__hgrd_handle_memory(s) + __hgrd_surface_offset(s, x, y, z, mode)) = value;
}

/* RANK: 1 a row, 2 rows, 3 slices of rows. */
#define HGRD_SURFACE(NAME, RANK, PARAMETERS, PLACE)                                                \
	template <class T>                                                                         \
	__hgrd_dev T NAME##read(cudaSurfaceObject_t s, PARAMETERS,                                 \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                               \
	{                                                                                          \
		T value;                                                                           \
		__hgrd_surface_read(&value, s, PLACE, RANK, mode);                                 \
		return value;                                                                      \
	}                                                                                          \
	template <class T>                                                                         \
	__hgrd_dev void NAME##read(T *to, cudaSurfaceObject_t s, PARAMETERS,                       \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                               \
	{                                                                                          \
		__hgrd_surface_read(to, s, PLACE, RANK, mode);                                     \
	}                                                                                          \
	template <class T>                                                                         \
	__hgrd_dev void NAME##write(T value, cudaSurfaceObject_t s, PARAMETERS,                    \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                               \
	{                                                                                          \
		__hgrd_surface_write(value, s, PLACE, RANK, mode);                                 \
	}                                                                                          \
	HGRD_SURFACE_REFERENCE(NAME, RANK, HGRD_PURE(PARAMETERS), HGRD_PURE(PLACE))
#ifdef HGRD_TEXTURE_OBJECTS_ONLY
#define HGRD_SURFACE_REFERENCE(NAME, RANK, PARAMETERS, PLACE)
#else
#define HGRD_SURFACE_REFERENCE(NAME, RANK, PARAMETERS, PLACE)                                      \
	template <class T, int D>                                                                  \
	__hgrd_dev T NAME##read(surface<void, D> r, PARAMETERS,                                    \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                               \
	{                                                                                          \
		T value;                                                                           \
		__hgrd_surface_read(&value, __hgrd_handle_of(r), PLACE, RANK, mode);               \
		return value;                                                                      \
	}                                                                                          \
	template <class T, int D>                                                                  \
	__hgrd_dev void NAME##read(T *to, surface<void, D> r, PARAMETERS,                          \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                               \
	{                                                                                          \
		__hgrd_surface_read(to, __hgrd_handle_of(r), PLACE, RANK, mode);                   \
	}                                                                                          \
	template <class T, int D>                                                                  \
	__hgrd_dev void NAME##write(T value, surface<void, D> r, PARAMETERS,                       \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                               \
	{                                                                                          \
		__hgrd_surface_write(value, __hgrd_handle_of(r), PLACE, RANK, mode);               \
	}
#endif
#define P HGRD_PURE
HGRD_SURFACE(surf1D, 1, int x, P(x, 0, 0))
HGRD_SURFACE(surf2D, 2, P(int x, int y), P(x, y, 0))
HGRD_SURFACE(surf3D, 3, P(int x, int y, int z), P(x, y, z))
HGRD_SURFACE(surf1DLayered, 2, P(int x, int layer), P(x, layer, 0))
HGRD_SURFACE(surf2DLayered, 3, P(int x, int y, int layer), P(x, y, layer))
HGRD_SURFACE(surfCubemap, 3, P(int x, int y, int face), P(x, y, face))
HGRD_SURFACE(surfCubemapLayered, 3, P(int x, int y, int face), P(x, y, face))
#undef P
#undef HGRD_SURFACE
#undef HGRD_SURFACE_REFERENCE
#undef HGRD_PURE

#endif
