// Each round draws a ticket of its own; in the twin one ticket serves for all rounds, so that its owner comes back beside the next one.
#include <cuda_runtime.h>

__device__ unsigned int ticket;
__device__ volatile unsigned int turn;

__global__ void count(int *total)
{
	unsigned int mine = atomicAdd(&ticket, 1);
	for (int round = 0; round < 2; round++) {
		while (turn < mine)
			;
		__threadfence();
		total[0] = total[0] + 1; // twin-race: inter-block
		__threadfence();
		turn = mine + 1;
		mine = atomicAdd(&ticket, 1); // twin:
	}
}

int main()
{
	int *total;
	cudaMalloc(&total, 4);
	count<<<8, 1>>>(total); // launch: race-free; twin-launch: race
	return 0;
}
