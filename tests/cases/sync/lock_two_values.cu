// Two ways to take one lock: what the one leaves in it must not let the other in.
#include <cuda_runtime.h>

__global__ void count(int *lock, int *cell)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x % 2 == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*cell += 1; // twin-race: inter-block
		__threadfence();
		atomicExch(lock, 0);
	} else {
		while (atomicCAS(lock, 0, 2) != 0) // twin: while (atomicCAS(lock, 1, 2) != 1)
			;
		__threadfence();
		*cell += 2; // twin-race: inter-block
		__threadfence();
		atomicExch(lock, 0);
	}
}

int main()
{
	int *lock, *cell;
	cudaMalloc(&lock, sizeof(int));
	cudaMalloc(&cell, sizeof(int));
	cudaMemset(lock, 0, sizeof(int));
	count<<<16, 32>>>(lock, cell); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
