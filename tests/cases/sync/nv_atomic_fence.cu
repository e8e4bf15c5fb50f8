// A fence of the compiler's own functions before the signal; block scope does not reach the other block.
#include <cuda_runtime.h>

__global__ void pass(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block; twin-cause: block scope
		__nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); // twin: __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
		__nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
	} else {
		while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) != 1)
			;
		__nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(int *flag, int *data, int *out)
{
	pass<<<2, 1>>>(flag, data, out); // launch: race-free; twin-launch: race
}
