// A lock for a whole block, taken by its first thread between block barriers.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncthreads();
	total[threadIdx.x] += blockIdx.x; // twin-race: inter-block
	__syncthreads(); // twin:
	if (threadIdx.x == 0) {
		__threadfence();
		atomicExch(lock, 0);
	}
}

void run(int *lock, int *total)
{
	add<<<4, 128>>>(lock, total); // launch: race-free; twin-launch: race
}
