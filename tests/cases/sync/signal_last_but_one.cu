// The last block by its ticket; the last but one does not follow all others.
#include <cuda_runtime.h>

__device__ unsigned int tickets;

__global__ void sum(int *part, int *out)
{
	part[blockIdx.x] = blockIdx.x * 3; // twin-race: inter-block
	__threadfence();
	unsigned int ticket = atomicAdd(&tickets, 1u);
	if (ticket == gridDim.x - 1) { // twin: if (ticket == gridDim.x - 2) {
		__threadfence();
		int total = 0;
		for (unsigned int i = 0; i < gridDim.x; i++)
			total += part[i]; // twin-race: inter-block
		*out = total;
	}
}

void run(int *part, int *out, int blocks)
{
	sum<<<blocks, 1>>>(part, out); // launch: race-free; twin-launch: race
}
