// A ticket lock; in the twin each block draws its tickets from a counter of its own, for the one lock.
#include <cuda_runtime.h>

__global__ void add(unsigned *next, unsigned *serving, int *cell)
{
	if (threadIdx.x)
		return;
	unsigned mine = atomicAdd(&next[0], 1u); // twin: unsigned mine = atomicAdd(&next[blockIdx.x], 1u);
	while (atomicAdd(serving, 0u) != mine)
		;
	__threadfence();
	*cell += 1; // twin-race: inter-block
	__threadfence();
	atomicAdd(serving, 1u);
}

int main()
{
	unsigned *next, *serving;
	int *cell;
	cudaMalloc(&next, 64 * sizeof(unsigned));
	cudaMalloc(&serving, sizeof(unsigned));
	cudaMalloc(&cell, sizeof(int));
	cudaMemset(next, 0, 64 * sizeof(unsigned));
	cudaMemset(serving, 0, sizeof(unsigned));
	add<<<64, 32>>>(next, serving, cell); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
