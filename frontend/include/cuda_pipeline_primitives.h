/* Asynchronous copies, by primitives: calls that the analysis knows by their names. */
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#ifndef HGRD_TOOLKIT_H
#include "cuda_runtime.h"
#endif

#include "hgrd/async_copy.h"

typedef unsigned long long __mbarrier_t;

__hgrd_dev void __pipeline_memcpy_async(
	void *shared, const void *global, size_t size, size_t zero_fill = 0)
{
	if (zero_fill < size)
		__hgrd_async_copy(shared, size, global);
	else
		__hgrd_async_fill(shared, size);
}
__hgrd_dev void __pipeline_commit(void)
{
	__hgrd_async_commit();
}
__hgrd_dev void __pipeline_wait_prior(size_t prior)
{
	__hgrd_async_wait(prior);
}

#endif
