// A best value that is only read to skip hopeless attempts, volatile beside the atomics.
#include <cuda_runtime.h>

__global__ void search(const int *cost, volatile int *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && cost[i] < *best) // twin-race: inter-block,intra-block,intra-warp
		atomicMin((int *)best, cost[i]); // twin-race: inter-block,intra-block,intra-warp; twin: 		*(int *)best = cost[i];
}

void run(const int *cost, int *best, int n)
{
	search<<<(n + 255) / 256, 256>>>(cost, best, n); // launch: race-free; twin-launch: race
}
