// The last block, counted with one acquire-release addition; relaxed, it orders nothing.
#include <cuda/atomic>

__global__ void sum(cuda::atomic<unsigned int, cuda::thread_scope_device> *count, int *part, int *out)
{
	part[blockIdx.x] = blockIdx.x * 3; // twin-race: inter-block
	unsigned int before = count->fetch_add(1, cuda::memory_order_acq_rel); // twin: unsigned int before = count->fetch_add(1, cuda::memory_order_relaxed);
	if (before == gridDim.x - 1) {
		int total = 0;
		for (unsigned int i = 0; i < gridDim.x; i++)
			total += part[i]; // twin-race: inter-block
		*out = total;
	}
}

void run(cuda::atomic<unsigned int, cuda::thread_scope_device> *count, int *part, int *out, int blocks)
{
	sum<<<blocks, 1>>>(count, part, out); // launch: race-free; twin-launch: race
}
