/* In front of a toolkit's: what memory a tensor's descriptor describes is in its first word. */
#ifndef HGRD_TOOLKIT_CUDA_H
#define HGRD_TOOLKIT_CUDA_H

#include_next <cuda.h>

#if defined(__cplusplus) && CUDA_VERSION >= 12000
extern "C" CUresult __hgrd_tensor_encoded(void);
template <class... Rest>
static inline CUresult __hgrd_tensor_encode(
	CUtensorMap *map, CUtensorMapDataType, cuuint32_t, void *address, Rest...)
{
	*(cuuint64_t *)map = (cuuint64_t)address;
	return __hgrd_tensor_encoded();
}
#define cuTensorMapEncodeTiled __hgrd_tensor_encode
#endif

#endif
