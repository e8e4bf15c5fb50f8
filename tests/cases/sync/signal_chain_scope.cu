// Two hops of different scope (indirect happens-before): the first within a block, the second across.
#include <cuda/atomic>

__global__ void relay(int *data, int *near, int *far, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_block> inside(near[blockIdx.x]);
	cuda::atomic_ref<int, cuda::thread_scope_device> across(*far); // twin: cuda::atomic_ref<int, cuda::thread_scope_block> across(*far);
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		inside.store(1, cuda::memory_order_release);
	} else if (blockIdx.x == 0 && threadIdx.x == 32) {
		while (inside.load(cuda::memory_order_acquire) != 1)
			;
		across.store(1, cuda::memory_order_release); // twin-race: inter-block
	} else if (blockIdx.x == 1 && threadIdx.x == 0) {
		while (across.load(cuda::memory_order_acquire) != 1) // twin-race: inter-block
			;
		*out = *data; // twin-race: inter-block
	}
}

void run(int *data, int *near, int *far, int *out)
{
	relay<<<2, 64>>>(data, near, far, out); // launch: race-free; twin-launch: race
}
