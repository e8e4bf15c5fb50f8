/* Fourier transforms, host library. */
#ifndef _CUFFT_H_
#define _CUFFT_H_

#include "cuComplex.h"
#include "cuda_runtime.h"
#include "library_types.h"

#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef enum cufftResult_t {
	CUFFT_SUCCESS = 0,
	CUFFT_INVALID_PLAN = 1,
	CUFFT_ALLOC_FAILED = 2,
	CUFFT_INVALID_TYPE = 3,
	CUFFT_INVALID_VALUE = 4,
	CUFFT_INTERNAL_ERROR = 5,
	CUFFT_EXEC_FAILED = 6,
	CUFFT_SETUP_FAILED = 7,
	CUFFT_INVALID_SIZE = 8,
	CUFFT_UNALIGNED_DATA = 9,
	CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
	CUFFT_INVALID_DEVICE = 11,
	CUFFT_PARSE_ERROR = 12,
	CUFFT_NO_WORKSPACE = 13,
	CUFFT_NOT_IMPLEMENTED = 14,
	CUFFT_LICENSE_ERROR = 15,
	CUFFT_NOT_SUPPORTED = 16
} cufftResult;
typedef enum cufftType_t {
	CUFFT_R2C = 0x2a,
	CUFFT_C2R = 0x2c,
	CUFFT_C2C = 0x29,
	CUFFT_D2Z = 0x6a,
	CUFFT_Z2D = 0x6c,
	CUFFT_Z2Z = 0x69
} cufftType;

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;

#define R __hgrd_host cufftResult
R cufftPlan1d(cufftHandle *, int, cufftType, int);
R cufftPlan2d(cufftHandle *, int, int, cufftType);
R cufftPlan3d(cufftHandle *, int, int, int, cufftType);
R cufftPlanMany(
	cufftHandle *, int, int *, int *, int, int, int *, int, int, cufftType, int);
R cufftCreate(cufftHandle *);
R cufftDestroy(cufftHandle);
R cufftMakePlan1d(cufftHandle, int, cufftType, int, size_t *);
R cufftMakePlan2d(cufftHandle, int, int, cufftType, size_t *);
R cufftMakePlan3d(cufftHandle, int, int, int, cufftType, size_t *);
R cufftMakePlanMany(cufftHandle, int, int *, int *, int, int, int *, int, int, cufftType, int,
	size_t *);
R cufftEstimate1d(int, cufftType, int, size_t *);
R cufftEstimate2d(int, int, cufftType, size_t *);
R cufftEstimate3d(int, int, int, cufftType, size_t *);
R cufftGetSize(cufftHandle, size_t *);
R cufftSetWorkArea(cufftHandle, void *);
R cufftSetAutoAllocation(cufftHandle, int);
R cufftSetStream(cufftHandle, cudaStream_t);
R cufftGetVersion(int *);
R cufftExecC2C(cufftHandle, cufftComplex *, cufftComplex *, int);
R cufftExecR2C(cufftHandle, cufftReal *, cufftComplex *);
R cufftExecC2R(cufftHandle, cufftComplex *, cufftReal *);
R cufftExecZ2Z(cufftHandle, cufftDoubleComplex *, cufftDoubleComplex *, int);
R cufftExecD2Z(cufftHandle, cufftDoubleReal *, cufftDoubleComplex *);
R cufftExecZ2D(cufftHandle, cufftDoubleComplex *, cufftDoubleReal *);
#undef R

#endif
