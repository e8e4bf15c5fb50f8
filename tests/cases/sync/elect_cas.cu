// One winner for good: whoever swaps first writes; with an exchange of the old value all win.
#include <cuda_runtime.h>

__global__ void first(int *taken, int *winner)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (atomicCAS(taken, 0, 1) == 0) // twin: if (atomicCAS(taken, 0, 0) == 0)
		*winner = i; // twin-race: inter-block,intra-block,intra-warp
}

void run(int *taken, int *winner)
{
	first<<<4, 64>>>(taken, winner); // launch: race-free; twin-launch: race
}
