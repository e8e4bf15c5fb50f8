// The block size comes from the runtime: any size up to the limit, so the index must not depend on it.
#include <cuda_runtime.h>

__global__ void fill(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x; // twin: int i = blockIdx.x * 256 + threadIdx.x;

	if (i < n)
		out[i] = i + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int n)
{
	int grid = 0, block = 0;

	cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0);
	grid = (n + block - 1) / block;
	fill<<<grid, block>>>(out, n); // launch: race-free; twin-launch: race
}
