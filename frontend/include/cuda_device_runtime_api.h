/* What a launch by a kernel becomes. */
#pragma once
#include "cuda_runtime.h"

#ifdef __cplusplus
extern "C" __attribute__((device)) void *cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" __attribute__((device)) cudaError_t cudaLaunchDevice(void *kernel, void *parameters,
	dim3 grid, dim3 block, unsigned int shared, cudaStream_t stream);
#endif
