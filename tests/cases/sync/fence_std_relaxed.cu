// Relaxed flag between libcu++ fences.
#include <cuda/atomic>

__global__ void hand_over(int *data, cuda::atomic<int, cuda::thread_scope_device> *ready, int *out)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
		ready->store(1, cuda::memory_order_relaxed);
	} else {
		while (ready->load(cuda::memory_order_relaxed) != 1)
			;
		cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device); // twin: cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);
		out[blockIdx.x] = *data; // twin-race: inter-block; twin-cause: block scope
	}
}

void run(int *data, cuda::atomic<int, cuda::thread_scope_device> *ready, int *out)
{
	hand_over<<<2, 32>>>(data, ready, out); // launch: race-free; twin-launch: race
}
