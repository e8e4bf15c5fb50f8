// cuda::std::atomic_ref is of system scope; the reader's order must be acquire.
#include <cuda/std/atomic>

__global__ void pass(int *flag, int *data, int *out)
{
	cuda::std::atomic_ref<int> ready(*flag);
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		ready.store(1, cuda::std::memory_order_release);
	} else {
		while (ready.load(cuda::std::memory_order_acquire) != 1) // twin: while (ready.load(cuda::std::memory_order_relaxed) != 1)
			;
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(int *flag, int *data, int *out)
{
	pass<<<2, 1>>>(flag, data, out); // launch: race-free; twin-launch: race
}
