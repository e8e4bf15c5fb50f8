// cuda::std::atomic_flag as a lock.
#include <cuda/atomic>

__device__ cuda::std::atomic_flag busy;

__global__ void add(int *total)
{
	while (busy.test_and_set(cuda::memory_order_acquire)) // twin: while (busy.test_and_set(cuda::memory_order_relaxed))
		;
	*total += 1; // twin-race: inter-block
	busy.clear(cuda::memory_order_release);
}

void run(int *total)
{
	add<<<16, 1>>>(total); // launch: race-free; twin-launch: race
}
