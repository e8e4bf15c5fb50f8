// The first to add is the one who finds 0; the second test lets half of the threads in.
#include <cuda_runtime.h>

__global__ void first(int *count, int *winner)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int found = atomicAdd(count, 1);
	if (found == 0) // twin: if (found % 2 == 0)
		*winner = i; // twin-race: inter-block,intra-block,intra-warp
}

void run(int *count, int *winner)
{
	first<<<4, 64>>>(count, winner); // launch: race-free; twin-launch: race
}
