// A lock for each bin; in the twin the lock does not follow from the bin.
#include <cuda_runtime.h>

__global__ void add(int *bins, int *locks, const unsigned int *in)
{
	unsigned int b = in[blockIdx.x * blockDim.x + threadIdx.x] % 64;
	int *lock = &locks[b]; // twin: int *lock = &locks[blockIdx.x % 64];

	for (bool done = false; !done;)
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			bins[b] += 2; // twin-race: inter-block; twin-cause: lock
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
}

void run(int *bins, int *locks, const unsigned int *in, int blocks)
{
	add<<<blocks, 128>>>(bins, locks, in); // launch: race-free; twin-launch: race
}
