// A thread takes a lock for its block and leaves it for all; in the twin two of them leave it.
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
	__syncthreads();
	if (threadIdx.x == 0) { // twin: 	if (threadIdx.x < 2) {
		__threadfence();
		atomicExch(lock, 0);
	}
}

void run(int *lock, int *total)
{
	add<<<4, 128>>>(lock, total); // launch: race-free; twin-launch: race
}
