// cuda::std's functions on atomics have the orders that they are given; the twin's store is relaxed.
#include <cuda/std/atomic>

__global__ void pass(cuda::std::atomic_int *flag, int *message, int *out)
{
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		*message = 42; // twin-race: inter-block
		cuda::std::atomic_store_explicit(flag, 1, cuda::std::memory_order_release); // twin: cuda::std::atomic_store_explicit(flag, 1, cuda::std::memory_order_relaxed);
	}
	if (blockIdx.x == 1 && threadIdx.x == 0) {
		while (!cuda::std::atomic_load_explicit(flag, cuda::std::memory_order_acquire))
			;
		*out = *message; // twin-race: inter-block
	}
}

int main()
{
	cuda::std::atomic_int *flag;
	int *message, *out;

	cudaMalloc(&flag, sizeof(*flag));
	cudaMalloc(&message, sizeof(int));
	cudaMalloc(&out, sizeof(int));
	cudaMemset(flag, 0, sizeof(*flag));
	pass<<<2, 64>>>(flag, message, out); // launch: race-free; twin-launch: race
	return 0;
}
