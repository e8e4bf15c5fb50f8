/* Surface objects and references. */
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "driver_types.h"

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

enum cudaSurfaceBoundaryMode {
	cudaBoundaryModeZero,
	cudaBoundaryModeClamp,
	cudaBoundaryModeTrap
};
enum cudaSurfaceFormatMode {
	cudaFormatModeForced,
	cudaFormatModeAuto
};

struct surfaceReference {
	struct cudaChannelFormatDesc channelDesc;
};

typedef unsigned long long cudaSurfaceObject_t;

template <class T, int dim = 1>
struct __device_builtin_surface_type__ surface;
template <int dim>
struct __device_builtin_surface_type__ surface<void, dim> : public surfaceReference {
	__host__ surface(void);
};

#endif
