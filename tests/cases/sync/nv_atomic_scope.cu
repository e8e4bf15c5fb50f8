// A counter shared by blocks needs device scope in every addition.
#include <cuda_runtime.h>

__global__ void count(int *n)
{
	__nv_atomic_fetch_add(n, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); // twin-race: inter-block; twin-cause: block scope; twin: __nv_atomic_fetch_add(n, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}

void run(int *n)
{
	count<<<4, 64>>>(n); // launch: race-free; twin-launch: race
}
