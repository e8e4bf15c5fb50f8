// A lock taken by compare_exchange with acquire and left by a store with release.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total)
{
	int free = 0;
	while (!__nv_atomic_compare_exchange_n(lock, &free, 1, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE))
		free = 0;
	*total += 1; // twin-race: inter-block
	__nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); // twin: __nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

void run(int *lock, int *total)
{
	add<<<4, 1>>>(lock, total); // launch: race-free; twin-launch: race
}
