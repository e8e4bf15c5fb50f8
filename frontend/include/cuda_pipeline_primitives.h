/* Asynchronous copies, by primitives: marked, since when they end is not modelled. */
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_runtime.h"

extern "C" __attribute__((device, nothrow)) void __hgrd_async_copy(void);

__hgrd_dev void __pipeline_memcpy_async(
	void *shared, const void *global, size_t size, size_t zero_fill = 0)
{
	__hgrd_async_copy();
	__builtin_memcpy(shared, global, size - zero_fill);
	if (zero_fill)
		__builtin_memset((char *)shared + (size - zero_fill), 0, zero_fill);
}
__hgrd_dev void __pipeline_commit(void)
{
}
__hgrd_dev void __pipeline_wait_prior(size_t)
{
}

#endif
