/* In front of a toolkit's: the fences of the built-in cuda::ptx replace those of the same name. */
#ifndef HGRD_TOOLKIT_CUDA_PTX_FENCE
#define HGRD_TOOLKIT_CUDA_PTX_FENCE

#include "../../../ptx.h"

#define fence_mbarrier_init __toolkit_fence_mbarrier_init
#define fence_proxy_async __toolkit_fence_proxy_async
#include_next <cuda/__ptx/instructions/fence.h>
#undef fence_mbarrier_init
#undef fence_proxy_async

#endif
