// A block-scope atomic on a counter of the block's own.
#include <cuda_runtime.h>

__global__ void count(int *totals)
{
	atomicAdd_block(&totals[blockIdx.x], 1); // twin-race: inter-block; twin: atomicAdd_block(&totals[blockIdx.x / 2], 1);
}

void run(int *totals, int blocks)
{
	count<<<blocks, 128>>>(totals); // launch: race-free; twin-launch: race
}
