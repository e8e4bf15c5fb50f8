// The compiler's own atomic functions: order and scope are operands.
#include <cuda_runtime.h>

__global__ void pass(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		__nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
	} else {
		while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) != 1) // twin: while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) != 1)
			;
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(int *flag, int *data, int *out)
{
	pass<<<2, 1>>>(flag, data, out); // launch: race-free; twin-launch: race
}
