// cuda::atomic's default order is sequentially consistent, which is both acquire and release.
#include <cuda/atomic>

__global__ void pass(cuda::atomic<int, cuda::thread_scope_device> *ready, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		ready->store(1); // twin: ready->store(1, cuda::memory_order_relaxed);
	} else {
		while (ready->load() != 1)
			;
		out[blockIdx.x] = *data; // twin-race: inter-block; twin-cause: signal at line 8
	}
}

void run(cuda::atomic<int, cuda::thread_scope_device> *ready, int *data, int *out)
{
	pass<<<2, 1>>>(ready, data, out); // launch: race-free; twin-launch: race
}
