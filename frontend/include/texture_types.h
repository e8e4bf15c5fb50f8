/* Texture objects' descriptors, and texture references. */
#ifndef __TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__

#include "driver_types.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

enum cudaTextureAddressMode {
	cudaAddressModeWrap,
	cudaAddressModeClamp,
	cudaAddressModeMirror,
	cudaAddressModeBorder
};
enum cudaTextureFilterMode {
	cudaFilterModePoint,
	cudaFilterModeLinear
};
enum cudaTextureReadMode {
	cudaReadModeElementType,
	cudaReadModeNormalizedFloat
};

struct textureReference {
	int normalized;
	enum cudaTextureFilterMode filterMode;
	enum cudaTextureAddressMode addressMode[3];
	struct cudaChannelFormatDesc channelDesc;
	int sRGB;
	unsigned int maxAnisotropy;
	enum cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias;
	float minMipmapLevelClamp;
	float maxMipmapLevelClamp;
	int disableTrilinearOptimization;
};

struct cudaTextureDesc {
	enum cudaTextureAddressMode addressMode[3];
	enum cudaTextureFilterMode filterMode;
	enum cudaTextureReadMode readMode;
	int sRGB;
	float borderColor[4];
	int normalizedCoords;
	unsigned int maxAnisotropy;
	enum cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias;
	float minMipmapLevelClamp;
	float maxMipmapLevelClamp;
	int disableTrilinearOptimization;
	int seamlessCubemap;
};

typedef unsigned long long cudaTextureObject_t;

template <class T, int texType = cudaTextureType1D,
	enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {
	__host__ texture(int norm = 0, enum cudaTextureFilterMode fMode = cudaFilterModePoint,
		enum cudaTextureAddressMode aMode = cudaAddressModeClamp);
	__host__ texture(int norm, enum cudaTextureFilterMode fMode,
		enum cudaTextureAddressMode aMode, struct cudaChannelFormatDesc desc);
};

#endif
