// The last thread of a block, by its size, takes a row for the block.
#include <cuda_runtime.h>

__global__ void rows(int *count, int *out, int n)
{
	__shared__ int row;

	if (threadIdx.x == blockDim.x - 1)
		row = atomicAdd(count, 1);
	__syncthreads();
	out[row * blockDim.x + threadIdx.x] = n; // twin-race: inter-block; twin: out[row + threadIdx.x] = blockIdx.x;
}

void run(int *count, int *out, int n)
{
	rows<<<100, 64>>>(count, out, n); // launch: race-free; twin-launch: race
}
