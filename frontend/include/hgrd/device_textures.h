/* Texture and surface access. Fetches are pure (a kernel must not write what it fetches);
 * surface reads and writes are calls the analysis knows by their names. */
#ifndef HGRD_DEVICE_TEXTURES_H
#define HGRD_DEVICE_TEXTURES_H

#define HGRD_FETCH(NAME, ...)                                                                      \
	template <class T>                                                                         \
	__attribute__((device, const, nothrow)) T NAME(cudaTextureObject_t, ##__VA_ARGS__);        \
	template <class T, int D, cudaTextureReadMode M>                                           \
	__attribute__((device, const, nothrow)) typename __hgrd_texel<T, M>::type NAME(            \
		texture<T, D, M>, ##__VA_ARGS__);

/* What a fetch through a texture reference gives: normalised reads become float. */
template <class T, cudaTextureReadMode M> struct __hgrd_texel {
	typedef T type;
};
#define X(T, R)                                                                                    \
	template <> struct __hgrd_texel<T, cudaReadModeNormalizedFloat> {                          \
		typedef R type;                                                                    \
	};
X(char, float) X(signed char, float) X(unsigned char, float) X(short, float)
X(unsigned short, float) X(char1, float1) X(uchar1, float1) X(short1, float1)
X(ushort1, float1) X(char2, float2) X(uchar2, float2) X(short2, float2) X(ushort2, float2)
X(char4, float4) X(uchar4, float4) X(short4, float4) X(ushort4, float4)
#undef X

HGRD_FETCH(tex1Dfetch, int)
HGRD_FETCH(tex1D, float)
HGRD_FETCH(tex2D, float, float)
HGRD_FETCH(tex3D, float, float, float)
HGRD_FETCH(tex1DLayered, float, int)
HGRD_FETCH(tex2DLayered, float, float, int)
HGRD_FETCH(texCubemap, float, float, float)
HGRD_FETCH(texCubemapLayered, float, float, float, int)
HGRD_FETCH(tex1DLod, float, float)
HGRD_FETCH(tex2DLod, float, float, float)
HGRD_FETCH(tex3DLod, float, float, float, float)
HGRD_FETCH(tex1DLayeredLod, float, int, float)
HGRD_FETCH(tex2DLayeredLod, float, float, int, float)
HGRD_FETCH(texCubemapLod, float, float, float, float)
HGRD_FETCH(tex1DGrad, float, float, float)
HGRD_FETCH(tex2DGrad, float, float, float2, float2)
HGRD_FETCH(tex3DGrad, float, float, float, float4, float4)
HGRD_FETCH(tex2Dgather, float, float, int = 0)
#undef HGRD_FETCH

template <class T>
__hgrd_dev void tex1Dfetch(T *to, cudaTextureObject_t t, int x)
{
	*to = tex1Dfetch<T>(t, x);
}
template <class T>
__hgrd_dev void tex1D(T *to, cudaTextureObject_t t, float x)
{
	*to = tex1D<T>(t, x);
}
template <class T>
__hgrd_dev void tex2D(T *to, cudaTextureObject_t t, float x, float y)
{
	*to = tex2D<T>(t, x, y);
}
template <class T>
__hgrd_dev void tex3D(T *to, cudaTextureObject_t t, float x, float y, float z)
{
	*to = tex3D<T>(t, x, y, z);
}
template <class T>
__hgrd_dev void tex2DLayered(T *to, cudaTextureObject_t t, float x, float y, int layer)
{
	*to = tex2DLayered<T>(t, x, y, layer);
}

#define HGRD_SURFACE(NAME, ...)                                                                    \
	template <class T>                                                                         \
	__attribute__((device, nothrow)) T NAME##read(cudaSurfaceObject_t, __VA_ARGS__,            \
		cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                                   \
	template <class T>                                                                         \
	__attribute__((device, nothrow)) void NAME##read(T *, cudaSurfaceObject_t, __VA_ARGS__,    \
		cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                                   \
	template <class T>                                                                         \
	__attribute__((device, nothrow)) void NAME##write(T, cudaSurfaceObject_t, __VA_ARGS__,     \
		cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                                   \
	template <class T, int D>                                                                  \
	__attribute__((device, nothrow)) T NAME##read(surface<void, D>, __VA_ARGS__,               \
		cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                                   \
	template <class T, int D>                                                                  \
	__attribute__((device, nothrow)) void NAME##read(T *, surface<void, D>, __VA_ARGS__,       \
		cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                                   \
	template <class T, int D>                                                                  \
	__attribute__((device, nothrow)) void NAME##write(T, surface<void, D>, __VA_ARGS__,        \
		cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
HGRD_SURFACE(surf1D, int)
HGRD_SURFACE(surf2D, int, int)
HGRD_SURFACE(surf3D, int, int, int)
HGRD_SURFACE(surf1DLayered, int, int)
HGRD_SURFACE(surf2DLayered, int, int, int)
HGRD_SURFACE(surfCubemap, int, int, int)
HGRD_SURFACE(surfCubemapLayered, int, int, int)
#undef HGRD_SURFACE

#endif
