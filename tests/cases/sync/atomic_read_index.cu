// What an atomic read finds in memory is an index like any other that is loaded.
#include <cuda_runtime.h>

__global__ void halve(int *parent, int *depth, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int up = atomicAdd(&parent[i], 0);
	depth[up] += 1; // race: inter-block, intra-block, intra-warp; cause: data-dependent; twin: atomicAdd(&depth[up], 1);
}

void run(int *parent, int *depth, int n)
{
	halve<<<(n + 127) / 128, 128>>>(parent, depth, n); // launch: race; twin-launch: race-free
}
