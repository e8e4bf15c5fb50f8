// Threads try for a lock until they had it, and use the place that they took under it later. In the twin not all count theirs.
#include <cuda_runtime.h>

__device__ int lock, count;

__global__ void put(const int *in, int *slot, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (i >= n)
		return;
	for (bool done = false; !done;) {
		if (atomicCAS(&lock, 0, 1) == 0) {
			__threadfence();
			found = count;
			count = found + 1; // twin: if (in[i] > 0) count = found + 1;
			__threadfence();
			atomicExch(&lock, 0);
			done = true;
		}
	}
	slot[found] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

void run(const int *in, int *slot, int n)
{
	put<<<n / 256 + 1, 256>>>(in, slot, n); // launch: race-free; twin-launch: race
}
