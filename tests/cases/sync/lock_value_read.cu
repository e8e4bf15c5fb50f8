// What a lock is taken with is read from memory, and may be what says that it is free: in the twin it cannot.
#include <cuda_runtime.h>

__device__ int locks[64];
__device__ float sums[64];

__global__ void add(const int *keys, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int at = keys[i] & 63;
	int own = keys[i]; // twin: 	int own = keys[i] | 64;
	while (atomicExch(&locks[at], own) != 0)
		;
	__threadfence();
	sums[at] += 1; // race: inter-block, intra-block, intra-warp; cause: data-dependent
	__threadfence();
	atomicExch(&locks[at], 0);
}

void run(const int *keys, int n)
{
	add<<<(n + 255) / 256, 256>>>(keys, n); // launch: race; twin-launch: race-free
}
