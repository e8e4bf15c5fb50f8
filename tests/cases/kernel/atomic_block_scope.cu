// A block-scope atomic is no atomic for the threads of another block.
#include <cuda_runtime.h>

__global__ void count(int *total)
{
	atomicAdd_block(total, 1); // race: inter-block; cause: scope; twin: atomicAdd(total, 1);
}

void run(int *total, int blocks)
{
	count<<<blocks, 128>>>(total); // launch: race; twin-launch: race-free
}
