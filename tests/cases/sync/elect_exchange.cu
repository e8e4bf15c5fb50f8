// One winner by exchange; the twin elects one for each block.
#include <cuda_runtime.h>

__global__ void first(int *taken, int *winner)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (atomicExch(&taken[0], 1) == 0) // twin: if (atomicExch(&taken[blockIdx.x], 1) == 0)
		*winner = i; // twin-race: inter-block
}

void run(int *taken, int *winner)
{
	first<<<4, 64>>>(taken, winner); // launch: race-free; twin-launch: race
}
