/* In front of a toolkit's: a tensor's descriptor is as the analysis reads it. */
#ifndef HGRD_TOOLKIT_CUDA_H
#define HGRD_TOOLKIT_CUDA_H

#include_next <cuda.h>

#if defined(__cplusplus) && CUDA_VERSION >= 12000
#include "../tensor_encode.h"

static inline CUresult __hgrd_tensor_encode(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
	void *address, const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
	const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle,
	CUtensorMapL2promotion, CUtensorMapFloatOOBfill)
{
	return __hgrd_tensor_fill(map, type, rank, address, sizes, strides, box, steps,
		interleave == CU_TENSOR_MAP_INTERLEAVE_NONE);
}
#define cuTensorMapEncodeTiled __hgrd_tensor_encode
#endif

#endif
